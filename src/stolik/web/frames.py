"""What pages beside the tables have in common: the bar above, and the ways to each other."""

from __future__ import annotations

import html
from pathlib import Path
from string import Template

from stolik.texts import N_, Translator, translator
from stolik.web.client import Client, Wishes

_FRAME = Template((Path(__file__).parent / "pages/frame.html").read_text(encoding="utf-8"))
#: Where one can go from every page.
PLACES = {"/": N_("Games"), "/words": N_("Words"), "/me": N_("You")}


def framed(built: Client, wishes: Wishes, here: str, title: str, content: str) -> str:
    """The body of a page that lies at `here`; the content is HTML, the title is not."""
    say = translator(wishes.language)
    return _FRAME.substitute(
        back=html.escape(say("Back to the first page")),
        back_icon=built.icon("back"),
        title=html.escape(title),
        content=content,
        nav=nav(say, here),
    )


def nav(say: Translator, here: str) -> str:
    """The ways to the other pages."""
    links = "".join(_link(say, path, path == here) for path in PLACES)
    return f'<nav class="places" aria-label="Stolik">{links}</nav>'


def _link(say: Translator, path: str, is_here: bool) -> str:
    current = ' aria-current="page"' if is_here else ""
    return f'<a href="{path}"{current}>{html.escape(say(PLACES[path]))}</a>'
