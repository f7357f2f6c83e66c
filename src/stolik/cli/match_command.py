"""`stolik match`: which of two bots is stronger, by paired games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress

from stolik.bots import make_bot
from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.message import Complaint
from stolik.core.pairs import Pair, estimate, estimate_wins
from stolik.study.matches import Match, MatchFile, play_match
from stolik.terminal import settings
from stolik.terminal.opening import open_game
from stolik.terminal.output import print_json


def run_match(
    bot_a: Annotated[str, Parameter(help="A level: see `stolik presets --json`.")],
    bot_b: Annotated[str, Parameter(help="Its opponent.")],
    /,
    *,
    pairs: Annotated[int, Parameter(help="How many pairs of games.")] = 20,
    preset: Annotated[str | None, Parameter(help="What to play.")] = None,
    seed: Annotated[str, Parameter(help="The same seed gives the same games.")] = "1",
    jobs: Annotated[int, Parameter(help="How many pairs at a time.")] = 1,
    out: Annotated[Path | None, Parameter(help="Keep the pairs here, and go on where they end.")] = None,
    json: Annotated[bool, Parameter(help="Print JSON.")] = False,
) -> int:
    """Play two bots against each other: the same draws twice with the seats swapped, 95 % interval."""
    if pairs < 1 or jobs < 1:
        raise Complaint("Give a number of pairs, and of pairs at a time, from 1 on.")
    chosen, game, _ = open_game(preset or registry.in_order(settings.say().language)[0].id)
    if game.kind(chosen.options, 2) != "versus" or not chosen.players[0] <= 2 <= chosen.players[1]:
        raise Complaint("{preset} is not a game of two against each other.", preset=chosen.id)
    for level in (bot_a, bot_b):
        make_bot(level, game, SeededChance(seed))
    match = Match(bots=(bot_a, bot_b), preset=chosen.id, seed=seed)
    file = MatchFile(out, match) if out is not None else None
    played: list[Pair] = file.pairs if file is not None else []
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=json or not console.is_terminal) as progress:
        task = progress.add_task(f"{bot_a} – {bot_b}", total=pairs, completed=len(played))
        for pair in play_match(game, chosen, match, len(played), pairs, jobs):
            if file is not None:
                file.append(pair)
            else:
                played.append(pair)
            progress.advance(task)
    show_match(match, played[:pairs], json)
    return 0


def show_match(match: Match, pairs: list[Pair], json: bool) -> None:
    """Wins and points of the first bot with their intervals."""
    wins, spread = estimate_wins(pairs), estimate([pair.spread for pair in pairs])
    if json:
        print_json({"match": match, "n_pairs": len(pairs), "win_percent": wins, "spread": spread})
        return
    text = settings.say()
    Console().print(
        text(
            "{a} against {b}: {wins} % ± {half} of {n} pairs won, {spread} ± {spread_half} points a game.",
            a=match.bots[0],
            b=match.bots[1],
            wins=f"{wins.mean:.1f}",
            half=f"{wins.half_width:.1f}",
            n=len(pairs),
            spread=f"{spread.mean:+.1f}",
            spread_half=f"{spread.half_width:.1f}",
        )
    )


def register(app: cyclopts.App) -> None:
    """Add the command."""
    app.command(run_match, name="match")
