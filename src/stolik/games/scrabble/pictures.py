"""Pictures of the rules: what the client draws, made from the same examples as the lesson."""

from __future__ import annotations

from typing import Literal

import msgspec

from stolik.core.about import Preset
from stolik.core.game import Preview
from stolik.core.message import Message
from stolik.core.teaching import Picture
from stolik.crossboard.board import Laid
from stolik.crossboard.layout import Layout
from stolik.crossboard.tileset import TileKind, TileSet
from stolik.games.scrabble.lessons import EXAMPLES, Example, position
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.rules import Scrabble
from stolik.games.scrabble.ways import Way


class BoardDrawn(msgspec.Struct, frozen=True, tag="board", tag_field="kind"):
    """A piece of the board: its signs, the tiles on it by rows and columns of the piece, the values."""

    signs: tuple[str, ...]
    lying: tuple[Laid, ...]
    laid: tuple[Laid, ...]
    values: dict[str, int]


class TilesDrawn(msgspec.Struct, frozen=True, tag="tiles", tag_field="kind"):
    """All tiles of a set."""

    tiles: tuple[TileKind, ...]


Premium = Literal["d", "t", "D", "T", "*"]
_PREMIUMS: tuple[Premium, ...] = ("d", "t", "D", "T", "*")


class PremiumsDrawn(msgspec.Struct, frozen=True, tag="premiums", tag_field="kind"):
    """The signs of a board that multiply something, and how often each is there."""

    counts: dict[Premium, int]


def tile_set(tiles: TileSet) -> Picture:
    """Every letter with its count and value."""
    text = ", ".join(f"{kind.letter} {kind.count} × {kind.value}" for kind in tiles.kinds)
    return Picture(TilesDrawn(tiles.kinds), text, Message("How often each tile is there, and its worth."))


def premium_squares(layout: Layout) -> Picture:
    """The kinds of premium squares."""
    signs = "".join(layout.rows)
    counts = {sign: signs.count(sign) for sign in _PREMIUMS if sign in signs}
    text = ", ".join(f"{sign} {n}" for sign, n in counts.items())
    return Picture(
        PremiumsDrawn(counts),
        text,
        Message("Dots are for the letter, bars for the word; two of them double, three of them triple."),
    )


def first_word(game: Scrabble, preset: Preset) -> tuple[Picture, ...]:
    """The first word of a game."""
    return _drawn(game, preset, Way.FIRST)


def five_ways(game: Scrabble, preset: Preset) -> tuple[Picture, ...]:
    """Each way with its words and points."""
    return _drawn(game, preset, Way.EXTEND, Way.CROSS, Way.ALONGSIDE, Way.HOOK, Way.BRIDGE)


def _drawn(game: Scrabble, preset: Preset, *shown: Way) -> tuple[Picture, ...]:
    """The examples that fit on the board of these options; words are not looked up."""
    options: Options = msgspec.structs.replace(preset.options, challenge="free")
    examples = EXAMPLES.get(preset.language or "en", EXAMPLES["en"])
    pictures = []
    for way in shown:
        example = examples[way]
        found = game.preview(game.view(position(example, options), 0), example.placed())
        if found.problem is None:
            pictures.append(_board(preset, example, _caption(way, example, found)))
    return tuple(pictures)


def _caption(way: Way, example: Example, found: Preview) -> Message:
    new, *others = (word.text for word in found.made)
    own: dict[str, str | int] = {"new": new, "n": found.points}
    values = {**own, "old": example.lying[0].text if example.lying else ""}
    more = {**values, "others": ", ".join(others)}
    return {
        Way.FIRST: Message("{new} lies across the centre, which doubles it. Points: {n}.", own),
        Way.EXTEND: Message("Lengthen a word: {old} becomes {new}. Points: {n}.", values),
        Way.CROSS: Message("Cross a word: {new} runs through {old}. Points: {n}.", values),
        Way.ALONGSIDE: Message(
            "Lie alongside: {new} touches {old}, and {others} count too. Points: {n}.", more
        ),
        Way.HOOK: Message(
            "Hook on: {new} gives a letter to {old}, and {others} counts too. Points: {n}.", more
        ),
        Way.BRIDGE: Message("Build a bridge: {new} runs through two words. Points: {n}.", own),
    }[way]


def _board(preset: Preset, example: Example, caption: Message) -> Picture:
    """The part of the board around an example."""
    options: Options = preset.options
    lying, laid = example.board(), example.placed().tiles
    rows, cols = [each.row for each in (*lying, *laid)], [each.col for each in (*lying, *laid)]
    top, left = max(0, min(rows) - 1), max(0, min(cols) - 1)
    signs = tuple(row[left : max(cols) + 2] for row in options.layout.rows[top : max(rows) + 2])

    def moved(each: Laid) -> Laid:
        return Laid(each.row - top, each.col - left, each.tile)

    faces = {each.tile.face for each in (*lying, *laid)}
    values = {face: value for face, value in options.tiles.values().items() if face in faces}
    drawn = BoardDrawn(signs, tuple(map(moved, lying)), tuple(map(moved, laid)), values)
    return Picture(drawn, " ".join([*(word.text for word in example.lying), "+", example.made.text]), caption)
