"""The import contracts hold for a game they have never heard of."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our packages without their tests, with a game that nobody has told the contracts of."""
    house = tmp_path_factory.mktemp("house")
    nothing_compiled = shutil.ignore_patterns("*.so", "built", "__pycache__", "*.mo", "*.xz")
    shutil.copytree(ROOT / "src/stolik", house / "stolik", ignore=nothing_compiled)
    shutil.copytree(ROOT / "tests/reference", house / "tests/reference", ignore=nothing_compiled)
    (house / "tests/__init__.py").touch()
    shutil.copy(ROOT / "pyproject.toml", house)
    game = house / "stolik/games/newcomer"
    game.mkdir()
    for name in ("__init__", "state", "view", "rules"):
        (game / f"{name}.py").touch()
    return house


def said(house: Path, module: str, line: str) -> str:
    """What the linter says when a module of the new game has this line."""
    file = house / f"stolik/games/newcomer/{module}.py"
    before = file.read_text(encoding="utf-8") if file.exists() else None
    file.write_text(line + "\n", encoding="utf-8")
    script = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    try:
        run = subprocess.run(
            [sys.executable, "-c", script, "--no-cache"],
            cwd=house,
            env=os.environ | {"PYTHONPATH": str(house)},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        if before is None:
            file.unlink()
        else:
            file.write_text(before, encoding="utf-8")
    return run.stdout


@pytest.mark.parametrize(
    ("module", "line", "kept"),
    [
        ("bots", "from stolik.games.newcomer import view", True),
        ("bots", "from stolik.games.newcomer import state", False),
        ("rules", "from stolik.games.newcomer import state", True),
        ("rules", "import random", False),
        ("terminal", "import random", True),
        ("bots", "import time", False),
        ("rules", "from stolik.table import host", False),
    ],
)
def test_contracts_cover_a_game_that_they_do_not_name(
    house: Path, module: str, line: str, kept: bool
) -> None:
    report = said(house, module, line)
    assert "Contracts:" in report, report
    assert (" 0 broken" in report) == kept, report
