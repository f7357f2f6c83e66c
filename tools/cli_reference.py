"""Writes docs/cli.md from the commands themselves: `python -m tools.cli_reference`."""

import re
from pathlib import Path

from stolik.cli.app import make_app

TARGET = Path(__file__).parent.parent / "docs/cli.md"


def reference() -> str:
    """The reference as Markdown."""
    text = make_app().generate_docs(output_format="markdown", recursive=True)
    # A program started with `python -m` shows that in its usage lines; readers start `stolik`.
    text = re.sub(r"(?m)^(stolik.*?) -m [\w.]+", r"\1", text)
    return "\n".join(line.rstrip() for line in text.splitlines()).rstrip() + "\n"


if __name__ == "__main__":
    TARGET.write_text(reference(), encoding="utf-8")
