"""Remake the word lists and tell how they differ from the ones that ship: python -m tools.lexicons."""

from __future__ import annotations

import argparse
import shlex
import sys
import tomllib
from pathlib import Path

from tools.lexicons.difference import Difference, read_list, report, shipped_list
from tools.lexicons.recipes import HERE, RECIPES, ROOT
from tools.lexicons.steps import Trouble, run, say

WORK = ROOT / "build" / "lexicons"


def remake(name: str, work: Path, against: Path | None) -> None:
    """Make one list and report its difference."""
    say(f"==> {name}, in {work}")
    facts = run(RECIPES[name](work))
    before = read_list(against) if against else shipped_list(name)
    expected = tomllib.loads((HERE / "expected.toml").read_text(encoding="utf-8"))[name]
    text = report(Difference(name, before, read_list(work / f"{name}.txt")), facts, expected)
    (work / f"{name}.difference.txt").write_text(text + "\n", encoding="utf-8")
    print(text, end="\n\n", flush=True)
    say(f"To ship this list: {shlex.join(packing(name, work))}\n")


def packing(name: str, work: Path) -> list[str]:
    """The command that packs a list; by this interpreter, for `python` alone may not have what it needs."""
    forms = ["--forms", str(work / "pt_map.tsv")] if name == "pt" else []
    return [sys.executable, str(ROOT / "tools/pack_lexicons.py"), name, str(work / f"{name}.txt"), *forms]


def arguments() -> argparse.Namespace:
    """What the person asks for."""
    parser = argparse.ArgumentParser(
        prog="make lexicons",
        description="Remake the word lists and tell how they differ from the shipped ones.",
    )
    parser.add_argument("--only", choices=tuple(RECIPES), help="make this list alone")
    parser.add_argument("--work", type=Path, default=WORK, help="the folder for packages, steps and lists")
    parser.add_argument(
        "--against",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="compare with these lists (plain or .xz, named pl... or pt...), not with the shipped ones",
    )
    return parser.parse_args()


def main() -> int:
    asked = arguments()
    against = {path.name[:2]: path for path in asked.against}
    work = asked.work.resolve()
    try:
        for path in asked.against:
            if path.name[:2] not in RECIPES or not path.is_file():
                raise Trouble(f"{path} is not a list to compare with: name a file that begins with pl or pt.")
        for name in [asked.only] if asked.only else RECIPES:
            remake(name, work, against.get(name))
    except Trouble as trouble:
        say(str(trouble))
        return 1
    except KeyboardInterrupt:
        say("\nStopped. What was finished is kept: run this again to go on from there.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
