"""GCG: what other programs read. The format, line by line, and that the sums agree with the game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.tiles import Tile, blank_as, letter_tile
from stolik.crossboard.board import Laid
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Challenge, Exchange, Pass, Place
from stolik.games.scrabble.notation.gcg import format_game
from stolik.notation.exports import exports_of
from stolik.table.local import LocalTable
from stolik.words.store import Lexicons
from tests.laws.table import play_random_game

OPTIONS = msgspec.structs.replace(registry.find_preset("pl").options, challenge="single", starter=0)


class Stacked(SeededChance):
    """Draws what the test wants first, then anything."""

    def __init__(self, *letters: str) -> None:
        super().__init__("gcg")
        self._wanted = list("".join(letters))

    def draw(self, items: Sequence[Tile], n: int) -> list[Tile]:
        wanted, self._wanted = self._wanted[:n], self._wanted[n:]
        return [letter_tile(letter) for letter in wanted] if wanted else super().draw(items, n)


def across(row: int, col: int, *tiles: Tile) -> Place:
    return Place(tuple(Laid(row, col + n, tile) for n, tile in enumerate(tiles)))


def test_turns_are_written_as_other_programs_read_them(words: Lexicons) -> None:
    chance = Stacked("KOTAMI?", "RYBAWSZ")
    table = LocalTable(Scrabble(words), lambda _: chance)
    table.start(OPTIONS, 2)
    kot = [letter_tile("K"), letter_tile("O"), blank_as("T")]
    table.submit(0, across(7, 7, *kot))
    table.submit(1, across(8, 7, letter_tile("Z"), letter_tile("W"), letter_tile("R")))
    table.submit(0, Challenge())
    given = table.view(0).rack[:2]
    table.submit(0, Exchange(given))
    down = Place((Laid(8, 7, letter_tile("A")), Laid(9, 7, letter_tile("R"))))
    table.submit(1, down)
    rack = "".join(sorted(tile.origin for tile in table.view(0).rack))
    table.submit(0, Pass())
    lines = format_game([one.event for one in table.envelopes], ["Ania Z.", "Łucja"]).splitlines()
    assert lines[:4] == [
        "#character-encoding UTF-8",
        "#player1 Ania_Z. Ania Z.",
        "#player2 Łucja Łucja",
        f"#lexicon {OPTIONS.lexicon}",
    ]
    assert lines[4] == ">Ania_Z.: ?AIKMOT 8H KOt +6 6"
    withdrawn = lines[5].split()
    assert withdrawn[:4] == [">Łucja:", "ABRSWYZ", "9H", "ZWR"]
    assert lines[6] == f">Łucja: ABRSWYZ -- -{withdrawn[5]} 0"
    assert lines[7].split()[2:] == ["-" + "".join(sorted(tile.origin for tile in given)), "+0", "6"]
    assert lines[8].split()[2:4] == ["H8", ".AR"]
    assert lines[9] == f">Ania_Z.: {rack} - +0 6"


@pytest.mark.parametrize("preset", ["pl", "br", "pl-tournament"])
def test_sums_of_whole_games_are_their_scores(words: Lexicons, preset: str) -> None:
    chosen = registry.find_preset(preset)
    record = play_random_game(Scrabble(words), chosen, 2, f"gcg {preset}", daring=10)
    text = format_game(record.events, ["Anna", "Anna"])
    sums: dict[str, int] = {}
    for line in text.splitlines():
        if line.startswith(">"):
            nick, *_, points, total = line.split()
            sums[nick] = sums.get(nick, 0) + int(points)
            assert sums[nick] == int(total), line
    assert (sums[">Anna:"], sums[">Anna2:"]) == record.last.table.scores


def test_more_than_two_players_have_no_gcg() -> None:
    assert set(exports_of("scrabble", 2)) == {"gcg"}
    assert exports_of("scrabble", 3) == {}
    assert exports_of("rummikub", 2) == {}
    with pytest.raises(ValueError, match="two players"):
        format_game([], ["Anna", "Bruno", "Célia"])
