"""Games of other people: packages of their own, found by their entry points as pip would install them."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stolik.bots import base
from stolik.core import registry

GAMES = Path(__file__).parent


def install(folder: Path, *games: str) -> None:
    """Put games of this folder where another folder on `PYTHONPATH` has them, as pip does."""
    for name in games:
        shutil.copytree(GAMES / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        described = folder / f"{name}-1.0.dist-info"
        described.mkdir()
        (described / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (described / "entry_points.txt").write_text(f"[stolik.games]\n{name} = {name}\n")


def leave_plays_to_be_found(folder: Path) -> None:
    """Make of the stairs that are installed there a game in which finding plays is up to the player."""
    rules = folder / "stairs/rules.py"
    text = rules.read_text(encoding="utf-8")
    assert "plays_are_found = False" in text
    rules.write_text(text.replace("plays_are_found = False", "plays_are_found = True"), encoding="utf-8")


@contextmanager
def installed(folder: Path, *games: str) -> Iterator[Path]:
    """Games that this process finds, and every process that it starts meanwhile."""
    install(folder, *games)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(folder), before)))
    sys.path.insert(0, str(folder))
    _look_again()
    try:
        yield folder
    finally:
        sys.path.remove(str(folder))
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
        for module in [each for each in sys.modules if each.partition(".")[0] in games]:
            del sys.modules[module]
        _look_again()


def _look_again() -> None:
    importlib.invalidate_caches()
    registry.packages.cache_clear()
    registry.presets.cache_clear()
    registry.about.cache_clear()
    base._bots_of.cache_clear()
