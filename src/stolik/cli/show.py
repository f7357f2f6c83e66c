"""A game told from its log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stolik.core.game import AnyGame
from stolik.core.log import Envelope, Seated, TableEvent
from stolik.core.registry import UnknownPreset, find_preset
from stolik.notation.coordinates import Notation
from stolik.storage.logfile import Header
from stolik.table.settings import kind_of
from stolik.terminal import settings
from stolik.terminal.display import Setting, display_for
from stolik.terminal.person import Terminal


def show_log(game: AnyGame, header: Header, envelopes: Sequence[Envelope[Any]]) -> None:
    """Every turn, then the last position and the result in words."""
    say, terminal = settings.say(), Terminal()
    state = None
    for envelope in envelopes:
        if not isinstance(envelope.event, TableEvent):
            state = game.evolve(state, envelope.event)
    if state is None:
        terminal.show(say("Nothing was dealt in this game."))
        return
    names = _names(header, envelopes)
    kind = kind_of(game, header.preset, state, len(names))
    setting = Setting(game, names, None, _notation(header), say, terminal, kind)
    display = display_for(setting)
    view, outcome = game.view(state, None), game.outcome(state)
    terminal.show(display.record(envelopes))
    terminal.show("")
    terminal.show(display.screen(view))
    if outcome is None:
        terminal.show(say("The game is not over. To move: {names}.", names=_to_move(setting, game, state)))
        return
    for sentence in display.result(view, outcome):
        terminal.show(sentence)


def _names(header: Header, envelopes: Sequence[Envelope[Any]]) -> tuple[str, ...]:
    found = {each.event.seat: each.event.name for each in envelopes if isinstance(each.event, Seated)}
    return tuple(found[seat] for seat in sorted(found)) or header.players


def _to_move(setting: Setting, game: AnyGame, state: Any) -> str:
    return ", ".join(setting.name(seat) for seat in sorted(game.to_act(state)))


def _notation(header: Header) -> Notation:
    try:
        return settings.notation_for(find_preset(header.preset), None)
    except UnknownPreset:
        return Notation(settings.load().notation or "international")
