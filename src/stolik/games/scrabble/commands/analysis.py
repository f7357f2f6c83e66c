"""`stolik sim`, `stolik endgame`, `stolik hint`: what the engine thinks of a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from cyclopts import Parameter
from rich.console import Console

from stolik.core.message import Complaint
from stolik.crossboard.engine.position import PASS, Choice
from stolik.crossboard.engine.simulate import SimulationReport, simulate
from stolik.crossboard.engine.think import TO_THE_END, think
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.bots import LEVELS
from stolik.games.scrabble.commands.moves import headed
from stolik.games.scrabble.commands.positions import Asked, describe, kept_tiles, read_position, write_move
from stolik.games.scrabble.enumerate import may_move
from stolik.kernels.endgame import Solution
from stolik.terminal import settings
from stolik.terminal.commands import Unfinished
from stolik.terminal.opening import show_preparing
from stolik.terminal.output import print_json
from stolik.texts import N_
from stolik.words.store import Lexicons

CGP = Annotated[str, Parameter(help="Rows, racks, scores and turns without a play, in CGP.")]
Preset = Annotated[str, Parameter(help="Tiles, board and rules.")]
Lexicon = Annotated[str | None, Parameter(help="Word list; the preset's when left out.")]
Notation = Annotated[settings.NotationName | None, Parameter(help="For the printed table.")]
Json = Annotated[bool, Parameter(help="Print JSON.")]
Seed = Annotated[int, Parameter(help="The same seed gives the same result.")]
_SEEDS = 1 << 63


def run_sim(
    position: CGP,
    /,
    *,
    plies: Annotated[int, Parameter(help="Turns after the move; 0 to the end of the game.")] = 2,
    iterations: Annotated[int, Parameter(help="Of all moves together; it may end sooner.")] = 20_000,
    moves: Annotated[int, Parameter(help="How many moves, the best by equity.")] = 15,
    threads: Annotated[int, Parameter(help="The result is the same for any number.")] = 1,
    preset: Preset = "pl",
    lexicon: Lexicon = None,
    seed: Seed = 0,
    notation: Notation = None,
    json: Json = False,
) -> int:
    """Try moves out by playing on with random tiles; the likeliest to win comes first."""
    if min(iterations, moves, threads) < 1 or plies < 0 or not 0 <= seed < _SEEDS:
        raise Complaint("Give numbers from 1 on, and turns and a seed from 0 on.")
    asked = read_position(position, preset, lexicon)
    _refuse_other_boards(asked)
    choices = asked.brain.choices(asked.position, moves)
    report = simulate(
        asked.brain.simulations(threads),
        asked.position,
        [choice.candidate for choice in choices],
        plies=plies or TO_THE_END,
        iterations=iterations,
        seed=seed,
    )
    if json:
        print_json(_report_as_json(asked, choices, report, plies))
    else:
        show_report(asked, choices, report, notation)
    return 0


def _refuse_other_boards(asked: Asked) -> None:
    if not asked.brain.suits_engine:
        raise Complaint("This needs a board of 15 x 15 squares and racks of up to seven tiles.")
    _refuse_long_racks(asked)


def _refuse_long_racks(asked: Asked) -> None:
    """A position may be written with more tiles than the game deals, to the mover or to another."""
    most = asked.view.table.options.rack_size
    longest = max((asked.position.rack_size, *asked.position.sizes))
    if longest > most:
        raise Complaint("The rack has {n} tiles; in this game it has {most} at most.", n=longest, most=most)


def _report_as_json(
    asked: Asked, choices: list[Choice], report: SimulationReport, plies: int
) -> dict[str, Any]:
    return {
        "plies": plies,
        "iterations": report.n_iterations,
        "stopped_early": report.stopped_early,
        "moves": [
            describe(asked, choices[one.number])
            | {
                "equity": choices[one.number].equity / 1000,
                "n": one.n,
                "win_percent": 100 * one.win.mean,
                "win_half_width": 100 * one.win.half_width,
                "spread": one.spread.mean,
                "spread_half_width": one.spread.half_width,
            }
            for one in report.standings
        ],
    }


def show_report(asked: Asked, choices: list[Choice], report: SimulationReport, notation: str | None) -> None:
    """The moves with chances and points, each with its interval."""
    text, written = settings.say(), settings.notation_for(asked.preset, notation)
    table = headed(N_("move"), N_("points"), N_("keeps"), N_("win %"), N_("ahead at the end"), N_("tries"))
    for one in report.standings:
        choice = choices[one.number]
        table.add_row(
            write_move(asked, choice, written),
            str(choice.points),
            kept_tiles(asked, choice),
            f"{100 * one.win.mean:.1f} ± {100 * one.win.half_width:.1f}",
            f"{one.spread.mean:+.1f} ± {one.spread.half_width:.1f}",
            str(one.n),
        )
    console = Console()
    console.print(table)
    early = text("the best is clear") if report.stopped_early else text("the budget is used up")
    console.print(text("{n} iterations: {why}", n=report.n_iterations, why=early), style="dim")


def run_endgame(
    position: CGP,
    /,
    *,
    nodes: Annotated[int, Parameter(help="How many positions the search may enter.")] = 1_000_000,
    preset: Preset = "pl",
    lexicon: Lexicon = None,
    notation: Notation = None,
    json: Json = False,
) -> int:
    """Solve the end of a game, when the bag is empty: the value, the best line, and whether that is exact.

    With more than two players the racks of the others are not known: moves are tried out to the end of the
    game, and the value has an interval.
    """
    if nodes < 1:
        raise Complaint("Give a number of positions from 1 on.")
    asked = read_position(position, preset, lexicon)
    _refuse_other_boards(asked)
    at = asked.position
    if at.bag:
        raise Complaint(
            "The bag still holds {n} tiles: an endgame begins when it is empty. Try: stolik sim", n=at.bag
        )
    theirs = at.other_rack()
    if theirs is None:
        return _estimate_end(asked, nodes, notation, json)
    endgame = asked.brain.endgame()
    assert endgame is not None  # the board was checked and everything prepared
    solution = endgame.solve(at.board, at.rack, theirs, max_nodes=nodes)
    if json:
        print_json(_solution_as_json(asked, solution))
    else:
        show_solution(asked, solution, notation)
    return 0


def _solution_as_json(asked: Asked, solution: Solution) -> dict[str, Any]:
    line = []
    for turn, record in enumerate(solution.line):
        choice = PASS if record is None else asked.brain.read(record)
        line.append({"side": turn % 2, **_bare(asked, choice)})
    return {
        "value": solution.value,
        "exact": solution.exact,
        "nodes": solution.n_nodes,
        "depth": solution.depth,
        "line": line,
    }


def _bare(asked: Asked, choice: Choice) -> dict[str, Any]:
    """A move of a line: the words across it depend on those before, so they are left out."""
    described = describe(asked, choice)
    return {name: value for name, value in described.items() if name != "words"}


def show_solution(asked: Asked, solution: Solution, notation: str | None) -> None:
    """The line turn by turn, then the value."""
    text, written = settings.say(), settings.notation_for(asked.preset, notation)
    table = headed(N_("who"), N_("move"), N_("points"))
    for turn, record in enumerate(solution.line):
        choice = PASS if record is None else asked.brain.read(record)
        who = text("to move") if turn % 2 == 0 else text("other")
        table.add_row(who, write_move(asked, choice, written), str(choice.points))
    console = Console()
    console.print(table)
    value = f"{solution.value:+d}"
    if solution.exact:
        console.print(text("The side to move gains {value} points to the end: exact.", value=value))
    else:
        console.print(
            text(
                "About {value} points for the side to move: searched {depth} turns deep, not to the end.",
                value=value,
                depth=solution.depth,
            )
        )
    console.print(text("{n} positions searched", n=solution.n_nodes), style="dim")


def _estimate_end(asked: Asked, iterations: int, notation: str | None, json: bool) -> int:
    """Try moves out to the end of the game, as the racks of several others are not known."""
    choices = asked.brain.choices(asked.position, 15)
    report = simulate(
        asked.brain.simulations(1),
        asked.position,
        [choice.candidate for choice in choices],
        plies=TO_THE_END,
        iterations=min(iterations, 20_000),
    )
    if json:
        ahead = asked.position.scores[0] - max(asked.position.scores[1:])
        best = report.best
        print_json(
            {
                "value": best.spread.mean - ahead,
                "exact": False,
                "half_width": best.spread.half_width,
                "line": [{"side": 0, **_bare(asked, choices[best.number])}],
                **_report_as_json(asked, choices, report, 0),
            }
        )
    else:
        show_report(asked, choices, report, notation)
    return 0


class Hint(NamedTuple):
    """Hints in a position, or in the game one is playing."""

    newest: Callable[[Lexicons], Unfinished | None]

    def give(
        self,
        position: Annotated[
            str | None, Parameter(help="In CGP; the game you are playing if left out.")
        ] = None,
        /,
        *,
        preset: Preset = "pl",
        lexicon: Lexicon = None,
        notation: Notation = None,
        json: Json = False,
    ) -> int:
        """Say what the strongest bot would do, in a position or in the game you are playing."""
        asked = _own_game(self.newest) if position is None else read_position(position, preset, lexicon)
        _refuse_long_racks(asked)
        choice = think(asked.brain, asked.position, LEVELS["champion"].depth)
        if json:
            print_json(describe(asked, choice) | {"equity": choice.equity / 1000})
            return 0
        text = settings.say()
        move = write_move(asked, choice, settings.notation_for(asked.preset, notation))
        kept = kept_tiles(asked, choice)
        if not choice.record:
            sentence = text("Hint: {move}.", move=move)
        elif kept:
            sentence = text(
                "Hint: {move} for {n} points; you keep {kept}.", move=move, n=choice.points, kept=kept
            )
        else:
            sentence = text("Hint: {move} for {n} points, with all your tiles.", move=move, n=choice.points)
        Console().print(sentence, highlight=False)
        return 0


def _own_game(newest: Callable[[Lexicons], Unfinished | None]) -> Asked:
    """The newest game on this machine that waits for the person, as that person sees it."""
    found = newest(Lexicons())
    if found is None:
        raise Complaint("No game is under way. Start one with: stolik play")
    if not isinstance(found.game, Scrabble):
        raise Complaint("{preset} is not a game with a word board.", preset=found.preset.id)
    if not may_move(found.view):
        raise Complaint("It is not your turn in {file}.", file=found.file.name)
    brain = found.game.preparation(found.view.table.options)
    show_preparing(brain, brain.lexicon.name)
    return Asked(found.preset, found.view, brain)
