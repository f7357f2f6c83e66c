"""What several tests of the recipes start from: short lists as files, and a few rules of a dictionary."""

from __future__ import annotations

from pathlib import Path

from tools.lexicons.affixes import Affixes

FALAR = """
SET UTF-8
PFX À Y 2
PFX À 0 re [^rs]
PFX À 0 rer r
SFX a Y 7
SFX a ar á ar
SFX a 0 mo [aei]r
SFX a ar amos ar
SFX a 0 emos [aei]r
SFX a r díssimo ar
SFX a 0 -me r
SFX a er ê er
SFX e Y 1
SFX e er ê ler
SFX B Y 1
SFX B 0 s [^ã][aeiou]
SFX R Y 1
SFX R 0 zinho .
SFX j Y 1
SFX j r dor r
SFX D Y 1
SFX D o a [^ã]o
""".splitlines()
RULES = Affixes(FALAR)


def write(path: Path, *lines: str) -> Path:
    """A file with these lines."""
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path
