"""A turn in the making: tiles are moved about until everything lies in sets, and every step can be undone.

1. Sets have numbers from 1 on. A set keeps its number while it has a tile, an empty place is a free number,
   and a new set takes the lowest that is free. So nothing on the table jumps while somebody thinks.
2. The rules are not here: what is no set yet, or may not be done at all, the game's preview says.
3. A joker of a set that is touched forgets what it stood for, unless the step says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from stolik.core.message import Complaint
from stolik.core.tiles import Tile, origins
from stolik.games.rummikub.sets import COLOURS, JOKER, Meld, number_of, on_rack, readings, tile

#: The sets of a table by number; an empty one is a free number.
Places = tuple[Meld, ...]


class Pick(msgspec.Struct, frozen=True):
    """A tile for a step: of the set with this number, else of the rack, else of the only set that has it."""

    tile: Tile
    source: int | None = None


class Put(msgspec.Struct, frozen=True, tag=True):
    """Put tiles into a set, or make a new one of them."""

    picks: tuple[Pick, ...]
    target: int | None = None


class Join(msgspec.Struct, frozen=True, tag=True):
    """Put all tiles of one set into another."""

    source: int
    target: int


class Split(msgspec.Struct, frozen=True, tag=True):
    """Make two sets of one; this tile is the first of the second."""

    number: int
    tile: Tile


class GiveBack(msgspec.Struct, frozen=True, tag=True):
    """Take tiles that were laid in this turn back to the rack."""

    picks: tuple[Pick, ...]


class Rearrange(msgspec.Struct, frozen=True, tag=True):
    """Show the whole new table."""

    table: tuple[Meld, ...]


class StartAgain(msgspec.Struct, frozen=True, tag=True):
    """Put everything as it was before the turn."""


Step = Put | Join | Split | GiveBack | Rearrange | StartAgain


class Building(msgspec.Struct, frozen=True):
    """The table before the turn and as it is tried, and the rack before the turn."""

    before: Places
    sets: Places
    own: tuple[Tile, ...]

    @property
    def laid(self) -> Counter[str]:
        """The origins of the tiles that came from the rack."""
        return _origins_of(self.sets) - _origins_of(self.before)

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The tiles still on the rack."""
        return _without(self.own, self.laid)

    @property
    def table(self) -> tuple[Meld, ...]:
        """The table as it is tried, as an action wants it."""
        return tuple(meld for meld in self.sets if meld)

    @property
    def changed(self) -> bool:
        return self.sets != self.before

    def numbers(self) -> list[int]:
        """The numbers of the sets there are."""
        return [number for number, meld in enumerate(self.sets, 1) if meld]

    def after(self, step: Step) -> Building:
        """The table after a step; raises Complaint and changes nothing where it cannot be done."""
        match step:
            case Put():
                return self._put(step)
            case Join():
                return self._put(Put(tuple(self._whole(step.source)), step.target))
            case Split():
                return self._split(step)
            case GiveBack():
                return self._give_back(step)
            case Rearrange():
                return self._with(follow(self.sets, [_tidy(meld) for meld in step.table]))
            case StartAgain():
                return self._with(self.before)

    def _with(self, sets: Places) -> Building:
        """Other sets; one that has its tiles of before again is as it was, jokers included."""
        longer = (*self.before, *(() for _ in sets))
        as_before = (old if _same(old, meld) else meld for old, meld in zip(longer, sets, strict=False))
        return Building(self.before, tuple(as_before), self.own)

    def set_at(self, number: int) -> Meld:
        """The set with this number; raises Complaint."""
        if number not in self.numbers():
            raise Complaint("There is no set {number}.", number=number)
        return self.sets[number - 1]

    def _whole(self, number: int) -> Iterable[Pick]:
        return (Pick(on_rack(each), number) for each in self.set_at(number))

    # --- the steps

    def _put(self, step: Put) -> Building:
        if step.target is not None:
            self.set_at(step.target)
        rack, sets = list(self.rack), self.sets
        for pick in step.picks:
            source = self._source(pick, rack, sets, step.target)
            if source:
                sets = _less(sets, source, pick.tile)
            else:
                rack.remove(on_rack(pick.tile))
        target = step.target or _lowest_free(sets)
        kept = sets[target - 1] if target <= len(sets) else ()
        moved = (pick.tile for pick in step.picks)
        return self._with(_placed(sets, target, _tidy((*map(on_rack, kept), *moved))))

    def _source(self, pick: Pick, rack: Sequence[Tile], sets: Places, target: int | None) -> int:
        """The number of the set that a tile comes from; 0 is the rack."""
        wanted = pick.tile.origin
        holding = [number for number, meld in enumerate(sets, 1) if wanted in origins(meld)]
        if pick.source is not None:
            self.set_at(pick.source)
            if pick.source not in holding:
                raise Complaint("Set {number} has no {tile}.", number=pick.source, tile=wanted)
            return pick.source
        if wanted in origins(rack):
            return 0
        found = [number for number in holding if number != target]
        if not found:
            raise Complaint("{tile} is neither on your rack nor in another set.", tile=wanted)
        if len(found) > 1:
            raise Complaint(
                "{tile} lies in several sets, {numbers}: write {example}.",
                tile=wanted,
                numbers=", ".join(map(str, found)),
                example=f"{found[0]}:{wanted}",
            )
        return found[0]

    def _split(self, step: Split) -> Building:
        meld = self.set_at(step.number)
        found = [at for at, each in enumerate(meld) if each.origin == step.tile.origin]
        if not found:
            raise Complaint("Set {number} has no {tile}.", number=step.number, tile=step.tile.origin)
        at = found[0]
        if not at:
            raise Complaint(
                "{tile} is the first of set {number}: nothing would be left before it.",
                number=step.number,
                tile=step.tile.origin,
            )
        bare = tuple(map(on_rack, meld))
        sets = _placed(self.sets, step.number, bare[:at])
        return self._with(_placed(sets, _lowest_free(sets), bare[at:]))

    def _give_back(self, step: GiveBack) -> Building:
        left = self
        for pick in step.picks:
            left = left._with(_less(left.sets, left._set_of_laid(pick), pick.tile))
        return left

    def _set_of_laid(self, pick: Pick) -> int:
        """The set from which a tile goes back: where it came to in this turn, if that can be told."""
        wanted = pick.tile.origin
        if wanted not in self.laid:
            raise Complaint("You have not laid {tile} in this turn.", tile=wanted)
        if pick.source is not None:
            return self._source(pick, (), self.sets, None)
        holding = [n for n in self.numbers() if wanted in origins(self.sets[n - 1])]
        return next((n for n in holding if wanted in self._came_to(n)), holding[0])

    def _came_to(self, number: int) -> Counter[str]:
        before = self.before[number - 1] if number <= len(self.before) else ()
        return origins(self.sets[number - 1]) - origins(before)


