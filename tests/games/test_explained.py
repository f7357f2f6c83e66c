"""Rules told to people: complete, with the numbers of their preset, and nothing that is not in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.teaching import Explanation, brings, explain
from stolik.crossboard.layout import Layout
from stolik.table.games import Games
from stolik.texts import LANGUAGES, translator
from stolik.words.store import Lexicons
from tools.clauses import read_clauses

ROOT = Path(__file__).parents[2]
PRESETS = [preset for preset in registry.presets().values() if brings(preset.game, "explained")]
#: Options that no preset has: each brings a clause of its own.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "pl": [
        {"challenge": "off"},
        {"challenge": "double"},
        {"challenge": "plus5"},
        {"scoreless_limit": 6},
        {"overtime_points": 10},
        {"blank_extra": ("Q",)},
    ],
    "rummikub": [
        {"jokers": "strict"},
        {"invalid": "penalty"},
        {"announce": "required"},
        {"unopened_pay_always": True},
    ],
}


def with_options(preset: str, changes: dict[str, Any]) -> Preset:
    found = registry.find_preset(preset)
    return msgspec.structs.replace(found, options=msgspec.structs.replace(found.options, **changes))


def told(words: Lexicons, preset: Preset) -> Explanation:
    found = explain(Games(words).of_preset(preset.id), preset)
    assert found is not None
    return found


def clauses(explanation: Explanation) -> Iterator[str]:
    return (each for section in explanation.sections for rule in section.rules for each in rule.clauses)


def sentences(explanation: Explanation, language: str) -> list[str]:
    say = translator(language)
    rules = [say.sentence(rule) for section in explanation.sections for rule in section.rules]
    pictures = [each for section in explanation.sections for each in section.pictures]
    return rules + [say.sentence(picture.caption) for picture in pictures]


def test_every_clause_that_can_be_broken_is_told(words: Lexicons) -> None:
    ways = [*PRESETS, *(with_options(name, each) for name, some in VARIANTS.items() for each in some)]
    found = {clause for preset in ways for clause in clauses(told(words, preset))}
    known = [clause for clause in read_clauses(ROOT) if brings(clause.game, "explained")]
    assert {clause.id for clause in known if clause.enforceable} <= found
    assert found <= {clause.id for clause in known}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_every_sentence_can_be_said_in_every_language(words: Lexicons, preset: Preset, language: str) -> None:
    said = sentences(told(words, preset), language)
    assert len(said) > 30
    assert all(text and "{" not in text for text in said)


def test_numbers_come_from_the_options(words: Lexicons) -> None:
    plain = sentences(told(words, registry.find_preset("rummikub")), "en")
    assert "A turn lasts 60 seconds." in plain
    assert any("There are 106 tiles" in text for text in plain)
    changes = {"turn_seconds": 45, "opening_points": 50, "n_copies": 1, "n_jokers": 0}
    changed = sentences(told(words, with_options("rummikub", changes)), "en")
    assert "A turn lasts 45 seconds." in changed
    assert any("are worth 50 points or more together" in text for text in changed)
    assert any("There are 52 tiles" in text for text in changed)


def test_example_that_does_not_fit_on_the_board_is_left_out(words: Lexicons) -> None:
    small = with_options("pl", {"layout": Layout(("...", ".*.", "..."))})
    assert [len(section.pictures) for section in told(words, small).sections if section.id == "ways"] == [0]


def test_variants_differ_in_what_is_told(words: Lexicons) -> None:
    polish, brazilian = (set(clauses(told(words, registry.find_preset(name)))) for name in ("pl", "br"))
    assert {"S7.6", "S7.11"} <= brazilian - polish
    assert "S7.5" in polish - brazilian
    assert "S9.2" in set(clauses(told(words, registry.find_preset("pl-tournament"))))


def test_points_in_the_captions_are_those_of_the_rules(words: Lexicons) -> None:
    """DOMEK on the centre: 2 + 1 + 2 + 1 + 2 = 8, doubled."""
    captions = sentences(told(words, registry.find_preset("pl")), "en")
    assert "DOMEK lies across the centre, which doubles it. Points: 16." in captions
