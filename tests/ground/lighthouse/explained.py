"""The rules told to people; the clauses are those of RULES.md."""

from __future__ import annotations

from stolik.core.about import Preset
from stolik.core.message import Message
from stolik.core.teaching import Explanation, Rule, Section

from .options import Options
from .rules import Lighthouse


def explain(_game: Lighthouse, preset: Preset) -> Explanation:
    """What a player should know."""
    options: Options = preset.options
    goal = (
        Rule("Build a tower of {n} stones together.", {"n": options.height}, ("L3.1",)),
        Rule("You lose together when more than {n} stones lie in the sea.", {"n": options.sea}, ("L3.2",)),
        Rule("Who leaves loses for all.", {}, ("L3.3",)),
    )
    turn = (
        Rule("In turn, build the next stone or drop one into the sea.", {}, ("L1.3", "L2.2")),
        Rule("The next stone is always one higher, and it must be yours.", {}, ("L2.1", "L2.3")),
    )
    sections = (
        Section("goal", Message("What it is about"), goal),
        Section("turn", Message("Your turn"), turn),
    )
    return Explanation(sections)
