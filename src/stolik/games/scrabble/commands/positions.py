"""Positions given on the command line, and moves as they are shown there."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from rich.console import Console

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.message import Complaint
from stolik.crossboard.engine.brain import Brain
from stolik.crossboard.engine.position import Choice, Position
from stolik.crossboard.geometry import Play
from stolik.crossboard.placement import words_formed
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.notation.cgp import parse_position
from stolik.games.scrabble.position import position_of
from stolik.games.scrabble.state import State
from stolik.games.scrabble.view import View
from stolik.notation.coordinates import Notation, format_start
from stolik.terminal import settings
from stolik.terminal.opening import show_preparing
from stolik.words.store import Lexicons


class Asked(NamedTuple):
    """A position as it was asked about, with the engine for it."""

    preset: Preset
    view: View
    brain: Brain

    @property
    def position(self) -> Position:
        return position_of(self.view, self.brain.geometry)


def read_position(text: str, preset: str, lexicon: str | None) -> Asked:
    """The position of a text in CGP as its mover sees it; racks written for others count as known."""
    chosen = registry.find_preset(preset)
    if chosen.game != Scrabble.name:
        raise Complaint("{preset} is not a game with a word board.", preset=preset)
    words = Lexicons()
    game = Scrabble(words)
    state = parse_position(text, chosen.options)
    named = choose_list(words, lexicon, state.table.options.lexicon, chosen.options.lexicon)
    options = msgspec.structs.replace(state.table.options, lexicon=named)
    state = state.with_table(options=options, lexicon_hash=game.referee.hash_of(options))
    if not state.racks[state.table.turn].tiles:
        raise Complaint("The seat to move has no known tiles: give its rack after the rows.")
    brain = game.preparation(options)
    show_preparing(brain, named)
    return Asked(chosen, game.view(_with_shown_racks(state), state.table.turn), brain)


def _with_shown_racks(state: State) -> State:
    turn = state.table.turn
    shown = tuple(() if seat == turn else rack.tiles for seat, rack in enumerate(state.racks))
    return state.with_table(shown=shown)


def choose_list(words: Lexicons, asked: str | None, written: str, usual: str) -> str:
    """The list asked for; else the one the position names, if it is installed; else the preset's."""
    if asked is not None:
        return asked
    if written in words.names():
        return written
    text = settings.say()
    note = text("The list {written} is not installed; searching {usual}.", written=written, usual=usual)
    Console(stderr=True).print(note, style="yellow")
    return usual


def describe_play(play: Play, view: View) -> dict[str, Any]:
    """A play as JSON, coordinates international, blanks in lower case."""
    words = words_formed(view.table.board, play.laid)
    return {
        "at": format_start(*play.start, play.down, Notation.INTERNATIONAL),
        "word": play.word,
        "placed": "".join(str(laid.tile) for laid in play.laid),
        "score": play.points,
        "words": [word.text for word in words],
    }


def describe(asked: Asked, choice: Choice) -> dict[str, Any]:
    """A move as JSON: a play, an exchange or a pass."""
    if choice.record:
        return {"kind": "play", **describe_play(asked.brain.play_of(choice), asked.view)}
    if choice.exchanged:
        return {"kind": "exchange", "tiles": _letters(asked, choice.exchanged), "score": 0}
    return {"kind": "pass", "score": 0}


def write_move(asked: Asked, choice: Choice, notation: Notation) -> str:
    """A move as people write it."""
    text = settings.say()
    if choice.record:
        play = asked.brain.play_of(choice)
        return f"{format_start(*play.start, play.down, notation)} {play.word}"
    if choice.exchanged:
        return text("exchange {tiles}", tiles=_letters(asked, choice.exchanged))
    return text("pass")


def kept_tiles(asked: Asked, choice: Choice) -> str:
    """What stays on the rack."""
    left = list(asked.view.rack)
    gone = (
        [each.tile for each in asked.brain.play_of(choice).laid]
        if choice.record
        else asked.brain.geometry.tiles_of(choice.exchanged or bytes(33))
    )
    for tile in gone:
        left.remove(next(each for each in left if each.origin == tile.origin))
    return "".join(map(str, left))


def _letters(asked: Asked, counts: bytes) -> str:
    return "".join(map(str, asked.brain.geometry.tiles_of(counts)))
