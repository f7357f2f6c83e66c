"""Word lists for the tests: the shipped ones, opened once, and stores of a test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from stolik.words.lexicon import Lexicon
from stolik.words.store import Lexicons


@pytest.fixture(scope="session")
def shipped(home_of_its_own: None) -> Lexicons:
    return Lexicons()


@pytest.fixture(scope="session")
def pl(shipped: Lexicons) -> Lexicon:
    return shipped.open("pl")


@pytest.fixture(scope="session")
def pt(shipped: Lexicons) -> Lexicon:
    return shipped.open("pt")


@pytest.fixture
def store(tmp_path: Path) -> Lexicons:
    """A store with directories of its own."""
    return Lexicons(tmp_path / "lists", tmp_path / "cache")


@pytest.fixture
def animals(tmp_path: Path) -> Path:
    """A file with a few Polish words."""
    file = tmp_path / "animals.txt"
    file.write_text("kot\npies\nżółw\nkoń\n", encoding="utf-8")
    return file
