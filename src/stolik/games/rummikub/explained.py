"""The rules told to people, as the options of a preset have them; the clauses are those of RULES.md."""

from __future__ import annotations

from collections.abc import Iterator

from stolik.core.about import Preset
from stolik.core.message import Message
from stolik.core.teaching import Explanation, Rule, Section
from stolik.games.rummikub.ending import UNOPENED, UNOPENED_THOUGH_POSSIBLE
from stolik.games.rummikub.options import Options
from stolik.games.rummikub.pictures import joker_set_free, opening, sets, six_ways, wrong_sets
from stolik.games.rummikub.rules import Rummikub
from stolik.games.rummikub.sets import HIGHEST, JOKER_COST, box_size


def explain(_game: Rummikub, preset: Preset) -> Explanation:
    """What a player should know."""
    options: Options = preset.options
    free = () if options.jokers == "strict" else (joker_set_free(options),)
    sections = (
        Section("goal", Message("What it is about"), tuple(_goal(options))),
        Section("box", Message("What is in the box"), tuple(_box(options))),
        Section("start", Message("Before the first move"), tuple(_start(options))),
        Section("sets", Message("Groups and runs"), tuple(_sets()), (*sets(), *wrong_sets())),
        Section("turn", Message("Your turn"), tuple(_turn())),
        Section("opening", Message("The opening"), tuple(_opening(options)), (opening(options),)),
        Section("rebuilding", Message("Rebuilding the table"), tuple(_rebuilding()), six_ways(options)),
        Section("jokers", Message("Jokers"), tuple(_jokers(options)), free),
        Section("time", Message("Time and mistakes"), tuple(_time(options))),
        Section("end", Message("The end"), tuple(_end())),
        Section("points", Message("Points"), tuple(_points(options))),
        Section("leaving", Message("Several games, and leaving"), tuple(_leaving())),
    )
    return Explanation(sections)


def _goal(options: Options) -> Iterator[Rule]:
    yield Rule(
        "Lay all tiles of your rack on the table, in groups and runs. Who does it first wins.",
        clauses=("R8.1",),
    )
    yield Rule(
        "For {least} to {most} players.",
        {"least": options.min_players, "most": options.max_players},
        ("R1.3",),
    )


def _box(options: Options) -> Iterator[Rule]:
    yield Rule(
        "There are {n} tiles: numbers from 1 to {highest} in black, blue, red and orange, each {copies}"
        " times, and {jokers} jokers.",
        {
            "highest": HIGHEST,
            "copies": options.n_copies,
            "jokers": options.n_jokers,
            "n": box_size(options.n_copies, options.n_jokers),
        },
        ("R1.1", "R1.2"),
    )


def _start(options: Options) -> Iterator[Rule]:
    yield Rule(
        "Everybody draws a tile, and the highest number begins. Equal ones draw again, and so does who has"
        " drawn a joker. In later games of a match the next to the left begins.",
        clauses=("R2.1", "R2.2", "R2.3", "R2.4", "R2.5"),
    )
    yield Rule(
        "Each rack gets {n} tiles. The rest lies face down and is the bank.",
        {"n": options.rack_size},
        ("R2.6", "R1.4"),
    )
    if options.redeal_doublets is not None:
        yield Rule(
            "After the deal everybody is asked. Who has {n} doublets or more may want a new deal. A doublet"
            " is two equal tiles; jokers make none. The first wish decides, and all are dealt anew.",
            {"n": options.redeal_doublets},
            ("R2.7", "R2.8", "R2.9"),
        )


def _sets() -> Iterator[Rule]:
    yield Rule("A set is a group or a run, and has three tiles or more.", clauses=("R3.1",))
    yield Rule("Group: the same number in three or four different colours.", clauses=("R3.2",))
    yield Rule(
        "Run: numbers in sequence in one colour. 1 is the lowest and never follows 13.",
        clauses=("R3.3", "R3.4"),
    )
    yield Rule(
        "A joker stands for a tile that the set lacks. Where there is a choice you say which; unsaid it is"
        " the one that makes the set worth most.",
        clauses=("R3.5", "R3.6"),
    )


def _turn() -> Iterator[Rule]:
    yield Rule(
        "When it is your turn you lay tiles or draw one. Who does not lay draws one tile from the bank; it"
        " waits for the next turn. Nobody has to lay.",
        clauses=("R4.1", "R4.5", "R4.7"),
    )
    yield Rule(
        "To lay, bring at least one tile of your rack to the table, and none that is not yours.",
        clauses=("R4.2", "R4.3"),
    )
    yield Rule("What lies on the table stays on the table: no tile goes back to a rack.", clauses=("R4.4",))


