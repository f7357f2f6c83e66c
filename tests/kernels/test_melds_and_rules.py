"""The solver and the game mean the same: its plays are accepted, and what is accepted is no better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

import pytest

from stolik.core.game import IllegalAction
from stolik.games.rummikub.events import Laid
from stolik.games.rummikub.options import JokerRule
from stolik.games.rummikub.solver import best_play, least_disturbing_play, n_touched
from stolik.games.rummikub.tiletext import format_tile
from tests.golden.number_tiles import Game
from tests.kernels.number_tiles import WEIGHTS, Table, assert_legal, fewer, plain, positions, worth
from tests.reference import slow_melds
from tests.reference.slow_melds import COLOURS, TEMPLATES, Kind, kind_of

RULES: tuple[JokerRule, ...] = ("rulebook", "strict")
#: Tiles, jokers and positions of each comparison.
ACCEPTED = [(24, 0, 20), (20, 1, 40), (18, 2, 60), (18, 4, 20)]
LEAST_ACCEPTED = [(18, 1, 30), (18, 2, 60), (16, 4, 20)]
STRICT = [(15, 1, 60), (13, 2, 60), (10, 3, 12)]
STRICT_AT_ONCE = [(15, 1, 20), (13, 2, 40), (10, 3, 4)]  # the rule matters in few positions
LEAST_STRICT = [(16, 1, 25), (14, 2, 25), (11, 3, 6)]


def text_of(table: Sequence[Sequence[str]]) -> str:
    return " / ".join(map(" ".join, table))


def laid(table: Table, rack: list[str], new: Table, jokers: JokerRule) -> list[str] | None:
    """The tiles that the game lets a seat lay with a new table; None if it refuses."""
    preset = "rummikub" if plain([*table, rack]).count("J") < 3 else "rummikub-xp"
    game = Game.at(text_of(table), " ".join(rack), "k2", preset=preset, jokers=jokers)
    try:
        game.lay(text_of(new))
    except IllegalAction:
        return None
    (event,) = (event for event in game.events if isinstance(event, Laid))
    return [format_tile(each) for each in event.tiles]


class Layer:
    """Lays tiles in sets by chance: all of the table, and some of the rack."""

    def __init__(self, random: Random, table: Table, rack: list[str]) -> None:
        self._random = random
        kept = [random.random() < 0.4 for _ in table]
        self.sets: Table = [list(tiles) for tiles, stays in zip(table, kept, strict=True) if stays]
        self._must = Counter(plain(table)) - Counter(plain(self.sets))
        self._may = Counter(rack)

    def lay(self) -> Table | None:
        """A table, if the first attempt leads to one; it need not keep to the strict rule."""
        while self._must.total() or self._random.random() < 0.6:
            target = self._random.choice(sorted(self._must)) if self._must.total() else None
            if not self._lay_set(target):
                return self.sets if target is None else None
        return self.sets

    def _lay_set(self, target: str | None) -> bool:
        wanted = None if target in (None, "J") else kind_of(str(target))
        for template in self._random.sample(TEMPLATES, len(TEMPLATES)):
            if len(template) > 5 or (wanted is not None and wanted not in template):
                continue
            chosen = self._chosen(template, wanted)
            if chosen is not None and (target != "J" or "J" in plain([chosen])):
                for tile in plain([chosen]):
                    (self._must if self._must[tile] else self._may)[tile] -= 1
                self.sets.append(chosen)
                self._must, self._may = +self._must, +self._may
                return True
        return False

    def _chosen(self, template: Sequence[Kind], wanted: Kind | None) -> list[str] | None:
        """The tiles of a set, jokers for those that are not there; sometimes a joker says nothing."""
        left = self._must + self._may
        chosen = []
        for kind in template:
            tile = f"{kind[0]}{kind[1]}"
            prefers_joker = kind != wanted and self._random.random() < 0.1
            if not left[tile] or (prefers_joker and left["J"]):
                chosen.append("J" if self._random.random() < 0.2 else f"J={tile}")
                tile = "J"
            else:
                chosen.append(tile)
            left[tile] -= 1
            if left[tile] < 0:
                return None
        return chosen


def tables_by_chance(table: Table, rack: list[str], n: int) -> Iterator[Table]:
    random = Random(f"{table} {rack}")
    for _ in range(n):
        new = Layer(random, table, rack).lay()
        if new is not None:
            yield new


@pytest.mark.parametrize("jokers", RULES)
@pytest.mark.parametrize(
    ("n_tiles", "n_jokers", "n"),
    [*fewer(ACCEPTED), *(pytest.param(*each, marks=pytest.mark.soak) for each in ACCEPTED)],
)
def test_best_play_is_accepted_and_no_accepted_table_is_better(
    n_tiles: int, n_jokers: int, n: int, jokers: JokerRule
) -> None:
    n_accepted = n_refused = n_equal = 0
    for table, rack in positions("rules", n, n_tiles, n_jokers):
        play = best_play(table, rack, jokers=jokers)
        if play.placed:
            assert laid(table, rack, play.table, jokers) == play.placed, (table, rack, play)
        for new in tables_by_chance(table, rack, 40):
            placed = laid(table, rack, new, jokers)
            if placed is None:
                n_refused += Counter(plain(new)) != Counter(plain(table))
                continue
            n_accepted += 1
            gain = sum(WEIGHTS[tile] for tile in placed)
            n_equal += gain == worth(play, WEIGHTS)
            assert gain <= worth(play, WEIGHTS), (table, rack, play, new)
    assert n_accepted > 3 * n, "too few tables were accepted to compare with"
    assert n_equal, "none of these tables was as good"
    assert n_refused == 0 or (jokers == "strict" and n_jokers), "only the strict rule refuses sets"


@pytest.mark.parametrize(
    ("n_tiles", "n_jokers", "n"),
    [*fewer(LEAST_ACCEPTED), *(pytest.param(*each, marks=pytest.mark.soak) for each in LEAST_ACCEPTED)],
)
def test_least_disturbing_strict_play_is_accepted(n_tiles: int, n_jokers: int, n: int) -> None:
    for table, rack in positions("least strict", n, n_tiles, n_jokers):
        play = least_disturbing_play(table, rack, jokers="strict")
        assert worth(play, WEIGHTS) == worth(best_play(table, rack, jokers="strict"), WEIGHTS)
        if play.placed:
            assert laid(table, rack, play.table, "strict") == play.placed, (table, rack, play)


def meanings(table: Sequence[list[str]]) -> list[list[Kind]]:
    """Each way to say what the jokers of a table stand for: in a group any colours that are missing."""
    ways: list[list[tuple[Kind, ...]]] = []
    for tiles in table:
        kinds = [kind_of(tile.removeprefix("J=")) for tile in tiles]
        jokers = [kind for kind, tile in zip(kinds, tiles, strict=True) if tile.startswith("J")]
        number = kinds[0][1]
        if len({n for _, n in kinds}) == 1:
            missing = [(c, number) for c in COLOURS if f"{c}{number}" not in tiles]
            ways.append(list(combinations(missing, len(jokers))))
        else:
            ways.append([tuple(jokers)])
    return [[kind for kinds in way for kind in kinds] for way in product(*ways)]


@pytest.mark.parametrize(
    ("n_tiles", "n_jokers", "n"),
    [*STRICT_AT_ONCE, *(pytest.param(*each, marks=pytest.mark.soak) for each in STRICT)],
)
def test_strict_play_equals_trying_every_table(n_tiles: int, n_jokers: int, n: int) -> None:
    n_less = 0
    for table, rack in positions("strict", n, n_tiles, n_jokers):
        play = best_play(table, rack, jokers="strict")
        assert_legal(table, rack, play)
        best = slow_melds.best(plain(table), rack, WEIGHTS, meanings(table))
        assert worth(play, WEIGHTS) == best, (table, rack)
        n_less += worth(play, WEIGHTS) < worth(best_play(table, rack), WEIGHTS)
    assert n_less or n_jokers != 2, "the rule makes no difference to these positions"


def real_kinds(tiles: Sequence[str]) -> list[Kind]:
    return [kind_of(tile) for tile in tiles if tile != "J"]


def fewest_touched_strictly(table: Table, rack: list[str], goal: int) -> int:
    """How many sets change at least in a table as good as this, whatever jokers left alone are taken for."""
    for n in range(len(table) + 1):
        for remade in combinations(range(len(table)), n):
            kept = [tiles for number, tiles in enumerate(table) if number not in remade]
            old = plain([table[number] for number in remade])
            shown = slow_melds.counted(real_kinds(plain(kept)))
            for outcome, after in product(slow_melds.outcomes(old, rack), meanings(kept)):
                tiles, n_jokers = slow_melds.placed(outcome, old)
                gain = sum(WEIGHTS[f"{c}{v}"] * m for (c, v), m in tiles) + n_jokers * WEIGHTS["J"]
                whole = (
                    slow_melds.joined(outcome[0], shown),
                    slow_melds.joined(outcome[1], slow_melds.counted(after)),
                )
                if gain == goal and any(slow_melds.strictly_legal(whole, way) for way in meanings(table)):
                    return n
    raise AssertionError("with all sets touched everything can be done")


@pytest.mark.parametrize(
    ("n_tiles", "n_jokers", "n"),
    [*fewer(LEAST_STRICT), *(pytest.param(*each, marks=pytest.mark.soak) for each in LEAST_STRICT)],
)
def test_least_disturbing_strict_play_touches_the_fewest_sets(n_tiles: int, n_jokers: int, n: int) -> None:
    for table, rack in positions("disturb strictly", n, n_tiles, n_jokers):
        play = least_disturbing_play(table, rack, jokers="strict")
        assert play.proven
        fewest = fewest_touched_strictly(table, rack, worth(play, WEIGHTS))
        assert n_touched(table, play.table) == fewest, (table, rack)


def test_jokers_left_alone_may_change_their_parts() -> None:
    table = [["k7", "b7", "J=r7"], ["o5", "o6", "J=o7"], ["r7", "r8", "r9"]]
    rack = ["o4", "k3", "b3"]
    play = least_disturbing_play(table, rack, jokers="strict")
    assert (play.count, n_touched(table, play.table)) == (3, 1)
    assert laid(table, rack, play.table, "strict") is not None


def test_jokers_alone_stand_for_anything_together() -> None:
    table, rack = [["J", "J", "J"], ["k5", "k6", "k7"]], ["r1", "r2", "b9", "o9"]
    free = best_play(table, rack)
    strict = best_play(table, rack, jokers="strict")
    assert free.count == strict.count == 4
    assert laid(table, rack, strict.table, "strict") is not None
