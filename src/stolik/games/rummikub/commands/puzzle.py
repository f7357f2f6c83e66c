"""`stolik rummikub puzzle`: a riddle with number tiles, its solution, and whether an answer is right."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable
from shlex import quote
from typing import Annotated

import msgspec
from cyclopts import Parameter
from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from stolik.core.game import IllegalAction
from stolik.games.rummikub.commands.puzzles import GRADES, Puzzle, judge, make_puzzle
from stolik.games.rummikub.solver import sets_missing
from stolik.terminal import settings
from stolik.terminal.output import print_json

_SEEDS = 1_000_000
#: Every tile begins with the letter of its colour, so that colours are not needed to read it.
_STYLES = {"k": "bold", "b": "bold blue", "r": "bold red", "o": "bold yellow", "J": "bold magenta"}


def puzzle(
    *,
    grade: Annotated[int, Parameter(help="How many sets have to be rebuilt at least.")] = GRADES[0],
    seed: Annotated[str | None, Parameter(help="The same seed gives the same puzzle; else any.")] = None,
    preset: Annotated[str, Parameter(help="Whose tiles: rummikub or rummikub-xp.")] = "rummikub",
    solution: Annotated[bool, Parameter(help="Show how it is done.", negative=())] = False,
    check: Annotated[
        str | None,
        Parameter(help='Whether a new table solves it: "1 3 5-7 / r3 r4 r5", old sets by their numbers.'),
    ] = None,
    json: Annotated[bool, Parameter(help="Print JSON.")] = False,
) -> int:
    """Set a puzzle: lay the whole rack, which takes rebuilding at least four sets of the table."""
    made = make_puzzle(preset, seed or str(secrets.randbelow(_SEEDS)), grade)
    if check is not None:
        return show_verdict(made, check, json)
    if json:
        told = msgspec.structs.asdict(made)
        print_json({name: value for name, value in told.items() if solution or name != "solution"})
        return 0
    show_puzzle(made)
    if solution:
        show_solution(made)
    else:
        show_ways(made)
    return 0


def show_puzzle(made: Puzzle) -> None:
    """The sets by their numbers, and the rack."""
    text, console = settings.say(), Console(highlight=False)
    console.print(
        text(
            "Puzzle {seed}: lay the whole rack. At least {n} sets of the table have to change.",
            seed=made.seed,
            n=made.grade,
        ),
        style="bold",
    )
    console.print()
    sets = [Text(f"{number:3}  ").append_text(painted(tiles)) for number, tiles in enumerate(made.table, 1)]
    console.print(Columns(sets, equal=True, column_first=True, padding=(0, 4)))
    console.print()
    console.print(Text.assemble(text("Rack:"), " ", painted(made.rack)))
    legend = text("k black, b blue, r red, o orange, J=r5 a joker that stands for a red 5")
    console.print(legend, style="dim")


def show_solution(made: Puzzle) -> None:
    """The sets that stay by their numbers, and the new ones with the tiles of the rack in brackets."""
    text, console = settings.say(), Console(highlight=False)
    touched = sets_missing(made.table, made.solution)
    kept = (str(number + 1) for number in range(len(made.table)) if number not in touched)
    laid = Counter(made.rack)
    console.print()
    console.print(text("Sets that stay: {numbers}", numbers=" ".join(kept) or "–"))
    console.print(text("New sets, with the tiles of the rack in brackets:"))
    for place in sets_missing(made.solution, made.table):
        console.print(Text("    ").append_text(painted(made.solution[place], laid)))


def show_ways(made: Puzzle) -> None:
    """How to go on."""
    text, console = settings.say(), Console(highlight=False, soft_wrap=True)
    preset = "" if made.preset == "rummikub" else f" --preset {made.preset}"
    command = f"stolik rummikub puzzle --grade {made.grade} --seed {quote(made.seed)}{preset}"
    console.print()
    console.print(text("Is my answer right? Sets that stay are told by their numbers:"), style="dim")
    console.print(Text(f'{command} --check "1 2 / r3 r4 r5"', style="dim"))
    console.print(text("How is it done?"), style="dim")
    console.print(Text(f"{command} --solution", style="dim"))


def show_verdict(made: Puzzle, answer: str, json: bool) -> int:
    """Whether an answer is right by the rules of the game, and why not; 1 if it is not."""
    text, console = settings.say(), Console(highlight=False)
    problem, n_touched = None, None
    try:
        judged = judge(made, answer)
        n_touched = judged.n_touched
        if judged.left:
            problem = text("these tiles stay on the rack: {tiles}", tiles=" ".join(judged.left))
    except IllegalAction as refusal:
        problem = text.complaint(refusal)
    if json:
        print_json({"right": problem is None, "problem": problem, "n_touched": n_touched})
    elif problem is not None:
        console.print(Text.assemble((text("Not yet:"), "bold red"), " ", problem))
    else:
        sentence = text("The whole rack is laid, and {n} sets have changed.", n=n_touched or 0)
        console.print(Text.assemble((text("Right!"), "bold green"), " ", sentence))
    return 0 if problem is None else 1


def painted(tiles: Iterable[str], bracketed: Counter[str] | None = None) -> Text:
    """Tiles in their colours; those in brackets are counted down."""
    left = Counter() if bracketed is None else bracketed
    shown = []
    for tile in tiles:
        style = _STYLES[tile[0]]
        shown.append(Text(f"[{tile}]" if left[tile] > 0 else tile, style=style))
        left[tile] -= 1
    return Text(" ").join(shown)