class History(msgspec.Struct, frozen=True):
    """A turn in the making with the steps before, and those that were undone."""

    now: Building
    past: tuple[Building, ...] = ()
    future: tuple[Building, ...] = ()

    @classmethod
    def begin(cls, table: Places, rack: tuple[Tile, ...]) -> History:
        """A turn in which nothing has been done yet."""
        return cls(Building(table, table, rack))

    def then(self, building: Building) -> History:
        """One step further; what was undone is forgotten."""
        return self if building == self.now else History(building, (*self.past, self.now))

    def undo(self) -> History:
        """One step back."""
        if not self.past:
            raise Complaint("There is no step to take back.")
        return History(self.past[-1], self.past[:-1], (self.now, *self.future))

    def redo(self) -> History:
        """The step that was undone last."""
        if not self.future:
            raise Complaint("There is no step to do again.")
        return History(self.future[0], (*self.past, self.now), self.future[1:])


def follow(places: Places, table: Sequence[Meld]) -> Places:
    """Another table with the numbers of this one: a set that is the same or much alike keeps its number."""
    numbers = alike(places, table)
    numbered: list[Meld] = [() for _ in places]
    for place, number in numbers.items():
        numbered[number - 1] = table[place]
    for place, meld in enumerate(table):
        if place not in numbers:
            numbered = list(_placed(tuple(numbered), _lowest_free(numbered), meld))
    return _trimmed(numbered)


