"""The lock files hold exact versions and hashes, no address, and everything that pyproject.toml asks for."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-") for requirement in requirements}


def locked(name: str) -> set[str]:
    return names(re.findall(r"^[\w.-]+(?===)", (ROOT / "requirements" / name).read_text(), re.MULTILINE))


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.name)
def test_lock_file_has_exact_versions_hashes_and_no_address(path: Path) -> None:
    lines = [
        line for line in path.read_text().splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("    "):
            assert re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line)
        else:
            assert re.fullmatch(r"[\w.-]+==[\w.]+( ; [^\\]+)? \\", line)
            assert following.startswith("    --hash=")


def test_locks_hold_what_the_project_asks_for() -> None:
    groups = PROJECT["dependency-groups"]
    assert names(PROJECT["project"]["dependencies"]) <= locked("run.txt") <= locked("test.txt")
    assert names(groups["build"]) <= locked("build.txt") <= locked("test.txt")
    assert names(groups["test"]) <= locked("test.txt")
    assert names(groups["lexicons"]) <= locked("lexicons.txt")


def test_installed_packages_lack_nothing_that_they_require() -> None:
    """They are installed without resolving: the locks alone must hold whatever any of them needs."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_play_needs_no_test_package() -> None:
    assert not locked("run.txt") & names(["pytest", "hypothesis", "mypy", "ruff"])


def test_build_group_repeats_what_the_build_requires() -> None:
    assert PROJECT["dependency-groups"]["build"] == PROJECT["build-system"]["requires"]


def test_locks_agree_on_versions() -> None:
    versions: dict[str, set[str]] = {}
    for path in LOCKS:
        # a package may have one version for old interpreters and one for new
        found = re.findall(r"^([\w.-]+)==([\w.]+)( ; [^\\]+)?", path.read_text(), re.MULTILINE)
        for name, version, marker in found:
            versions.setdefault(f"{name}{marker}", set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}
