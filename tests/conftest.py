"""What every test run shares: options for checked kernels and disabled clauses, and a home of its own."""

from __future__ import annotations

import fcntl
import importlib
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from stolik.words.store import Lexicons
    from tests.services import Postgres

ROOT = Path(__file__).parent.parent
KERNELS = ROOT / "src/stolik/kernels"
CHECKED_KERNELS = ROOT / "build/checked/stolik/kernels"
LISTS = ("pl", "br", "en")  # a preset for each word list

# A run must give the same answer twice, however busy the machine is; `make soak` looks further.
hypothesis.settings.register_profile("steady", deadline=None, derandomize=True)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=2000)
hypothesis.settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("stolik")
    group.addoption(
        "--checked-kernels",
        action="store_true",
        help="use the kernels compiled with every check on (`make test` builds them in build/checked)",
    )
    group.addoption(
        "--disable-clause",
        action="append",
        default=[],
        metavar="ID",
        help="switch a clause of RULES.md off, to see whether a test notices",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--checked-kernels"):
        use_checked_kernels()
    for clause in config.getoption("--disable-clause"):
        from stolik.core import clauses

        clauses.disable(clause)


def pytest_report_header(config: pytest.Config) -> list[str]:
    kernels = "checked" if config.getoption("--checked-kernels") else "fast"
    disabled = ", ".join(config.getoption("--disable-clause")) or "none"
    return [f"kernels: {kernels}", f"clauses switched off: {disabled}"]


def use_checked_kernels() -> None:
    """Makes `stolik.kernels` find the checked build first, and proves that every kernel comes from there."""
    import stolik.kernels

    already = [name for name in sys.modules if name.startswith("stolik.kernels.")]
    if already:
        raise pytest.UsageError(f"--checked-kernels comes too late: {', '.join(already)} is imported already")
    stolik.kernels.__path__.insert(0, str(CHECKED_KERNELS))
    for source in sorted(KERNELS.glob("*.pyx")):
        if not origin_of(f"stolik.kernels.{source.stem}").is_relative_to(CHECKED_KERNELS):
            raise pytest.UsageError(f"the kernel {source.stem} has no checked build: `make test` makes it")


def origin_of(module: str) -> Path:
    """The file a module is loaded from; the empty path when there is none."""
    try:
        return Path(str(importlib.import_module(module).__file__))
    except ModuleNotFoundError:
        return Path()


@pytest.fixture(scope="session", autouse=True)
def home_of_its_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keeps tests out of the user's files; expanded word graphs stay in build/ for the next run."""
    with pytest.MonkeyPatch.context() as environment:
        cache = ROOT / "build/test-cache"
        cache.mkdir(parents=True, exist_ok=True)
        environment.setenv("XDG_CACHE_HOME", str(cache))
        for name in ("DATA", "CONFIG", "STATE"):
            environment.setenv(f"XDG_{name}_HOME", str(tmp_path_factory.mktemp(name.lower())))
        yield


@pytest.fixture(scope="session")
def word_lists(home_of_its_own: None) -> Lexicons:
    """The shipped word lists and a small English one."""
    from stolik.words.store import Lexicons

    lexicons = Lexicons()
    lexicons.add("en", ROOT / "tests/word_lists/en.txt")
    return lexicons


@pytest.fixture(scope="session")
def words(word_lists: Lexicons) -> Lexicons:
    """The same by a shorter name, which some tests give to words of their own."""
    return word_lists


@pytest.fixture(scope="session", autouse=True)
def prepared_lists(word_lists: Lexicons) -> None:
    """What engines make of the word lists, made once: else all testers and their servers begin with it.

    Each tester begins with another list and waits for those that others are making.
    """
    from stolik.core import registry

    tester = os.environ.get("PYTEST_XDIST_WORKER")
    if tester is None:
        return  # a single tester makes only what its tests ask for
    first = int(tester.removeprefix("gw")) % len(LISTS)
    for preset_id in (*LISTS[first:], *LISTS[:first]):
        preset = registry.find_preset(preset_id)
        preparation = registry.create(preset.game, word_lists).preparation(preset.options)
        assert preparation is not None
        with (ROOT / f"build/test-cache/{preset_id}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            preparation.prepare()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Not below the folders of pytest: another run of it closes those to the user of PostgreSQL."""
    from tests.services import new_folder, remove

    made = new_folder("home")
    yield made
    remove(made)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    from tests.services import Postgres, new_folder, remove

    folder = new_folder("pg")
    server = Postgres(folder)
    yield server
    server.close()
    remove(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/stolik.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.database(f"stolik_{secrets.token_hex(6)}")