def alike(places: Places, table: Sequence[Meld]) -> dict[int, int]:
    """Which set of a table goes on which number: those with the most tiles in common, at least two."""
    before, after = [[origins(meld) for meld in melds] for melds in (places, table)]
    common = [
        ((here & there).total(), here == there, number, place)
        for number, here in enumerate(before, 1)
        for place, there in enumerate(after)
    ]
    numbers: dict[int, int] = {}
    for n_common, _, number, place in sorted(common, key=lambda each: (not each[1], -each[0], each[2:])):
        if n_common > 1 and place not in numbers and number not in numbers.values():
            numbers[place] = number
    return numbers


def steps_to(building: Building, table: Sequence[Meld]) -> list[Step]:
    """The steps that make another table of the one that is tried: one for each set that gets tiles."""
    numbers = alike(building.sets, table)
    wanted = {number: origins(table[place]) for place, number in numbers.items()}
    spare = {n: origins(building.sets[n - 1]) - wanted.get(n, Counter()) for n in building.numbers()}
    grown: list[Step] = []
    new: list[Step] = []
    for place, meld in enumerate(table):
        number = numbers.get(place)
        have = origins(building.sets[number - 1]) if number is not None else Counter[str]()
        lacking = _without(tuple(map(on_rack, meld)), have)
        picks = tuple(Pick(each, _take_spare(spare, each.origin)) for each in lacking)
        if picks:
            (new if number is None else grown).append(Put(picks, number))
    back = [Pick(tile(face), n) for n, rest in spare.items() for face in rest.elements()]
    return [*([GiveBack(tuple(back))] if back else []), *grown, *new]


def _take_spare(spare: dict[int, Counter[str]], face: str) -> int | None:
    """The number of a set that can do without such a tile, which it then has no more."""
    for number, rest in spare.items():
        if rest[face] > 0:
            rest[face] -= 1
            return number
    return None


def _origins_of(melds: Iterable[Meld]) -> Counter[str]:
    return origins(each for meld in melds for each in meld)


def _less(places: Places, number: int, gone: Tile) -> Places:
    """The sets with a tile less in one of them, whose jokers stand for anything now."""
    rest = _without(places[number - 1], Counter([gone.origin]))
    return _placed(places, number, _tidy(tuple(map(on_rack, rest))))


def _same(old: Meld, new: Meld) -> bool:
    """Whether these are the same tiles, and the new set says nothing else of its jokers."""
    said = Counter(each.face for each in new if each.origin == JOKER and each.face != JOKER)
    return origins(old) == origins(new) and not said - Counter(each.face for each in old)


def _without(tiles: tuple[Tile, ...], gone: Counter[str]) -> tuple[Tile, ...]:
    """The tiles less some of them, in their order; what is not there is no matter."""
    left, kept = Counter(gone), []
    for each in tiles:
        if left[each.origin] > 0:
            left[each.origin] -= 1
        else:
            kept.append(each)
    return tuple(kept)


def _lowest_free(places: Sequence[Meld]) -> int:
    return next((number for number, meld in enumerate(places, 1) if not meld), len(places) + 1)


def _placed(places: Places, number: int, meld: Meld) -> Places:
    """The sets with another one on a number."""
    longer = [*places, *(() for _ in range(number - len(places)))]
    longer[number - 1] = meld
    return _trimmed(longer)


def _trimmed(places: Sequence[Meld]) -> Places:
    last = max((number for number, meld in enumerate(places, 1) if meld), default=0)
    return tuple(places[:last])


def _tidy(meld: Meld) -> Meld:
    """The tiles in the order of the set they make; else by colour and number, jokers last."""
    read = readings(meld)
    if read:
        return tuple(each if each in meld else tile(JOKER) for each in read[0])
    return tuple(sorted(meld, key=lambda each: (each.origin == JOKER, _rank(each.face))))


def _rank(face: str) -> tuple[int, int]:
    return (-1, 0) if face == JOKER else (COLOURS.index(face[0]), number_of(face))
