"""`stolik train`: make the leave values and the chances to win again, and see what leaves bring."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter
from rich.console import Console

from stolik.core import registry
from stolik.core.message import Complaint
from stolik.core.pairs import estimate, estimate_wins
from stolik.games.scrabble.commands.training.leaves import Ground, Training, measure_leaves
from stolik.games.scrabble.commands.training.wins import WinTraining
from stolik.terminal import settings
from stolik.terminal.opening import show_preparing
from stolik.terminal.output import print_json
from stolik.terminal.progress import progress_bar
from stolik.words.leaves import LeaveWeights, parse_weights, shipped_weights
from stolik.words.store import Lexicons

PresetName = Annotated[str, Parameter(help="Whose board, tiles and words.")]


def train_leaves(
    *,
    preset: PresetName = "pl",
    games: Annotated[int, Parameter(help="How many games a generation plays.")] = 40_000,
    generations: Annotated[int, Parameter(help="How many times the values are learnt anew.")] = 4,
    seed: Annotated[int, Parameter(help="The same seed gives the same values.")] = 1,
    out: Annotated[Path, Parameter(help="The file of values; FILE.1, FILE.2 ... are its generations.")],
) -> int:
    """Learn from games of the engine against itself what kept tiles are worth; goes on where it stopped."""
    if games < 1 or generations < 1 or not 0 <= seed < 2**63:
        raise Complaint("Give a number of games and of generations from 1 on, and a seed from 0 on.")
    ground = _prepared(preset)
    with progress_bar(preset) as show:
        Training(ground, games, seed, out).run(generations, show)
    Console().print(settings.say()("The values are in {file}.", file=str(out)), soft_wrap=True)
    return 0


def train_wins(
    *,
    preset: PresetName = "pl",
    games: Annotated[int, Parameter(help="How many games are played.")] = 60_000,
    seed: Annotated[int, Parameter(help="The same seed gives the same chances.")] = 1,
    out: Annotated[Path, Parameter(help="The file of chances; FILE.part is what has been counted so far.")],
) -> int:
    """Learn from games of the engine against itself how likely a lead wins; goes on where it stopped."""
    if games < 1 or not 0 <= seed < 2**63:
        raise Complaint("Give a number of games from 1 on, and a seed from 0 on.")
    ground = _prepared(preset)
    with progress_bar(preset) as show:
        WinTraining(ground, games, seed, out).run(show)
    Console().print(settings.say()("The chances are in {file}.", file=str(out)), soft_wrap=True)
    return 0


def measure(
    *,
    preset: PresetName = "pl",
    leaves: Annotated[Path | None, Parameter(help="A file of values instead of the shipped ones.")] = None,
    pairs: Annotated[int, Parameter(help="How many pairs of games.")] = 1_000,
    seed: Annotated[int, Parameter(help="The same seed gives the same games; not the seed of training.")] = 2,
    json: Annotated[bool, Parameter(help="Print JSON.")] = False,
) -> int:
    """Play the engine with leave values against itself without: the same draws twice, 95 % interval."""
    if pairs < 1 or not 0 <= seed < 2**63:
        raise Complaint("Give a number of pairs from 1 on, and a seed from 0 on.")
    weights = _weights(preset, leaves)
    played = list(measure_leaves(_prepared(preset), weights, seed, pairs))
    wins, spread = estimate_wins(played), estimate([pair.spread for pair in played])
    if json:
        print_json({"preset": preset, "seed": seed, "pairs": pairs, "win_percent": wins, "spread": spread})
        return 0
    text = settings.say()
    Console().print(
        text(
            "With leave values: {wins} % ± {half} of {n} pairs won, {spread} ± {spread_half} points a game.",
            wins=f"{wins.mean:.1f}",
            half=f"{wins.half_width:.1f}",
            n=pairs,
            spread=f"{spread.mean:+.1f}",
            spread_half=f"{spread.half_width:.1f}",
        )
    )
    return 0


def _prepared(preset: str) -> Ground:
    ground = Ground(registry.find_preset(preset), Lexicons())
    show_preparing(ground.brain, preset)
    return ground


def _weights(preset: str, file: Path | None) -> LeaveWeights:
    if file is not None:
        try:
            return parse_weights(file.read_bytes())
        except OSError as error:
            raise Complaint(
                "{file} cannot be read: {why}.", file=str(file), why=error.strerror or ""
            ) from error
    weights = shipped_weights(preset)
    if weights is None:
        raise Complaint("No leave values come with {preset}; name a file of them.", preset=preset)
    return weights


def train_app() -> cyclopts.App:
    """The group of commands."""
    train = cyclopts.App(
        name="train", help="Values of kept tiles and chances to win: learn them again, see what they bring."
    )
    train.command(train_leaves, name="leaves")
    train.command(train_wins, name="wins")
    train.command(measure, name="measure")
    return train
