"""Everything of a game is in its folders: almost nothing else of the program names one.

Looked at is whatever git keeps of the program, its tools and its benchmarks. Left out are the folders of
games, tests and docs, where games are meant to be named; catalogues, whose comments say where texts are; and
what is written by programs: the types of the protocol and the lock of the client's packages.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from stolik.core import registry

ROOT = Path(__file__).parents[2]
PLACES = (
    *("src", "frontend", "tools", "bench", "examples", ".ci"),
    *("Makefile", "pyproject.toml", "setup.py", "MANIFEST.in"),
)
OF_GAMES = ("src/stolik/games/", "frontend/src/games/")
WRITTEN_BY_PROGRAMS = ("frontend/src/protocol.ts", "frontend/package-lock.json")
DECISION = ROOT / "docs/adr/0015-who-names-a-game.md"
MOST = 3
#: Codes of languages are names of presets too, and stand for much else.
LANGUAGES = ("pl", "br", "en", "pt")


def names() -> re.Pattern[str]:
    """The games that come along, whatever the case: their classes bear the same names; and their presets."""
    games = [name for name, package in registry.packages().items() if "stolik.games." in package.__name__]
    presets = [each.id for each in registry.presets().values() if each.game in games]
    quoted = [rf"[\"'`]{re.escape(each)}[\"'`]" for each in presets if each not in LANGUAGES]
    return re.compile("|".join([*map(re.escape, games), *quoted]), re.IGNORECASE)


def files() -> list[Path]:
    """What git keeps of the program, or would keep."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *PLACES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [Path(name) for name in listed.stdout.splitlines()]
    return [each for each in paths if (ROOT / each).is_file() and not _is_left_out(each)]


def _is_left_out(path: Path) -> bool:
    name = path.as_posix()
    return name.startswith(OF_GAMES) or name in WRITTEN_BY_PROGRAMS or path.suffix in {".po", ".pot"}


def test_at_most_three_files_name_a_game_and_each_has_its_reason() -> None:
    wanted, looked_at = names(), files()
    naming = [
        each.as_posix()
        for each in looked_at
        if wanted.search((ROOT / each).read_bytes().decode("utf-8", "replace"))
    ]
    assert len(looked_at) > 400, "the program was not found"
    assert len(naming) <= MOST, naming
    reasons = DECISION.read_text(encoding="utf-8")
    assert [each for each in naming if f"`{each}`" not in reasons] == []


def test_no_path_names_a_game() -> None:
    wanted = names()
    assert [each.as_posix() for each in files() if wanted.search(each.as_posix())] == []


def test_only_who_reads_presets_asks_for_an_option_by_its_name() -> None:
    options = {name for each in registry.presets().values() for name in each.options.__struct_fields__}
    asked = re.compile(rf"\boptions(?:\.|, ?[\"'])({'|'.join(sorted(options))})\b")
    assert asked.search('getattr(options, "challenge", None)')
    found = {
        (each.as_posix(), match[1])
        for each in files()
        if each.suffix in {".py", ".ts", ".svelte"} and each.parts[0] in {"src", "frontend", "tools"}
        for match in asked.finditer((ROOT / each).read_text(encoding="utf-8"))
    }
    # options that say for how many they are need no `players` in their presets
    assert found == {("src/stolik/core/about.py", name) for name in ("min_players", "max_players")}


def test_names_are_found_wherever_they_stand() -> None:
    wanted = names()
    for text in ("from stolik.games.scrabble import rules", "class RummikubBot:", '"pl-tournament"'):
        assert wanted.search(text), text
    for text in ('preset = "pl"', "a word board", "number tiles"):
        assert not wanted.search(text), text
