"""The solver of the number-tile game as `stolik bench rummikub` has it."""

from __future__ import annotations

import sys

from stolik.cli import main

if __name__ == "__main__":
    sys.exit(main(["bench", "rummikub"]))
