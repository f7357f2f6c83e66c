"""The built web client: the files it consists of, and the pages that its islands stand on.

A game that has no folder of its own in the client is played by what the client knows of any game.
"""

from __future__ import annotations

import hashlib
import html
import json
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

import msgspec
from litestar import Request
from litestar.exceptions import NotFoundException

from stolik.core import registry
from stolik.core.about import Preset, in_language
from stolik.table.games import Games
from stolik.texts import LANGUAGES, translator
from stolik.web.pages.files import File, read_files
from stolik.web.pages.game_words import words_of_games

_BUILT = Path(__file__).parent.parent / "built"
_PAGES = Path(__file__).parent.parent / "assets"
_TABLE, _HOME = "src/table/main.ts", "src/home/main.ts"
#: What plays games without a folder.
_PLAIN = "src/plain/index.ts"
_REVIEW, _OWN_REVIEWS = "src/review/main.ts", "src/reviews/main.ts"
#: On every page: what makes an app of it; and who answers without a network.
_APP, _WORKER = "src/app/main.ts", "src/worker/main.ts"
_AT = "/static/built/"
#: Looks that a visitor may choose; without a choice the system decides.
THEMES = ("light", "dark", "contrast", "wood")
NEEDS_SCRIPT = "Stolik needs JavaScript. · Stolik wymaga JavaScriptu. · O Stolik precisa de JavaScript."
#: Fonts in which the first things on a page are written.
_FIRST_FONTS = ("figtree-latin-wght", "figtree-latin-ext-wght")
#: And the headline of the first page, which would be broken into other lines until its font has come.
_HEADLINE_FONTS = ("brygada-1918-latin-wght", "brygada-1918-latin-ext-wght")


class Wishes(NamedTuple):
    """The language and the look that a visitor wants."""

    language: str
    theme: str | None
    #: `large` for tiles with larger print.
    tiles: str | None = None

    @classmethod
    def of(cls, request: Request[Any, Any, Any]) -> Wishes:
        """What a visitor's language and cookies say."""
        theme = request.cookies.get("theme")
        tiles = request.cookies.get("tiles")
        return cls(request.state.language, theme if theme in THEMES else None, tiles)


