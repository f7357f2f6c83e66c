"""Commands for every game: what can be played, whole games between bots, and looking at a finished game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import cyclopts
from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from stolik.bots import levels
from stolik.core import registry
from stolik.core.about import in_language
from stolik.core.log import LogError, standing
from stolik.core.message import Complaint
from stolik.core.outcome import Kind
from stolik.core.result import shows_points
from stolik.storage.logfile import read_header, read_log
from stolik.study.simulation import GameReport, simulate
from stolik.terminal import settings
from stolik.terminal.opening import open_game
from stolik.terminal.output import print_json
from stolik.texts import N_
from stolik.words.store import Lexicons


def list_presets(*, json: Annotated[bool, Parameter(help="Print JSON.")] = False) -> int:
    """List the presets: game, language, players and a sentence."""
    console = Console()
    text = settings.say()
    rows: list[dict[str, Any]] = [
        {
            "preset": preset.id,
            "game": preset.game,
            "title": in_language(registry.about(preset.game).title, text.language),
            "language": preset.language,
            "players": list(preset.players),
            "sentence": in_language(preset.sentence, text.language),
            "bots": list(levels(preset.game)),
        }
        for preset in registry.presets().values()
    ]
    if json:
        print_json(rows)
        return 0
    table = Table(box=None, pad_edge=False)
    for heading in (N_("preset"), N_("game"), N_("language"), N_("players"), ""):
        table.add_column(text(heading) if heading else "", style="bold" if heading == "preset" else "")
    for row in rows:
        least, most = row["players"]
        players = str(least) if least == most else f"{least}–{most}"
        table.add_row(row["preset"], row["title"], row["language"], players, row["sentence"])
    console.print(table)
    return 0


def run_simulation(
    preset: Annotated[str, Parameter(help="What to play: see `stolik presets`.")],
    /,
    *,
    games: Annotated[int, Parameter(help="How many games.")] = 3,
    players: Annotated[int | None, Parameter(help="Seats; the preset's least when left out.")] = None,
    bots: Annotated[str | None, Parameter(help="Levels by seat: a,b; else the gentlest.")] = None,
    seed: Annotated[str, Parameter(help="The same seed gives the same games.")] = "1",
    json: Annotated[bool, Parameter(help="Print JSON.")] = False,
) -> int:
    """Play whole games between bots; each is checked for lost tiles, replay and scores."""
    if games < 1:
        raise Complaint("Give a number of games from 1 on.")
    chosen, game, _ = open_game(preset)
    seats = chosen.players[0] if players is None else players
    names = bots.split(",") if bots else [levels(chosen.game)[0]]
    console = Console(stderr=True)
    reports: list[GameReport] = []
    with Progress(console=console, transient=True, disable=json or not console.is_terminal) as progress:
        task = progress.add_task(chosen.id, total=games)
        for report in simulate(game, chosen, seats, names, games, seed):
            reports.append(report)
            progress.advance(task)
    summary = summarise(chosen.id, game.kind(chosen.options, seats), seats, seed, reports)
    if json:
        print_json(summary)
    else:
        show_simulation(summary, reports)
    return 0


def summarise(preset: str, kind: Kind, seats: int, seed: str, reports: list[GameReport]) -> dict[str, Any]:
    """Results and figures of a series."""
    cpu = sum(report.cpu_s for report in reports)
    n = len(reports)
    return {
        "preset": preset,
        "kind": kind,
        "seed": seed,
        "n_games": n,
        "bots": list(reports[0].bots),
        **_results(kind, seats, reports),
        "mean_actions": round(sum(report.actions for report in reports) / n, 2),
        "cpu_s": round(cpu, 3),
        "games_per_cpu_s": round(n / cpu, 3) if cpu else None,
        "checked": ["conservation", "replay", "scores"],
        "games": reports,
    }


def _results(kind: Kind, seats: int, reports: list[GameReport]) -> dict[str, Any]:
    """What bots have reached: wins of each or of the team, and scores where they are somebody's own."""
    if kind == "together":
        return {"team_wins": sum(bool(report.winners) for report in reports)}
    scores = [[report.scores[seat] for report in reports] for seat in range(seats)]
    means = [round(sum(each) / len(each), 2) for each in scores]
    if kind == "solo":
        return {"best_score": max(scores[0]), "mean_scores": means}
    wins = [0.0] * seats
    for report in reports:
        for seat in report.winners:
            wins[seat] += 1 / len(report.winners)
    return {"wins": [round(share, 3) for share in wins], "mean_scores": means}


def show_simulation(summary: dict[str, Any], reports: list[GameReport]) -> None:
    """Results and figures for people."""
    text = settings.say()
    console = Console()
    table = Table(box=None, pad_edge=False)
    has_points = shows_points(summary["kind"])
    scores = (N_("scores"),) if has_points else ()
    for heading in (N_("game"), *scores, N_("actions"), N_("end"), N_("CPU s")):
        table.add_column(text(heading))
    for report in reports:
        by_seat = zip(report.bots, report.scores, strict=True)
        reached = ("  ".join(f"{level} {points}" for level, points in by_seat),) if has_points else ()
        figures = (str(report.actions), text(report.reason), f"{report.cpu_s:.2f}")
        table.add_row(report.seed, *reached, *figures)
    console.print(table)
    _show_results(console, summary)
    console.print(
        text(
            "{n} games, {rate} games per CPU second; tiles, replay and scores checked.",
            n=summary["n_games"],
            rate=str(summary["games_per_cpu_s"]),
        )
    )


def _show_results(console: Console, summary: dict[str, Any]) -> None:
    """What came of games that nobody wins against anybody."""
    text, n = settings.say(), summary["n_games"]
    if summary["kind"] == "together":
        console.print(text("Won together: {won} of {n}.", won=summary["team_wins"], n=n))
    elif summary["kind"] == "solo":
        best, (mean,) = summary["best_score"], summary["mean_scores"]
        console.print(text("Best score: {best}; on average {mean}.", best=best, mean=f"{mean:.1f}"))


def replay_file(
    file: Annotated[Path, Parameter(help="A game log.")],
    /,
    *,
    json: Annotated[bool, Parameter(help="Print JSON.")] = False,
) -> int:
    """Show a game from its log, turn by turn."""
    if not file.is_file():
        raise LogError("There is no file {file}.", file=str(file))
    header = read_header(file)
    if header.game not in registry.packages():
        raise LogError(
            "{file} is a game of “{game}”, which is not installed.", file=file.name, game=header.game
        )
    game = registry.create(header.game, Lexicons())
    envelopes = read_log(file, game)
    if json:
        print_json(envelopes)
        return 0
    from stolik.cli.show import show_log

    show_log(game, header, standing(envelopes))
    return 0


def register(app: cyclopts.App) -> None:
    """Add the commands."""
    app.command(list_presets, name="presets")
    app.command(run_simulation, name="simulate")
    app.command(replay_file, name="replay")
