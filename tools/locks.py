"""Makes requirements/*.txt from pyproject.toml: exact versions with the hashes of every published file.

One file serves every Python from 3.11 and every platform. Pins stay as they are unless --upgrade is given.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCKS = {
    "run": ["pyproject.toml"],
    "build": ["--group", "build"],
    "test": ["pyproject.toml", "--extra", "cluster", "--group", "build", "--group", "test"],
    "client": ["--group", "client"],
    "lexicons": ["--group", "lexicons"],
    "locks": ["--group", "locks"],
    "audit": ["--group", "audit"],
}
# What the tests run on is what the program runs on.
CONSTRAINTS = {"test": ["run", "build"], "lexicons": ["run", "build"]}


def lock(name: str, extra: list[str]) -> None:
    """Resolves one file; settings of this machine are left out, so that everybody gets the public files."""
    constraints = [f"--constraint=requirements/{other}.txt" for other in CONSTRAINTS.get(name, [])]
    settings = {key: value for key, value in os.environ.items() if not key.startswith(("UV_", "PIP_"))}
    subprocess.run(
        [
            str(Path(sys.executable).parent / "uv"),
            *["--no-config", "--system-certs", "pip", "compile", "--quiet"],
            *["--universal", "--python-version=3.11", "--generate-hashes", "--only-binary=:all:"],
            *["--no-annotate", "--custom-compile-command=make locks"],
            f"--output-file=requirements/{name}.txt",
            *LOCKS[name],
            *constraints,
            *extra,
        ],
        cwd=ROOT,
        env=settings,
        check=True,
    )
    print(f"requirements/{name}.txt")


def main() -> None:
    for name in LOCKS:
        lock(name, sys.argv[1:])


if __name__ == "__main__":
    main()
