"""How a game explains itself: its rules told to people, and lessons in which somebody tries them out.

A game may bring two modules that are found as the game is found; neither knows who shows what it says:

    explained.py    explain(game, preset) -> Explanation
    lessons.py      steps(game, preset) -> tuple[Step, ...]

Numbers in sentences come from the options of the preset, so that what is said of a variant is true of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import msgspec

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.chance import SeededChance
from stolik.core.game import AnyGame, IllegalAction, Preview, play_out
from stolik.core.message import Message


class Picture(msgspec.Struct, frozen=True):
    """What the game's own client draws, what it shows in plain letters, and the sentence under it."""

    drawn: Any
    text: str
    caption: Message


class Rule(Message, frozen=True):
    """A sentence or two, and the clauses of RULES.md that they tell."""

    clauses: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True):
    """A part of the rules; `id` is its place in addresses."""

    id: str
    title: Message
    rules: tuple[Rule, ...]
    pictures: tuple[Picture, ...] = ()


class Explanation(msgspec.Struct, frozen=True):
    """The rules of one way to play, told to people."""

    sections: tuple[Section, ...]


class Wording(NamedTuple):
    """What is said at a step."""

    title: Message
    task: Message
    #: Said of what the rules allow but the lesson is not about.
    nudge: Message
    #: Said when it is done: what to remember.
    praise: Message


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A prepared position of a lesson, what to do there, and one way to do it."""

    id: str
    said: Wording
    state: Any
    seat: int = 0
    solution: Any
    #: Whether an allowed action is what the lesson is about.
    is_it: Callable[[Any], bool]
    #: What the judge cannot tell here.
    limits: Message | None = None


class Tried(msgspec.Struct, frozen=True):
    """What the rules say of an action in a step, and what it leads to where they allow it."""

    found: Preview
    solved: bool = False
    state: Any = None
    events: tuple[Any, ...] = ()


def explain(game: AnyGame, preset: Preset) -> Explanation | None:
    """The rules of a preset; None where its game does not tell them."""
    module = registry.module(preset.game, "explained")
    found: Explanation | None = module.explain(game, preset) if module else None
    return found


def steps(game: AnyGame, preset: Preset) -> tuple[Step, ...]:
    """The lesson of a preset; nothing where its game has none."""
    module = registry.module(preset.game, "lessons")
    found: tuple[Step, ...] = module.steps(game, preset) if module else ()
    return found


def brings(game: str, name: Literal["explained", "lessons"]) -> bool:
    """Whether a game brings one of the two modules."""
    return registry.module(game, name) is not None


def judge(game: AnyGame, step: Step, action: Any) -> Tried:
    """Try an action in the position of a step, by the very rules that games are played by."""
    found = game.preview(game.view(step.state, step.seat), action)
    if found.problem is not None:
        return Tried(found)
    try:
        events = game.decide(step.state, step.seat, action, SeededChance(step.id))
    except IllegalAction as refusal:
        return Tried(msgspec.structs.replace(found, clause=refusal.clause, problem=refusal.message))
    return Tried(found, step.is_it(action), play_out(game, step.state, events), events)