def _opening(options: Options) -> Iterator[Rule]:
    yield Rule(
        "The first sets that you lay are worth {n} points or more together, in one turn and from your rack"
        " alone. A joker counts as the tile that it stands for.",
        {"n": options.opening_points},
        ("R5.1", "R5.2"),
    )
    yield Rule(
        "Until then, and in that very turn, leave alone what lies on the table. You need not open as soon as"
        " you can.",
        clauses=("R5.3", "R5.4"),
    )


def _rebuilding() -> Iterator[Rule]:
    yield Rule(
        "From the turn after your opening all sets are yours to use. Add, split and rebuild as you like; in"
        " the end everything lies in groups and runs again. These are the six usual ways.",
        clauses=("R6.1",),
    )


def _jokers(options: Options) -> Iterator[Rule]:
    if options.jokers == "strict":
        yield Rule(
            "A joker on the table counts as the tile it stands for, until that very tile is laid for it.",
            clauses=("R6.3",),
        )
    else:
        yield Rule(
            "Put the tile that a joker stands for in its place, or split its set, and the joker is free. It"
            " lies in a set again in the same turn. In a group of three either missing colour will do.",
            clauses=("R6.2",),
        )


def _time(options: Options) -> Iterator[Rule]:
    if options.turn_seconds is not None:
        yield Rule("A turn lasts {n} seconds.", {"n": options.turn_seconds}, ("R7.1",))
    yield Rule(
        "When the time is up, the table becomes what it was before, and you draw a penalty from the bank"
        " (tiles: {n}). With an empty bank it costs nothing. Who does not answer after the deal plays with"
        " what was dealt.",
        {"n": options.penalty_tiles},
        ("R7.2", "R7.5", "R7.6"),
    )
    if options.invalid == "penalty":
        yield Rule(
            "A table with a mistake is taken back, too, with the same penalty; what was wrong is told"
            " afterwards.",
            clauses=("R7.4",),
        )
    else:
        yield Rule("A table with a mistake is refused, and you may go on trying.", clauses=("R7.3",))


def _end() -> Iterator[Rule]:
    yield Rule(
        "The game is over as soon as somebody has laid the last tile; nothing more can be done then.",
        clauses=("R8.1", "R4.6"),
    )
    yield Rule(
        "When the bank is empty everybody has one more move, who drew the last tile at the end. Only then"
        " one may pass. The rack of the lowest value wins, and equal ones share the win.",
        clauses=("R8.2", "R8.3", "R8.4"),
    )


def _points(options: Options) -> Iterator[Rule]:
    yield Rule(
        "Who has not won writes the numbers left on the rack as minus points. A joker counts {n}.",
        {"n": JOKER_COST},
        ("R9.1", "R9.2"),
    )
    yield Rule(
        "Who has gone out writes the sum of all that as plus points.",
        clauses=("R9.7",),
    )
    yield Rule(
        "Who has not opened when somebody goes out writes minus {few}, and minus {many} if an opening was on"
        " the rack and there was a turn to lay it.",
        {"few": UNOPENED, "many": UNOPENED_THOUGH_POSSIBLE},
        ("R9.3", "R9.4"),
    )
    if options.announce == "required":
        yield Rule(
            "A tile drawn in the latest turn does not count for that, if you have announced after drawing"
            " that you will open.",
            clauses=("R9.5", "R9.6"),
        )
    else:
        yield Rule("A tile drawn in the latest turn does not count for that.", clauses=("R9.5",))
    yield Rule(
        "When the bank is empty the winner writes the sum less the own rack; who share the win divide it,"
        " rounded down.",
        clauses=("R9.8", "R9.9"),
    )
    if options.unopened_pay_always:
        yield Rule("With an empty bank, too, who has not opened pays for that.", clauses=("R9.10",))
    else:
        yield Rule("With an empty bank racks count as they are, opened or not.", clauses=("R9.10",))


def _leaving() -> Iterator[Rule]:
    yield Rule("The points of all games of a match are added up.", clauses=("R10.1",))
    yield Rule(
        "When all others have left, who stays wins as if the last tile were laid. When several stay they"
        " play on, and who has left ranks behind them.",
        clauses=("R10.2", "R10.3"),
    )
