"""A lesson: the opening, the six ways to rebuild the table (R6.1), and a joker that is set free."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from stolik.core.about import Preset
from stolik.core.message import Message
from stolik.core.teaching import Step, Wording
from stolik.core.tiles import Rack, Tile, origins
from stolik.games.rummikub.actions import Action, Lay
from stolik.games.rummikub.options import Options
from stolik.games.rummikub.rules import Rummikub
from stolik.games.rummikub.state import State, Table
from stolik.games.rummikub.tiletext import parse_table, parse_tiles


class Example(NamedTuple):
    """A table, the tiles to lay, those that stay on the rack, and the table that can be made."""

    before: str
    laid: str
    kept: str
    after: str
    opened: bool = True


EXAMPLES = {
    "open": Example(
        "b2 b3 b4", "r10 r11 r12 k5 b5 o5", "k1 o9 b13", "b2 b3 b4 / r10 r11 r12 / k5 b5 o5", opened=False
    ),
    "add": Example("b3 b4 b5 / k8 r8 o8", "b6 b8", "k13 o1", "b3 b4 b5 b6 / k8 b8 r8 o8"),
    "take": Example("k4 b4 r4 o4", "b3 b5 b6", "k13 o1", "k4 r4 o4 / b3 b4 b5 b6"),
    "push": Example("r5 r6 r7", "r8 k5 o5", "k13 o1", "r6 r7 r8 / k5 r5 o5"),
    "split": Example("b4 b5 b6 b7 b8", "b6", "k13 o1", "b4 b5 b6 / b6 b7 b8"),
    "gather": Example(
        "b10 b11 b12 b13 / r7 r8 r9 r10", "o10", "k13 o1", "b11 b12 b13 / r7 r8 r9 / b10 r10 o10"
    ),
    "combine": Example(
        "k6 b6 r6 o6 / r7 r8 r9 r10 / b7 b8 b9",
        "r11 b10",
        "k13 o1",
        "k6 b6 o6 / r6 r7 r8 / r9 r10 r11 / b7 b8 b9 b10",
    ),
    "joker": Example("r4 r5 J=r6", "r6 k9 b9", "k13 o1", "r4 r5 r6 / k9 b9 J=r9"),
}


def steps(_game: Rummikub, preset: Preset) -> tuple[Step, ...]:
    """A step for each example."""
    return tuple(_steps(preset.options))


def position(example: Example, options: Options) -> State:
    """The example as a game in which the first seat is to move and all others have opened."""
    seats = options.min_players
    racks = (
        Rack(parse_tiles(f"{example.laid} {example.kept}")),
        *[Rack((), options.rack_size)] * (seats - 1),
    )
    table = Table(
        options=options,
        seats=seats,
        melds=parse_table(example.before),
        rack_sizes=tuple(map(len, racks)),
        fresh=(0,) * seats,
        opened=tuple(range(0 if example.opened else 1, seats)),
    )
    return State(table, racks)


def _steps(options: Options) -> Iterator[Step]:
    for name, example in EXAMPLES.items():
        state = position(example, options)
        yield Step(
            id=name,
            said=_said(options)[name],
            state=state,
            solution=Lay(parse_table(example.after)),
            is_it=partial(_lays, state, parse_tiles(example.laid) if example.opened else ()),
        )


def _lays(before: State, wanted: tuple[Tile, ...], action: Action) -> bool:
    """Whether a new table has these tiles besides those that lay there before."""
    if not isinstance(action, Lay):
        return False
    laid = origins(each for meld in action.table for each in meld) - origins(before.table.tiles())
    return not origins(wanted) - laid


def _said(options: Options) -> dict[str, Wording]:
    return {
        "open": Wording(
            Message("Open the game"),
            Message(
                "Lay sets from your rack that are worth {n} points or more together. Leave the table alone.",
                {"n": options.opening_points},
            ),
            Message("Make new sets of your own tiles only, and add up their numbers."),
            Message("You have opened. From your next turn on all sets on the table are yours to rebuild."),
        ),
        "add": Wording(
            Message("Add to sets"),
            Message("Add the blue 6 to the run and the blue 8 to the group."),
            Message("Both tiles find a place in the sets that lie there."),
            Message("Runs grow at both ends; a group takes the colour that it lacks."),
        ),
        "take": Wording(
            Message("Take a tile of a group"),
            Message("Lay the blue 3, 5 and 6. The 4 between them lies in the group of four."),
            Message("Take the blue 4 out of its group: three fours are still a group."),
            Message("A group of four can give one tile away: three are still a group."),
        ),
        "push": Wording(
            Message("Add at one end, take at the other"),
            Message(
                "Lay the red 8 at the end of the run. Then its 5 is free for a group with your two fives."
            ),
            Message("The red 8 goes to the run, and the red 5 leaves it for your fives."),
            Message("A run of three may move on by one tile and still be a run."),
        ),
        "split": Wording(
            Message("Split a run"),
            Message("Lay the second blue 6: split the long run in the middle."),
            Message("Each half of the run needs a blue 6 of its own."),
            Message("Five in a row and one more from the middle make two runs."),
        ),
        "gather": Wording(
            Message("Gather from several sets"),
            Message("Lay the orange 10 with two tens that lie at the ends of runs."),
            Message("Take the blue 10 and the red 10 from their runs: both stay long enough."),
            Message("Look for long runs: their ends can be taken."),
        ),
        "combine": Wording(
            Message("All of it together"),
            Message("Lay the red 11 and the blue 10, and do something with the red 6 of the group, too."),
            Message("The red 6 can leave its group for the long red run, which is then split in two."),
            Message("However much you move: in the end everything lies in sets, and no tile is lost."),
        ),
        "joker": Wording(
            Message("Set a joker free"),
            Message(
                "The joker stands for the red 6. Lay yours in its place, and use the joker with your nines."
            ),
            Message("The red 6 goes where the joker lies, and the joker goes to your nines."),
            Message(
                "A joker that is set free lies in a set again in the same turn; nobody takes it to the rack."
            ),
        ),
    }
