"""Laying tiles: what the rules demand of a placement and what it scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from stolik.core.clauses import in_force
from stolik.core.game import IllegalAction
from stolik.core.tiles import BLANK, MissingTiles, Rack, Tile, unnamed
from stolik.crossboard.board import Laid
from stolik.crossboard.placement import Problem, problems, words_formed
from stolik.crossboard.scoring import WordFormed, word_points
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.state import Table
from stolik.texts import N_

_GEOMETRY = {
    Problem.NOTHING: ("S4.1", N_("a play lays at least one tile")),
    Problem.OFF_BOARD: ("S4.1", N_("tiles lie on the squares of the board")),
    Problem.OCCUPIED: ("S4.1", N_("each tile needs a free square of its own")),
    Problem.NOT_IN_LINE: ("S4.2", N_("all tiles of a play lie in one row or one column")),
    Problem.GAP: ("S4.3", N_("the tiles of a play form one line without gaps")),
    Problem.TOO_SHORT: ("S4.4", N_("the first word has at least two tiles")),
    Problem.START_NOT_COVERED: ("S4.5", N_("the first word must cover the centre square")),
    Problem.NOT_CONNECTED: ("S4.6", N_("the play must touch a tile on the board")),
}


class ScoredPlay(msgspec.Struct, frozen=True):
    """The words of a play with their points, the bonus and the sum."""

    words: tuple[WordFormed, ...]
    bonus: int
    points: int


def refusals(table: Table, rack: Rack, laid: Sequence[Laid]) -> Iterator[IllegalAction]:
    """Everything that speaks against a placement, word list aside; the first one is the reason to give."""
    yield from _rack_refusals(table, rack, laid)
    yield from _letter_refusals(table.options, laid)
    for problem in problems(table.board, table.options.layout, laid):
        clause, text = _GEOMETRY[problem]
        if in_force(clause):
            yield IllegalAction(clause, text)


def _rack_refusals(table: Table, rack: Rack, laid: Sequence[Laid]) -> Iterator[IllegalAction]:
    missing = missing_tiles(table, rack, [unnamed(each.tile) for each in laid])
    if missing and in_force("S3.2"):
        yield not_on_rack(missing)


def missing_tiles(table: Table, rack: Rack, tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Those of the tiles that the rack cannot hold: an unknown tile may be any that is nowhere else."""
    try:
        rack.without_tiles(tiles)
    except MissingTiles as error:
        return error.tiles
    if not rack.unknown:
        return ()
    free = table.options.tiles.without([*(each.tile for each in table.laid), *rack.tiles])
    guessed = Counter(tiles) - Counter(rack.tiles)
    return tuple(tile for tile, n in guessed.items() if n > free[tile.origin])


def not_on_rack(tiles: Sequence[Tile]) -> IllegalAction:
    """The refusal of tiles that are not there."""
    return IllegalAction("S3.2", "these tiles are not on the rack: {tiles}", tiles=" ".join(map(str, tiles)))


def _letter_refusals(options: Options, laid: Sequence[Laid]) -> Iterator[IllegalAction]:
    letters = {*options.tiles.letters(), *options.blank_extra}
    for each in laid:
        tile = each.tile
        if tile.origin == BLANK:
            if tile.face not in letters and in_force("S1.3"):
                yield IllegalAction("S1.3", "say which letter of the set the blank stands for")
        elif tile.face != tile.origin and in_force("S1.3"):
            yield IllegalAction("S1.3", "only a blank can stand for another letter")


def score(table: Table, laid: Sequence[Laid]) -> ScoredPlay:
    """The words of a sound placement and what they are worth."""
    options = table.options
    layout = options.layout
    values = options.tiles.values()
    fresh = {each.square for each in laid}
    formed = words_formed(table.board, laid)
    if not in_force("S5.4"):
        fresh = {square for word in formed for square in word.squares()}

    def value(tile: Tile) -> int:
        if not in_force("S5.1"):
            return 1
        return 0 if tile.is_blank and in_force("S5.5") else values.get(tile.face, 0)

    words = tuple(
        WordFormed(
            word.text,
            word_points(
                word,
                fresh,
                value,
                layout.letter_multiplier if in_force("S5.2") else _one,
                layout.word_multiplier if in_force("S5.3") else _one,
            ),
        )
        for word in formed
    )
    counted = words if in_force("S5.6") else words[:1]
    full_rack = len(laid) >= options.bonus_tiles and in_force("S5.7")
    bonus = options.bonus_points if full_rack else 0
    return ScoredPlay(words, bonus, sum(word.points for word in counted) + bonus)


def _one(_: object) -> int:
    return 1
