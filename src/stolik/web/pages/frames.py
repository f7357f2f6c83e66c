"""What pages beside the tables have in common: the bar above, and the ways to each other."""

from __future__ import annotations

import html
from pathlib import Path
from string import Template
from typing import Any

from litestar import Request, Response

from stolik.texts import N_, Translator, translator
from stolik.web.pages.client import Client, Wishes
from stolik.web.pages.files import answer_page
from stolik.web.site import Site

_FRAME = Template((Path(__file__).parent.parent / "assets/frame.html").read_text(encoding="utf-8"))
#: Where one can go from every page.
PLACES = {"/": N_("Games"), "/rules": N_("Rules"), "/words": N_("Words"), "/me": N_("You")}


def framed(
    request: Request[Any, Any, Any],
    site: Site,
    built: Client,
    entry: str,
    here: str | None,
    content: str,
    *,
    about: str = "",
    headline: str = "",
    ahead: tuple[str, ...] = (),
) -> Response[bytes]:
    """A page that lies at one of the places: HTML between the bar and the ways on; the tab says what about.

    Its entry makes it livelier and may want what is loaded ahead.
    """
    wishes = Wishes.of(request)
    say = translator(wishes.language)
    title = say(PLACES[here]) if here else ""
    body = _FRAME.substitute(
        back=html.escape(say("Back to the first page")),
        back_icon=built.icon("back"),
        title=html.escape(headline or title),
        content=content,
        nav=nav(say, here),
    )
    page = built.page(
        site.host.games, (entry, *ahead), wishes, body, " – ".join(filter(None, (about, title)))
    )
    return answer_page(request, page)


def nav(say: Translator, here: str | None) -> str:
    """The ways to the other pages."""
    links = "".join(_link(say, path, path == here) for path in PLACES)
    return f'<nav class="places" aria-label="Stolik">{links}</nav>'


def _link(say: Translator, path: str, is_here: bool) -> str:
    current = ' aria-current="page"' if is_here else ""
    return f'<a href="{path}"{current}>{html.escape(say(PLACES[path]))}</a>'
