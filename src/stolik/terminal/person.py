"""One person's terminal, or a pipe that stands for it: pages, lines and typed answers."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterator, Sequence
from typing import Literal

from rich.console import Console, Group, RenderableType
from rich.text import Text

from stolik.terminal.vocabulary import clean

with contextlib.suppress(ImportError):
    import readline  # noqa: F401 - gives `input` arrow keys and a history

Colours = Literal["none", "few", "256", "all"]


class Terminal:
    """Clears and colours where somebody looks on; plain lines where the output is a file or a pipe."""

    def __init__(self) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                # A byte that is no letter, or a letter the terminal lacks, must not end the game.
                stream.reconfigure(errors="replace")
        self.console = Console(highlight=False)
        self.watched = self.console.is_terminal and sys.stdin is not None and sys.stdin.isatty()

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def colours(self) -> Colours:
        """How many colours there are; the exact hue of few is known to nobody."""
        systems: dict[str | None, Colours] = {"truecolor": "all", "256": "256", None: "none"}
        return "none" if self.console.no_color else systems.get(self.console.color_system, "few")

    def page(self, screen: RenderableType, news: Sequence[str] = ()) -> None:
        """Show a screen from the top on, with as much of the latest news as fits below it."""
        lines = [Text(sentence) for sentence in news]
        while len(lines) > 1 and not self._fits(Group(screen, *lines)):
            del lines[0]
        if self.watched:
            self.console.clear()
        else:
            self.console.print()
        self.console.print(screen, *lines, sep="\n")

    def answer(self, screen: RenderableType, content: RenderableType) -> None:
        """Show an answer below the screen it belongs to; alone, if there is no room for both."""
        both = Group(screen, content)
        if self.watched:
            self.console.clear()
        self.console.print(both if self.watched and self._fits(both) else content)

    def _fits(self, content: RenderableType) -> bool:
        """Whether it leaves a line for the prompt; on paper there is room for everything."""
        return not self.watched or len(self.console.render_lines(content)) < self.console.height

    def show(self, content: RenderableType, style: str = "") -> None:
        """Show something below what is there."""
        self.console.print(Text(content, style=style) if isinstance(content, str) else content)

    def ask(self, prompt: str) -> str:
        """A typed line; raises EOFError when there will be no more."""
        if self.watched:
            return clean(input(prompt))
        self.console.print(Text(prompt), end="", soft_wrap=True)
        self.console.file.flush()
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if sys.stdin is None or not sys.stdin.isatty():
            self.console.print(Text(clean(line)), soft_wrap=True)  # so that a script's output can be read
        if not line:
            raise EOFError
        return clean(line)

    @contextlib.contextmanager
    def waiting(self, sentence: str) -> Iterator[None]:
        """Show that something is going on."""
        if not self.watched:
            yield
            return
        with self.console.status(Text(sentence, style="dim")):
            yield
