"""How fast the engine is: CPU time of one core, on positions fixed by a seed and spread over whole games.

Every figure stands beside the plain generator's in the same run, as machines differ and are busy. Before
anything is timed, the best moves are compared with the heads of the plain generator's lists.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

import msgspec

from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.message import Complaint
from stolik.crossboard.engine.brain import Brain
from stolik.crossboard.engine.position import Position, counted, tiles_laid
from stolik.crossboard.engine.simulate import set_up
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.words import brain_for
from stolik.kernels.endgame import Endgame
from stolik.kernels.movegen import RECORD
from stolik.kernels.selfplay import selfplay
from stolik.kernels.simulation import Simulation
from stolik.words.store import Lexicons

#: What the best public engine's targets were set at, on a machine where it plays 300 games a second.
TARGETS = {
    "selfplay_games_per_s": 900.0,
    "best_per_s": 24_000.0,
    "all_per_s": 7_500.0,
    "sim2_per_s": 8_000.0,
    "sim5_per_s": 2_500.0,
    "endgame_nodes_per_s": 120_000.0,
}
_SEED = 2026
_GAMES, _SELFPLAY_GAMES = 20, 300
_ROUNDS = 4
_RACK = 7
_CANDIDATES, _SIMULATED = 15, 24
_ITERATIONS = {2: 32, 5: 12}
_NODES = 20_000
_WINDOWS, _WINDOW_GAMES = 6, 60


def measure_preparing(lexicon: str) -> float:
    """Seconds of CPU to make everything that a first game with a list needs, proofs included."""
    with tempfile.TemporaryDirectory() as folder:
        brain = brain_of_list(lexicon, Lexicons(cache_dir=Path(folder)))
        begun = process_time()
        brain.prepare()
        return process_time() - begun


class GameTurn(NamedTuple):
    """A turn of a seeded game: what is known and what was played."""

    position: Position
    played: bytes


class Bench:
    """The measurements for one kind of game."""

    def __init__(self, brain: Brain) -> None:
        self._brain = brain
        self._plain_engine = brain.new_engine(None)
        self._engine = brain.new_engine(brain.leaves())
        self._games = [self._play(number) for number in range(_GAMES)]
        self._turns = [turn for game in self._games for turn in game]

    def measure(self) -> dict[str, object]:
        """All figures; raises AssertionError if the fast search and the plain generator differ."""
        self._compare()
        lexicon, counts = self._brain.lexicon, self._brain.geometry.counts
        n_turns = sum(game[2] for game in selfplay(self._plain_engine, counts, _SEED, _SELFPLAY_GAMES))
        all_per_s = _per_second(self._list_all, len(self._turns))
        games_per_s = _per_second(
            lambda: selfplay(self._plain_engine, counts, _SEED, _SELFPLAY_GAMES), _SELFPLAY_GAMES
        )
        valued_per_s = _per_second(
            lambda: selfplay(self._engine, counts, _SEED, _SELFPLAY_GAMES), _SELFPLAY_GAMES
        )
        best_per_s, apply_us = self._follow()
        sim2, sim5 = (self._simulate(plies) for plies in (2, 5))
        nodes = self._solve()
        figures: dict[str, object] = {
            "lexicon": lexicon.name,
            "n_words": lexicon.n_words,
            "list_hash": lexicon.hash,
            "n_positions": len(self._turns),
            "selfplay_games_per_s": games_per_s,
            "selfplay_with_leaves_games_per_s": valued_per_s,
            "best_per_s": best_per_s,
            "all_per_s": all_per_s,
            "apply_us": apply_us,
            "sim2_per_s": sim2,
            "sim5_per_s": sim5,
            "endgame_nodes_per_s": nodes,
            # a plain game needs a full list a turn, an iteration one for every turn, a node one
            "selfplay_to_plain": games_per_s * n_turns / _SELFPLAY_GAMES / all_per_s,
            "best_to_plain": best_per_s / all_per_s,
            "sim2_to_plain": 2 * sim2 / all_per_s,
            "sim5_to_plain": 5 * sim5 / all_per_s,
            "endgame_to_plain": nodes / all_per_s,
        }
        return figures | self._threads() | _load(lexicon.name)

    def _play(self, number: int) -> list[GameTurn]:
        """A game of the engine against itself by points."""
        counts, engine = self._brain.geometry.counts, self._plain_engine
        chance = SeededChance(f"bench {number}")
        bag = list(chance.shuffled([tile for tile, n in enumerate(counts) for _ in range(n)]))
        racks = [[bag.pop() for _ in range(_RACK)] for _ in range(2)]
        engine.set_board(bytes(len(self._brain.geometry.letter_multipliers)))
        turns: list[GameTurn] = []
        scores, side, n_idle = [0, 0], 0, 0
        while all(racks) and n_idle < 4:
            position = _position(engine.board(), racks, side, bag, scores)
            found = engine.best(position.rack)
            turns.append(GameTurn(position, found[0] if found else b""))
            n_idle = 0 if found else n_idle + 1
            if found:
                engine.play(found[0])
                scores[side] += RECORD.unpack(found[0])[2]
                for tile in tiles_laid(found[0]):
                    racks[side].remove(tile)
                racks[side] += [bag.pop() for _ in range(min(_RACK - len(racks[side]), len(bag)))]
            side = 1 - side
        return turns

    def _compare(self) -> None:
        for turn in self._turns:
            listed = self._brain.finder.records(turn.position.board, turn.position.rack)
            if listed[: RECORD.size] != turn.played:
                raise AssertionError("the fast search and the plain generator differ")

    def _list_all(self) -> None:
        for turn in self._turns:
            self._brain.finder.records(turn.position.board, turn.position.rack)

    def _follow(self) -> tuple[float, float]:
        """Best moves a second, and microseconds to lay one and draw, in games that go on on one board."""
        engine = self._plain_engine
        best = float("inf")
        apply_s = float("inf")
        for _ in range(_ROUNDS):
            in_best = in_play = 0.0
            for game in self._games:
                engine.set_board(bytes(len(game[0].position.board)))
                bag = list(range(100))
                for turn in game:
                    begun = process_time()
                    engine.best(turn.position.rack)
                    between = process_time()
                    if turn.played:
                        engine.play(turn.played)
                        del bag[-_RACK:]
                    in_best += between - begun
                    in_play += process_time() - between
            best, apply_s = min(best, in_best), min(apply_s, in_play)
        return len(self._turns) / best, 1e6 * apply_s / len(self._turns)

    def _simulate(self, plies: int) -> float:
        """Candidate iterations a second."""
        simulation = Simulation(self._engine, self._brain.wins())
        late = [turn.position for turn in self._turns if turn.position.bag > 0]
        chosen = late[:: max(1, len(late) // _SIMULATED)]
        candidates = [self._candidates(position) for position in chosen]
        n = _ITERATIONS[plies]

        def run() -> None:
            for position, moves in zip(chosen, candidates, strict=True):
                set_up(simulation, position, moves, None, _SEED)
                simulation.run(0, n, range(len(moves)), plies)

        return _per_second(run, n * sum(map(len, candidates)), min(2, _ROUNDS))

    def _candidates(self, position: Position) -> list[bytes]:
        records = self._brain.finder.records(position.board, position.rack)[: _CANDIDATES * RECORD.size]
        return [records[at : at + RECORD.size] for at in range(0, len(records), RECORD.size)] or [b""]

    def _solve(self) -> float:
        """Positions an endgame search enters in a second."""
        endgame = Endgame(self._engine)
        firsts = [
            next((turn.position for turn in game if not turn.position.bag), None) for game in self._games
        ]
        n_nodes, begun = 0, process_time()
        for position in firsts:
            theirs = None if position is None else position.other_rack()
            if position is not None and theirs is not None:
                n_nodes += endgame.solve(position.board, position.rack, theirs, max_nodes=_NODES).n_nodes
        return n_nodes / (process_time() - begun)

    def _threads(self) -> dict[str, object]:
        """What a second thread brings: CPU to wall time, and the work of two beside that of one."""
        counts, leaves = self._brain.geometry.counts, self._brain.leaves()
        engines = [self._brain.new_engine(leaves) for _ in range(2)]

        def work(number: int) -> None:
            selfplay(engines[number], counts, _SEED, _WINDOW_GAMES)

        overlap = ratio = 0.0
        with ThreadPoolExecutor(2) as pool:
            for _ in range(_WINDOWS):
                alone = _wall(lambda: work(0))
                cpu = process_time()
                both = _wall(lambda: list(pool.map(work, range(2))))
                overlap = max(overlap, (process_time() - cpu) / both)
                ratio = max(ratio, 2 * alone / both)
        return {"two_threads_cpu_to_wall": overlap, "two_threads_to_one": ratio}


def brain_of_list(name: str, words: Lexicons) -> Brain:
    """The engine for a word list, with the board and tiles of the first preset that has its letters."""
    lexicon = words.open(name)
    for preset in registry.presets().values():
        options = preset.options
        if not isinstance(options, Options) or options.lexicon not in words.names():
            continue
        if words.open(options.lexicon).alphabet == lexicon.alphabet:
            return brain_for(msgspec.structs.replace(options, lexicon=name), words, lexicon)
    raise Complaint("No preset has the letters of the list {name}.", name=name)


def _position(
    board: bytes, racks: Sequence[Sequence[int]], side: int, bag: Sequence[int], scores: Sequence[int]
) -> Position:
    return Position(
        board=board,
        rack=counted(racks[side]),
        unseen=counted([*racks[1 - side], *bag]),
        known=(bytes(33),),
        sizes=(len(racks[1 - side]),),
        scores=(scores[side], scores[1 - side]),
        bag=len(bag),
    )


def _per_second(work: Callable[[], object], n: int, rounds: int | None = None) -> float:
    """How often a second of CPU, the best of some rounds."""
    fastest = float("inf")
    for _ in range(rounds or _ROUNDS):
        begun = process_time()
        work()
        fastest = min(fastest, process_time() - begun)
    return n / fastest


def _wall(work: Callable[[], object]) -> float:
    begun = perf_counter()
    work()
    return perf_counter() - begun


def _load(lexicon: str) -> dict[str, object]:
    """Time to open the prepared files in a new process, and its memory, with the word map and without."""
    code = (
        "import sys; from stolik.games.scrabble.commands.measuring import tell_load; tell_load(*sys.argv[1:])"
    )
    told: dict[str, object] = {}
    for way in ("with", "without"):
        command = [sys.executable, "-c", code, lexicon, way, str(_SELFPLAY_GAMES)]
        told |= json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return told


def tell_load(lexicon: str, way: str, n_games: str) -> None:
    """Open the files and play with them; print the time it took and the memory in use."""
    brain = brain_of_list(lexicon, Lexicons())
    begun = process_time()
    brain.lexicon.gaddag()
    graph_ms = 1000 * (process_time() - begun)
    if way == "without":
        brain.finder.records(bytes(225), bytes((0, *[1] * 7)).ljust(33, b"\0"))
        print(json.dumps({"load_ms": graph_ms, "rss_without_map_mb": _resident_mb()}))
        return
    engine = brain.new_engine(None)
    selfplay(engine, brain.geometry.counts, _SEED, int(n_games))
    print(json.dumps({"rss_mb": _resident_mb()}))


def _resident_mb() -> float:
    status = Path("/proc/self/status")
    if status.exists():
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 / 1024
