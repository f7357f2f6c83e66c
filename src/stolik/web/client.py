"""The built web client: the files it consists of, and the pages that its islands stand on.

A game that has a folder in the client is played there; any other one on the plain page of `pages/table.html`.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from stolik.core.registry import Preset
from stolik.table.games import Games
from stolik.texts import translator
from stolik.web.files import File, read_files
from stolik.web.page_texts import words_of_games

_BUILT = Path(__file__).parent / "built"
_PAGE = Path(__file__).parent / "pages/client.html"
_TABLE, _HOME = "src/table/main.ts", "src/home/main.ts"
_AT = "/static/built/"
#: Looks that a visitor may choose; without a choice the system decides.
THEMES = ("light", "dark", "contrast", "wood")
#: Fonts in which the first things on a page are written.
_FIRST_FONTS = ("figtree-latin-wght", "figtree-latin-ext-wght")


class Client:
    """The client as it was built."""

    def __init__(self, folder: Path) -> None:
        self.files: dict[str, File] = read_files(folder)
        self._manifest: dict[str, dict[str, Any]] = _json(folder / "manifest.json")
        self._texts: list[str] = _json(folder / "texts.json")
        self._page = Template(_PAGE.read_text(encoding="utf-8"))

    def has(self, game: str) -> bool:
        """Whether a game has a folder in the client."""
        return _folder(game) in self._manifest

    def table_page(self, games: Games, game: str, language: str, theme: str | None) -> str:
        """The page of a table at which this game is played."""
        return self._filled(games, [_TABLE, _folder(game)], language, theme, '<div id="table"></div>')

    def home_page(self, games: Games, preset: Preset, language: str, theme: str | None) -> str:
        """The first page, with a table of this kind on it."""
        island = f'<div id="home" data-preset="{html.escape(preset.id)}"></div>'
        return self._filled(games, [_HOME, _folder(preset.game)], language, theme, island)

    def _filled(self, games: Games, entries: list[str], language: str, theme: str | None, island: str) -> str:
        script, *later = [self._manifest[entry]["file"] for entry in entries]
        wanted = [each for entry in entries for each in self._needed(entry)]
        styles = dict.fromkeys(css for each in wanted for css in each.get("css", ()))
        scripts = dict.fromkeys([*(each["file"] for each in wanted), *later])
        fonts = [name for name in self.files if any(font in name for font in _FIRST_FONTS)]
        links = [
            *(f'<link rel="stylesheet" href="{_AT}{name}">' for name in styles),
            *(f'<link rel="preload" as="font" crossorigin href="{_AT}{name}">' for name in fonts),
            *(f'<link rel="modulepreload" href="{_AT}{name}">' for name in scripts if name != script),
            f'<script type="module" src="{_AT}{script}"></script>',
        ]
        return self._page.substitute(
            language="pt-BR" if language == "pt" else language,
            theme=f' data-theme="{theme}"' if theme in THEMES else "",
            links="\n".join(links),
            island=island,
            texts=_in_page(self._spoken(games, language)),
        )

    def _needed(self, entry: str) -> Iterator[Mapping[str, Any]]:
        """An entry of the manifest, and whatever it loads at once."""
        yield self._manifest[entry]
        for other in self._manifest[entry].get("imports", ()):
            yield from self._needed(other)

    def _spoken(self, games: Games, language: str) -> dict[str, str]:
        say = translator(language)
        return {text: say.unfilled(text) for text in _once([*self._texts, *words_of_games(games)])}


@cache
def client() -> Client | None:
    """The client, or None in a checkout where it was not built."""
    return Client(_BUILT) if (_BUILT / "manifest.json").is_file() else None


def _folder(game: str) -> str:
    return f"src/games/{game}/index.ts"


def _once(texts: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(texts)


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _in_page(value: Any) -> str:
    """JSON that may stand in a page: no end tag can be in it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
