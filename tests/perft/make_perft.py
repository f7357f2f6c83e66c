"""Makes the perft files again: `python -m tests.perft.make_perft [pl] [pt]`.

Every position is counted by the slow reference with the whole word list and by the kernel; if they differ,
nothing is written. It takes a few minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

from stolik.kernels.movegen import Generator, unpack
from tests.perft.lists import TILES, classic_generator, describe, whole_list
from tests.perft.perft import FILES, format_position, parse_position, sums
from tests.reference.positions import Position, classic_rules, evenly, play_out, with_blanks
from tests.reference.slow_movegen import Move, WordTable, all_moves

REFERENCE = "tests/reference/slow_movegen.py"
N_GAMES = 4
N_POSITIONS = 10

_EMPTY = "/".join(["15"] * 15)
_PL_LANE = "15/15/P14/R14/Y14/M14/A14/SPRÓBUJE7/1R3DAR7/1Y4Z8/1M4G8/1A4O8/1SKAŁ1T8/2O3E8/2T3M8"
_PL_TOP = "3O7A3/3K7R3/3O7A3/15/15/15/15/15/15/15/15/15/15/15/15"
_PL_BRIDGE = "15/15/15/15/15/15/15/5KOTEM5/5A3A5/5R3M5/5A3A5/15/15/15/15"
_PL_EDGES = "KOTEM10/A14/W14/A14/15/15/15/15/15/15/15/14K/14R/14U/10DOMEK"
_PT_LANE = "15/15/15/15/15/15/6DA7/INGRATOS7/1A1E2M8/1D1C2E8/1O1E2S8/3I2T8/3T2I8/3A2C8/3R2A8"
_PT_BRIDGE = "15/15/15/15/15/15/15/5GRATO5/5A3S5/5T3S5/5O3O5/15/15/15/15"
_PT_EDGES = "GATO11/A14/T14/A14/15/15/15/15/15/15/15/14C/14A/14S/11CASA"
_LINE_8 = "15/15/15/15/15/15/15/{}/15/15/15/15/15/15/15"

HAND_MADE = {
    "pl": [
        ("empty board", _EMPTY, "AEIKNRZ"),
        ("empty board, two blanks", _EMPTY, "AKNRS??"),
        ("lane between triple word squares, two tiles in it", _PL_LANE, "WYĘŻAYZ"),
        ("two lanes between triple word squares, a tile in each", _PL_TOP, "KASTNEP"),
        ("bridge over two tiles", _PL_BRIDGE, "KLPRTSE"),
        ("one tile", _PL_BRIDGE, "A"),
        ("one blank", _PL_BRIDGE, "?"),
        ("edges and corners", _PL_EDGES, "AEIOSZY"),
        ("edges and corners, one blank", _PL_EDGES, "ŻÓŁWIE?"),
        ("parallel plays", _LINE_8.format("4SKŁADAM4"), "AEINOTU"),
        ("blanks on the board", _LINE_8.format("4SKłADaM4"), "AEINOT?"),
    ],
    "pt": [
        ("empty board", _EMPTY, "AEIORST"),
        ("empty board, two blanks", _EMPTY, "ACENV??"),
        ("empty board, three blanks", _EMPTY, "ÇX???"),
        ("lane between triple word squares, two tiles in it", _PT_LANE, "PODIDOS"),
        ("bridge over two tiles", _PT_BRIDGE, "BDELMRS"),
        ("one tile", _PT_BRIDGE, "S"),
        ("one blank", _PT_BRIDGE, "?"),
        ("edges and corners", _PT_EDGES, "AEIORSM"),
        ("edges and corners, one blank", _PT_EDGES, "AÇOES?"),
        ("parallel plays", _LINE_8.format("4CANTADO4"), "AEIOSRM"),
        ("blanks on the board", _LINE_8.format("4CaNTAdO4"), "AEIOS?"),
    ],
}


def positions(language: str, engine: Generator) -> Iterator[tuple[str, Position]]:
    """Positions made by hand, then some of each of a few seeded games, each with what it is."""
    tiles = TILES[language]
    for name, board, rack in HAND_MADE[language]:
        yield name, parse_position(tiles, board, rack)
    for seed in range(N_GAMES):
        random = Random(f"perft {language} {seed}")
        turns = play_out(random, tiles, classic_rules(tiles), lambda *turn: unpack(engine.moves(*turn)))
        for number, turn in enumerate(evenly(turns, N_POSITIONS)):
            name = f"game {seed}, {number} of {N_POSITIONS - 1} parts played"
            yield name, with_blanks(random, turn, (number + seed) % 3)


def lines(language: str) -> Iterator[str]:
    """The perft file line by line; ValueError where kernel and reference differ."""
    tiles = TILES[language]
    rules = classic_rules(tiles)
    words = WordTable(whole_list(language))
    engine = classic_generator(language)
    yield f"# Perft of the classic board with the list {language}: {describe(language)}."
    yield f"# Every line was confirmed with the whole list by the slow reference, {REFERENCE}."
    yield f"# Made by: python -m tests.perft.make_perft {language}"
    yield "# Columns: board, rack, number of moves, sum of their scores, checksum; see tests/perft/perft.py."
    for name, position in positions(language, engine):
        expected = all_moves(words, rules, *position)
        text = format_position(tiles, rules.cols, position)
        if expected != [Move(*move) for move in unpack(engine.moves(*position))]:
            raise ValueError(f"Kernel and reference differ on {text}.")
        found = sums(expected)
        print(language, name, found.n_moves, file=sys.stderr)
        yield f"# {name}"
        yield f"{text} {found.n_moves} {found.points} {found.checksum}"


def main(languages: list[str]) -> None:
    for language in languages or FILES:
        text = "".join(line + "\n" for line in lines(language))
        FILES[language].write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
