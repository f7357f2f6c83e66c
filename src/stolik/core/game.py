"""The contract between a rulebook and everything that plays, shows, stores or studies it.

A game is a value without state of its own. `decide` turns an action into events or refuses it, `evolve`
applies one event: play, replay, undo, analysis and recording all go through the same `evolve`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from stolik.core.chance import Chance
from stolik.core.codec import Codec
from stolik.core.message import Complaint, Message
from stolik.core.moves import Line, Lines, verbatim
from stolik.core.outcome import Kind, Outcome, Seat, Viewer
from stolik.core.tiles import Tile

O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")

#: How many tiles of each origin lie in each place: {"bag": {"A": 9}, "rack 0": {...}, ...}.
Census = Mapping[str, Counter[str]]


class IllegalAction(Complaint):
    """The rules refuse an action: which clause, and why, as a sentence."""

    def __init__(self, clause: str, text: str, **values: str | int) -> None:
        super().__init__(text, **values)
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.message} ({self.clause})"


class Made(msgspec.Struct, frozen=True):
    """Something that a play makes, such as a word, a set or a goal, and what it scores."""

    text: str
    points: int


class Part(msgspec.Struct, frozen=True):
    """A part of what an action shows: its worth, or what is wrong with it as a sentence and in two words.

    Where tiles of it may stand for others in several ways, `ways` has what they stand for in each, the best
    first.
    """

    points: int = 0
    clause: str | None = None
    problem: Message | None = None
    lack: Message | None = None
    ways: tuple[tuple[str, ...], ...] = ()


class Preview(msgspec.Struct, frozen=True):
    """What an action would do as far as the seat may know: what it makes, points, and what speaks against it.

    An action of several parts, such as the sets of a table, is judged part by part too, in its order.
    """

    made: tuple[Made, ...] = ()
    points: int = 0
    clause: str | None = None
    problem: Message | None = None
    parts: tuple[Part, ...] = ()


class Feat(msgspec.Struct, frozen=True):
    """A play that counted: whose, what it is called, its points, and which of the game's tags it earned."""

    seat: Seat
    text: str
    points: int
    tags: tuple[str, ...] = ()


class Preparation(Protocol):
    """Large files that a game makes once; without them everything works, only more slowly."""

    @property
    def prepared(self) -> bool:
        """Whether all is there."""

    @property
    def kept(self) -> bool:
        """Whether what was made could be kept for the next time."""

    def prepare(self, progress: Callable[[int, int], object] | None = None) -> None:
        """Make what is missing, telling progress(done, total)."""


class Game(ABC, Generic[O, S, A, E, V]):
    """One rulebook family. Made with its resources by the package's `create`."""

    name: ClassVar[str]
    #: What may be said, beside courtesies, at a table where nothing else may be.
    phrases: ClassVar[tuple[str, ...]] = ()
    #: The clause that an action breaks which names more tiles than there are, where one says so.
    box_clause: ClassVar[str | None] = None
    #: The option that says what a minute beyond one's time costs, where the rules know such minutes.
    overtime_option: ClassVar[str | None] = None
    #: Whether finding plays is up to the players: who is told what could be played is helped then.
    plays_are_found: ClassVar[bool] = True
    codec: Codec[O, A, E, V]

    @abstractmethod
    def setup(self, options: O, seats: int, chance: Chance) -> tuple[E, ...]:
        """The opening events, draws included."""

    @abstractmethod
    def evolve(self, state: S | None, event: E) -> S:
        """The state after an event: total, pure, no legality, no chance, no word list."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Whom the table waits for, by public facts only; empty when the game is over."""

    @abstractmethod
    def decide(self, state: S, seat: Seat, action: A, chance: Chance) -> tuple[E, ...]:
        """The events an action causes, or `IllegalAction`; any seat may submit anything."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> V:
        """What a seat, or a spectator (None), may see."""

    @abstractmethod
    def redact(self, event: E, viewer: Viewer) -> E:
        """The event as a seat or a spectator may see it."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""

    @abstractmethod
    def census(self, state: S) -> Census:
        """Where every tile is, by origin: the bag is what is nowhere else."""

    @abstractmethod
    def flow(self, event: E) -> Census:
        """Which tiles an event says have moved: what came to a place counts up, what left it down."""

    @abstractmethod
    def points(self, event: E) -> Mapping[Seat, int]:
        """The points an event gives or takes."""

    @abstractmethod
    def actions(self, view: V) -> Iterator[A]:
        """The actions the viewer may take, from what it sees alone."""

    @abstractmethod
    def preview(self, view: V, action: A) -> Preview:
        """What an action makes, its points and problems; never a verdict where a challenge decides."""

    @abstractmethod
    def next_game(self, options: O, outcome: Outcome) -> O:
        """The options of the next game of a match."""

    @abstractmethod
    def sample_world(self, view: V, chance: Chance, holding: Mapping[Seat, tuple[Tile, ...]] = {}) -> S:
        """A full state that looks the same to the viewer, with the given tiles in the given racks."""

    def begun_by(self, options: O, seat: Seat) -> O:
        """The options with which this seat begins, where they can say it."""
        return options

    def n_before(self, options: O) -> int:
        """How many games of the match went before this one."""
        return 0

    def kind(self, options: O, seats: int) -> Kind:
        """How it is won: against each other, by all together, or by one alone for a score."""
        return "versus"

    def listed(self, lines: Lines, seq: int, event: E, after: S) -> Lines:
        """The move list after an event, numbered `seq`, that led to a state: public facts alone.

        The event is as spectators see it; of the state only what they see counts. Where a game does not say,
        every event of a seat has a line, by its name.
        """
        seat = getattr(event, "seat", None)
        done = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).capitalize()
        return lines if seat is None else (*lines, Line(seq, seat, verbatim(done)))

    def box(self, state: S) -> Counter[str]:
        """How many tiles of each origin the game is played with, wherever they are."""
        return sum(self.census(state).values(), Counter[str]())

    def feats(self, events: Iterable[E]) -> Iterator[Feat]:
        """The plays of a game that counted, for statistics; none where plays cannot be compared."""
        return iter(())

    def answering(self, state: S) -> bool:
        """Whether seats are asked something aside from their turns; clocks stand still meanwhile."""
        return False

    def turn_seconds(self, options: O) -> int | None:
        """How long a turn may take, if the rules say so."""
        return None

    def takes_overtime(self, options: O) -> bool:
        """Whether a player may go on beyond the time of a clock, at a price."""
        return False

    def preparation(self, options: O) -> Preparation | None:
        """What should be made before a game with these options, if anything."""
        return None


AnyGame = Game[Any, Any, Any, Any, Any]


def play_out(game: Game[O, S, A, E, V], state: S | None, events: tuple[E, ...]) -> S:
    """The state after several events."""
    for event in events:
        state = game.evolve(state, event)
    if state is None:
        raise ValueError("a game starts with at least one event")
    return state