class Client:
    """The client as it was built."""

    def __init__(self, folder: Path) -> None:
        self.files: dict[str, File] = read_files(folder)
        self._manifest: dict[str, dict[str, Any]] = _json(folder / "manifest.json")
        self._texts: list[str] = _json(folder / "texts.json")
        #: What the colours of the design are, by theme.
        self.tokens = (folder / "tokens.txt").read_text(encoding="utf-8")
        self._page = Template((_PAGES / "client.html").read_text(encoding="utf-8"))
        self._home = Template((_PAGES / "first.html").read_text(encoding="utf-8"))
        self._said: dict[str, str] = {}

    def has(self, game: str) -> bool:
        """Whether a game has a folder in the client."""
        return _folder(game) in self._manifest

    def table_page(
        self, games: Games, game: str, wishes: Wishes, here: Any, head: str, placeholder: str = ""
    ) -> str:
        """The page of a table at which this game is played, with what the client would ask for first.

        Until it is there, the page shows what is coming.
        """
        island = _island("table", here, placeholder)
        return self._filled(games, (_TABLE, self._plays(game)), wishes, island, head=head)

    def no_table_page(self, games: Games, wishes: Wishes) -> str:
        """The page of a table that is not there: the client says so."""
        return self._filled(games, (_TABLE,), wishes, _island("table", None))

    def review_page(self, games: Games, game: str, wishes: Wishes, here: Any, head: str) -> str:
        """The page that looks back at a finished game."""
        return self._filled(games, (_REVIEW, self._plays(game)), wishes, _island("review", here), head=head)

    def own_reviews_page(self, games: Games, wishes: Wishes) -> str:
        """The page that looks back at all one's finished games."""
        return self._filled(games, (_OWN_REVIEWS,), wishes, _island("reviews", None))

    def home_page(self, games: Games, preset: Preset, wishes: Wishes, nav: str) -> str:
        """The first page, with a table of this kind on it and the ways to other pages."""
        say = translator(wishes.language)
        island = self._home.substitute(
            headline=html.escape(say("Sit down, the table is set.")),
            lead=html.escape(in_language(registry.about(preset.game).first.lead, wishes.language)),
            preset=html.escape(preset.id),
            nav=nav,
        )
        return self._filled(games, (_HOME, self._plays(preset.game)), wishes, island)

    def page(self, games: Games, entries: tuple[str, ...], wishes: Wishes, content: str, title: str) -> str:
        """A page that can be read as it is; its first entry makes it livelier and may want the rest."""
        known = (entries[0], *(each for each in entries[1:] if each in self._manifest))
        return self._filled(games, known, wishes, content, title)

    def icon(self, name: str) -> str:
        """A sign of the client's sprite, as it stands in a page."""
        sprite = self._manifest["src/look/icons.svg"]["file"]
        return f'<svg class="icon" aria-hidden="true"><use href="{_AT}{sprite}#{name}"/></svg>'

    @cached_property
    def worker(self) -> str:
        """The service worker, which is told what to keep; other files or texts make it another worker."""
        script = self._manifest[_WORKER]["file"]
        kept = [name for name in self.files if name != script]
        said = [translator(language).unfilled(text) for language in LANGUAGES for text in self._texts]
        version = hashlib.sha256("\n".join(kept + said).encode()).hexdigest()[:12]
        files = [f"{_AT}{name}" for name in kept]
        shell = msgspec.json.encode({"version": version, "files": files, "languages": LANGUAGES})
        return f"self.shell={shell.decode()};\n{self.files[script].content.decode()}"

    def _plays(self, game: str) -> str:
        """The entry that draws a game."""
        return _folder(game) if self.has(game) else _PLAIN

    def _filled(
        self,
        games: Games,
        entries: tuple[str, ...],
        wishes: Wishes,
        island: str,
        title: str = "",
        head: str = "",
    ) -> str:
        return self._page.substitute(
            title=html.escape(f"{title} – Stolik" if title else "Stolik"),
            noscript="" if title else NEEDS_SCRIPT,
            language="pt-BR" if wishes.language == "pt" else wishes.language,
            theme=(f' data-theme="{wishes.theme}"' if wishes.theme else "")
            + (' data-tiles="large"' if wishes.tiles == "large" else ""),
            links=self._links(entries),
            head=head,
            island=island,
            texts=self._spoken(games, wishes.language),
        )

    def _links(self, entries: tuple[str, ...]) -> str:
        """What the head of a page loads for these entries."""
        own = [self._manifest[entry]["file"] for entry in (entries[0], _APP)]
        wanted = [each for entry in (*entries, _APP) for each in self._needed(entry)]
        styles = dict.fromkeys(css for each in wanted for css in each.get("css", ()))
        scripts = dict.fromkeys(each["file"] for each in wanted)
        first = _FIRST_FONTS + (_HEADLINE_FONTS if entries[0] == _HOME else ())
        fonts = [name for name in self.files if any(font in name for font in first)]
        links = [
            *(f'<link rel="stylesheet" href="{_AT}{name}">' for name in styles),
            *(f'<script type="module" src="{_AT}{script}"></script>' for script in own),
            *(f'<link rel="modulepreload" href="{_AT}{name}">' for name in scripts if name not in own),
            *(f'<link rel="preload" as="font" crossorigin href="{_AT}{name}">' for name in fonts),
        ]
        return "\n".join(links)

    def _needed(self, entry: str) -> Iterator[Mapping[str, Any]]:
        """An entry of the manifest, and whatever it loads at once."""
        yield self._manifest[entry]
        for other in self._manifest[entry].get("imports", ()):
            yield from self._needed(other)

    def _spoken(self, games: Games, language: str) -> str:
        """What the client says, as it stands in a page."""
        if language not in self._said:
            say, texts = translator(language), dict.fromkeys([*self._texts, *words_of_games(games)])
            self._said[language] = in_page({text: say.unfilled(text) for text in texts})
        return self._said[language]


@cache
def client() -> Client | None:
    """The client, or None in a checkout where it was not built."""
    return Client(_BUILT) if (_BUILT / "manifest.json").is_file() else None


def built_client() -> Client:
    """The client, for pages that do not exist without it."""
    built = client()
    if built is None:
        raise NotFoundException
    return built


def _island(name: str, here: Any, placeholder: str = "") -> str:
    """Where a part of the client stands, with what it would ask for first."""
    script = f'<script type="application/json" id="here">{in_page(here)}</script>'
    return f'<div id="{name}">{placeholder}</div>\n{script}'


def _folder(game: str) -> str:
    return f"src/games/{game}/index.ts"


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def in_page(value: Any) -> str:
    """JSON that may stand in a page: no end tag can be in it."""
    return msgspec.json.encode(value).decode().replace("<", "\\u003c")
