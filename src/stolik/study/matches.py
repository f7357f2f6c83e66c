"""Matches between two bots in paired games: the same draws twice, with the seats swapped.

A result file has one line for the match and one for each pair, with a checksum of both games' events, so that
a match can be interrupted and resumed, and every pair can be played again bit for bit.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path

import msgspec

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.chance import FixedOrderChance
from stolik.core.game import AnyGame
from stolik.core.message import Complaint
from stolik.core.pairs import Pair
from stolik.study.simulation import play_checked
from stolik.words.store import Lexicons


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: two bots, a preset and the seed of all draws."""

    bots: tuple[str, str]
    preset: str
    seed: str


def play_pair(game: AnyGame, preset: Preset, match: Match, number: int) -> Pair:
    """Both games of a pair; whoever sits first begins."""
    options = game.begun_by(preset.options, 0)
    fixed = msgspec.structs.replace(preset, options=options)
    seed = f"{match.seed}/{number}"
    digest = hashlib.sha256()
    scores = []
    for first in (0, 1):
        levels = (match.bots[first], match.bots[1 - first])
        played = play_checked(game, fixed, levels, FixedOrderChance(seed), f"{seed}/{first}")
        for envelope in played.table.envelopes:
            digest.update(game.codec.encode(envelope.event))
        end = played.outcome.scores
        scores.append((end[first], end[1 - first]))
    return Pair(number, (scores[0], scores[1]), digest.hexdigest()[:16])


class MatchFile:
    """A match on disk; pairs are appended as they are finished."""

    def __init__(self, path: Path, match: Match) -> None:
        self.path = path
        self.match = match
        self.pairs = self._resume()

    def _resume(self) -> list[Pair]:
        """The pairs that are there already; a line cut short is played again."""
        if not self.path.exists():
            self._write(msgspec.json.encode(self.match))
            return []
        whole, _, _ = self.path.read_bytes().rpartition(b"\n")
        found, pairs = read_match(whole)
        if found != self.match:
            raise Complaint(
                "{file} holds another match: {bots}, preset {preset}, seed {seed}. Choose another file.",
                file=str(self.path),
                bots=", ".join(found.bots),
                preset=found.preset,
                seed=found.seed,
            )
        os.truncate(self.path, len(whole) + 1)
        return pairs

    def append(self, pair: Pair) -> None:
        self._write(msgspec.json.encode(pair))
        self.pairs.append(pair)

    def _write(self, line: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(line + b"\n")
            file.flush()
            os.fsync(file.fileno())


def read_match(content: bytes) -> tuple[Match, list[Pair]]:
    """A match and its pairs from the content of a result file."""
    first, *lines = content.split(b"\n")
    try:
        match = msgspec.json.decode(first, type=Match)
        pairs = [msgspec.json.decode(line, type=Pair) for line in lines if line]
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Complaint("This is not the result of a match: {why}.", why=str(error)) from error
    if [pair.number for pair in pairs] != list(range(len(pairs))):
        raise Complaint("The pairs of this match are not numbered one after the other.")
    return match, pairs


def play_match(
    game: AnyGame, preset: Preset, match: Match, first: int, pairs: int, jobs: int = 1
) -> Iterator[Pair]:
    """The pairs from number `first` on, in order; several at a time in processes of their own."""
    numbers = range(first, pairs)
    if jobs == 1 or len(numbers) < 2:
        for number in numbers:
            yield play_pair(game, preset, match, number)
        return
    # spawned, as a process with threads cannot be copied safely
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_ignore_interrupts) as pool:
        try:
            yield from pool.map(partial(_play_numbered, match), numbers)
        finally:
            pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """The process that was asked for the match ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@cache
def _opened(preset_id: str) -> tuple[AnyGame, Preset]:
    preset = registry.find_preset(preset_id)
    return registry.create(preset.game, Lexicons()), preset


def _play_numbered(match: Match, number: int) -> Pair:
    """A pair in a process of its own, which opens the game once."""
    return play_pair(*_opened(match.preset), match, number)
