"""What games measure of themselves: every command that they add to `stolik bench`."""

from __future__ import annotations

import sys

from stolik.cli import main
from stolik.cli.app import make_app


def measures() -> list[str]:
    """The commands, by name."""
    return [name for name in make_app()["bench"] if not name.startswith("-")]


if __name__ == "__main__":
    for name in measures():
        print(f"stolik bench {name}", flush=True)
        if main(["bench", name]):
            sys.exit(1)
