"""The wheel plays a game in an empty environment, with neither a compiler nor Node on the path."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
WHEELHOUSE = ROOT / "build/wheelhouse"


def pip(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *map(str, arguments)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def install(directory: Path) -> None:
    """Builds the wheel and puts it with the locked run-time packages into an empty virtual environment."""
    pip("wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", directory, ROOT)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(directory / "venv")], check=True)
    # the commands compile the few modules that they use
    inside: list[str | Path] = ["--python", directory / "venv/bin/python", "install", "--no-compile"]
    # `make test` has fetched the wheels before; without it they come from the registry.
    source: list[str | Path] = ["--no-index", "--find-links", WHEELHOUSE] if WHEELHOUSE.exists() else []
    pip(*inside, *source, "--require-hashes", "--only-binary=:all:", "-r", ROOT / "requirements/run.txt")
    pip(*inside, "--no-index", "--no-deps", *directory.glob("stolik-*.whl"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """A directory with the wheel and `venv`, made once for all workers: they share the build directory."""
    base = tmp_path_factory.getbasetemp()
    directory = (base if worker_id == "master" else base.parent) / "wheel"
    directory.mkdir(exist_ok=True)
    with (directory / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (directory / "ready").exists():
            install(directory)
            (directory / "ready").touch()
    return directory


@pytest.fixture
def wheel(installed: Path) -> Path:
    [built] = installed.glob("stolik-*.whl")
    return built


@pytest.fixture
def environment(installed: Path) -> Path:
    return installed / "venv"


def run_stolik(environment: Path, *arguments: str) -> Any:
    """The JSON that the installed command prints, run far from the source tree with a bare path and home.

    Only the files that it would make from the word lists are there already, to save time.
    """
    path, home = environment / "bin", environment.parent / "home"
    home.mkdir(exist_ok=True)
    for tool in ("cc", "gcc", "clang", "node"):
        assert shutil.which(tool, path=str(path)) is None
    done = subprocess.run(
        [str(path / "stolik"), *arguments],
        cwd=home,
        env={
            "PATH": str(path),
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_wheel_holds_compiled_kernels_data_and_licences_but_no_sources_of_kernels(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for source in (ROOT / "src/stolik/kernels").glob("*.pyx"):
        assert any(
            name.startswith(f"stolik/kernels/{source.stem}.") and name.endswith(".so") for name in names
        )
    assert not [name for name in names if name.endswith((".pyx", ".c", ".po"))]
    tracked = subprocess.run(
        ["git", "ls-files", "src"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    for name in tracked:
        if not name.endswith((".pyx", ".pxd", ".po", ".pot")):
            assert name.removeprefix("src/") in names
    for name in ("LICENSE", "NOTICE"):
        assert any(entry.endswith(f"dist-info/licenses/{name}") for entry in names)
    carried = zipfile.ZipFile(wheel).read("stolik/web/built/licences.txt").decode()
    assert carried.count("SIL OPEN FONT LICENSE Version 1.1") == 2


def test_installed_wheel_lists_presets(environment: Path) -> None:
    presets = {preset["preset"] for preset in run_stolik(environment, "presets", "--json")}
    assert {"pl", "pl-tournament", "br", "en"} <= presets


def test_installed_wheel_knows_words(environment: Path) -> None:
    [verdict] = run_stolik(environment, "word", "--lexicon", "pl", "--json", "dom")
    assert (verdict["word"], verdict["valid"]) == ("DOM", True)


def test_installed_wheel_plays_a_whole_game(environment: Path) -> None:
    report = run_stolik(environment, "simulate", "pl", "--games", "1", "--seed", "1", "--json")
    [game] = report["games"]
    assert len(game["scores"]) == 2
    assert max(game["scores"]) > 0
    assert {"conservation", "replay", "scores"} <= {*report["checked"]}
