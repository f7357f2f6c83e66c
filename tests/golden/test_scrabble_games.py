"""The worked examples of the rulebooks as whole games, move by move with exact scores."""

import pytest

from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.notation.cgp import format_position
from stolik.notation.coordinates import Notation
from stolik.notation.plays import format_play, parse_play

from .table import EMPTY, Bench

Move = tuple[str, str, str, str, int, list[tuple[str, int]]]

OPENING_004: list[Move] = [
    ("8B", "H2", "PRÓBUJE", "PRÓBUJE", 96, [("PRÓBUJE", 46)]),
    ("9F", "I6", "DAR", "DAR", 17, [("DAR", 5), ("UD", 5), ("JA", 5), ("ER", 2)]),
    ("B8", "2H", "PRYMAS", "RYMAS", 13, [("PRYMAS", 13)]),
]
CLOSING_004: list[Move] = [
    ("G8", "7H", "JAZGOTEM", "ZGOTEM", 16, [("JAZGOTEM", 16)]),
    ("13B", "M2", "SKAŁ", "KAŁ", 14, [("SKAŁ", 14)]),
    ("C13", "3M", "KOT", "OT", 5, [("KOT", 5)]),
    ("15A", "O1", "WYTĘŻAMY", "WYĘŻAY", 225, [("WYTĘŻAMY", 225)]),
]
GAMES: dict[str, tuple[str, list[Move], str]] = {
    "P-GAME-A": (
        "pl",
        [*OPENING_004, ("8A", "H1", "SPRÓBUJEMY", "SMY", 69, [("SPRÓBUJEMY", 69)]), *CLOSING_004],
        "15/15/15/15/15/15/15/SPRÓBUJEMY5/1R3DAR7/1Y4Z8/1M4G8/1A4O8/1SKAŁ1T8/2O3E8/WYTĘŻAMY7",
    ),
    "P-GAME-B": (
        "pl",
        [
            *OPENING_004,
            ("A3", "1C", "PRYMAS", "PRYMAS", 87, [("PRYMAS", 30), ("SPRÓBUJE", 57)]),
            *CLOSING_004,
        ],
        "15/15/P14/R14/Y14/M14/A14/SPRÓBUJE7/1R3DAR7/1Y4Z8/1M4G8/1A4O8/1SKAŁ1T8/2O3E8/WYTĘŻAMY7",
    ),
    "B-GAME-1": (
        "br",
        [
            ("8D", "H4", "GRATO", "GRATO", 24, [("GRATO", 24)]),
            ("I5", "9E", "FALSA", "FALSA", 21, [("FALSA", 12), ("GRATOS", 9)]),
        ],
        "15/15/15/15/8F6/8A6/8L6/3GRATOS6/8A6/15/15/15/15/15/15",
    ),
    "B-GAME-2": (
        "br",
        [
            ("8C", "H3", "GRATOS", "GRATOS", 20, [("GRATOS", 20)]),
            ("8A", "H1", "INGRATOS", "IN", 39, [("INGRATOS", 39)]),
            ("B8", "2H", "NADO", "ADO", 11, [("NADO", 11)]),
            ("7G", "G7", "DA", "DA", 12, [("DA", 5), ("DO", 5), ("AS", 2)]),
            ("D8", "4H", "RECEITAR", "ECEITAR", 70, [("RECEITAR", 20)]),
            ("G7", "7G", "DOMESTICA", "MESTICA", 63, [("DOMESTICA", 13)]),
            ("15A", "O1", "PODRIDAO", "PODIDO", 99, [("PODRIDAO", 99)]),
        ],
        "15/15/15/15/15/15/6DA7/INGRATOS7/1A1E2M8/1D1C2E8/1O1E2S8/3I2T8/3T2I8/3A2C8/PODRIDAO7",
    ),
}


@pytest.mark.clause("S4.9", "S5.1", "S5.2", "S5.3", "S5.4", "S5.6", "S5.7", "S10.1", "S1.4")
@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_the_game_scores_as_printed(name: str, scrabble: Scrabble) -> None:
    preset, moves, final = GAMES[name]
    bench = Bench.at(scrabble, EMPTY, "/", preset, challenge="off")
    totals = [0, 0]
    for at, at_polish, word, placed, points, words in moves:
        seat = bench.turn
        bench.give(seat, placed)
        table = bench.state.table
        international = bench.place(f"{at} {word}")
        polish = parse_play(
            f"{at_polish} {word}",
            table.board,
            table.options.layout,
            bench.state.racks[seat].tiles,
            Notation.POLISH,
        )
        assert international.tiles == polish
        assert format_play(polish, table.board, Notation.INTERNATIONAL) == f"{at} {word}"
        assert format_play(polish, table.board, Notation.POLISH) == f"{at_polish} {word}"
        assert sorted(laid.tile.face for laid in polish) == sorted(placed)
        bench.do(seat, international)
        assert bench.scored == points
        formed = bench.state.table.turns[-1].words
        assert sorted((each.text, each.points) for each in formed) == sorted(words)
        totals[seat] += points
    assert list(bench.scores) == totals
    assert format_position(bench.state).split()[0] == final
