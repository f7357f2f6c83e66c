"""What this server offers to play: games and their presets, with what one should know before choosing."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get

from stolik.bots import levels
from stolik.core import registry, teaching
from stolik.core.about import First, Preset
from stolik.core.outcome import Kind
from stolik.table.clocks import Clock
from stolik.table.games import Games
from stolik.table.scoring import kinds
from stolik.table.settings import settings_for
from stolik.web.site import Site


class GameShown(msgspec.Struct):
    """A game, in every language that it is told in."""

    name: str
    title: dict[str, str]
    sentence: dict[str, str]
    #: Whether there is a page with its rules.
    rules: bool
    #: How somebody plays it who has never done so: the bots at the other seats, and other options.
    first: First
    #: Whether games follow each other and their points are added up.
    matches: bool


class PresetShown(msgspec.Struct):
    """A way to play."""

    id: str
    game: str
    #: What the game is called.
    title: dict[str, str]
    #: Null where it is played alike in every language.
    language: str | None
    players: tuple[int, int]
    sentence: dict[str, str]
    #: How squares are called: `polish` has letters for rows, `international` letters for columns.
    notation: str
    bots: tuple[str, ...]
    #: The time that a table has which asks for none.
    clock: Clock
    #: The option that sets a price for minutes beyond the time of a whole game; null where there is none.
    overtime: str | None
    #: The word list without which it cannot be played here; null where nothing is missing.
    missing: str | None
    #: Whether a page tells its rules.
    rules: bool
    #: How it is won, by the number of seats.
    kinds: dict[int, Kind] = {}


@get("/api/games", sync_to_thread=False, tags=["games"])
def list_games() -> list[GameShown]:
    """Every game, in the order in which they are offered."""
    return [_game_shown(name) for name in dict.fromkeys(each.game for each in registry.presets().values())]


def _game_shown(name: str) -> GameShown:
    about = registry.about(name)
    return GameShown(
        name,
        dict(about.title),
        dict(about.sentence),
        teaching.brings(name, "explained"),
        about.first,
        about.matches,
    )


@get("/api/presets", sync_to_thread=False, tags=["games"])
def list_presets(site: Site) -> list[PresetShown]:
    """Every way to play, in the order in which they are offered, with the bots there are."""
    return [preset_shown(each, site.host.games) for each in registry.presets().values()]


def preset_shown(preset: Preset, games: Games) -> PresetShown:
    """A way to play, with the bots there are and what is missing for it; no word list is opened."""
    game = games.of_preset(preset.id)
    return PresetShown(
        preset.id,
        preset.game,
        dict(registry.about(preset.game).title),
        preset.language,
        preset.players,
        preset.sentence,
        preset.notation,
        levels(preset.game),
        settings_for(preset, game).clock,
        game.overtime_option,
        _missing(preset, games),
        teaching.brings(preset.game, "explained"),
        kinds(preset, game),
    )


def _missing(preset: Preset, games: Games) -> str | None:
    lexicon = registry.lexicon_of(preset)
    return lexicon if lexicon is not None and not games.words.has(lexicon) else None


HANDLERS: list[Any] = [list_games, list_presets]
