"""The word lists of this machine: those that come with the program and those a person has added.

In the data directory `lists/HASH.dawg` are contents, `names/NAME` holds the hash a name stands for, and
`holds/NAME/HASH/game-ID` says that a live game uses that content. So a list can be replaced while games go on
with the old one, and no two processes ever write the same file.
"""

from __future__ import annotations

import errno
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import platformdirs

from stolik.core.message import Complaint
from stolik.kernels.wordgraph import build_dawg
from stolik.words.alphabet import Alphabet, alphabet
from stolik.words.graphfile import DamagedFile, FileKind, Graph, read_graph, write_graph, write_whole
from stolik.words.lexicon import Lexicon
from stolik.words.lore import lore
from stolik.words.wordlist import Refusal, guess_alphabet, list_hash, read_word_list

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NAME = re.compile("[a-z0-9][a-z0-9_-]{0,39}")
_GAME = "game-"


class LexiconMissing(Complaint):
    """A word list, or the edition of it that a game was started with, is not installed."""


@dataclass(frozen=True)
class Entry:
    """A word list that can be opened."""

    name: str
    alphabet: str
    n_words: int
    hash: str
    shipped: bool
    held_by: tuple[str, ...] = ()


@dataclass(frozen=True)
class Added:
    """What became of a file: the words taken, and what was refused and why (the first thousand)."""

    name: str
    alphabet: str
    n_words: int
    hash: str
    n_repeated: int
    n_refused: int
    refused: tuple[Refusal, ...]


class Lexicons:
    """Opens, adds and removes word lists."""

    def __init__(self, data_dir: Path | None = None, cache_dir: Path | None = None) -> None:
        self.data_dir = data_dir or platformdirs.user_data_path("stolik") / "lexicons"
        self.cache_dir = cache_dir or platformdirs.user_cache_path("stolik") / "lexicons"
        self._opened: dict[tuple[str, str], Lexicon] = {}

    def names(self) -> tuple[str, ...]:
        """The lists that can be opened: the shipped ones first."""
        added = self.data_dir / "names"
        return (*_shipped(), *sorted(path.name for path in _children(added) if not path.name.startswith(".")))

    def has(self, name: str) -> bool:
        """Whether a list is installed, told without opening it."""
        digest = self._added_hash(name)
        return name in _shipped() or (digest is not None and self._content(digest).exists())

    def entries(self) -> tuple[Entry, ...]:
        """Every list with its size and hash."""
        return tuple(self.entry(name) for name in self.names())

    def entry(self, name: str) -> Entry:
        """A list with its size and hash; raises LexiconMissing."""
        graph = self._graph(name, self._current_hash(name))
        held = tuple(sorted(game for _, game in self._holds(name)))
        return Entry(name, graph.alphabet, graph.n_words, graph.list_hash, name in _shipped(), held)

    def open(self, name: str, list_hash: str | None = None) -> Lexicon:
        """The list of this name, or the very edition with this hash; raises LexiconMissing."""
        wanted = list_hash or self._current_hash(name)
        if (name, wanted) not in self._opened:
            self._opened[name, wanted] = self._make(name, wanted)
        return self._opened[name, wanted]

    def add(self, name: str, file: Path, letters: Alphabet | None = None) -> Added:
        """Install the words of a file under this name, replacing a list added before; raises Complaint."""
        _check_name(name)
        words = read_word_list(file, letters or guess_alphabet(name, file))
        nodes = memoryview(build_dawg(words.rows)).cast("I")
        digest = list_hash(words.rows, words.alphabet)
        graph = Graph(FileKind.DAWG, words.alphabet.name, words.n_words, digest, nodes)
        replaced = self._added_hash(name)
        try:
            with _writing(self.data_dir):
                write_graph(self._content(digest), graph)
                write_whole(self.data_dir / "names" / name, digest.encode())
        finally:
            self._drop_unused(digest)
        self._drop_unused(replaced)
        return Added(
            name, graph.alphabet, graph.n_words, digest, words.n_repeated, words.n_refused, words.refused
        )

    def remove(self, name: str) -> None:
        """Take an added list away; refused while a live game uses it."""
        if name in _shipped():
            raise Complaint("The list {name} belongs to the program and stays.", name=name)
        digest = self._current_hash(name)
        games = [game for _, game in self._holds(name)]
        if games:
            raise Complaint(
                "The list {name} is used by {n} live games, such as {game}; finish them first.",
                name=name,
                n=len(games),
                game=games[0],
            )
        with _writing(self.data_dir):
            (self.data_dir / "names" / name).unlink()
        self._drop_unused(digest)

    def hold(self, name: str, game_id: str) -> str:
        """Keep the present content of a list for a live game, whatever becomes of the list; tell its hash."""
        digest = self._current_hash(name)
        with _writing(self.data_dir):
            if not self._content(digest).exists():
                write_graph(self._content(digest), self._graph(name, digest))
            write_whole(self.data_dir / "holds" / name / digest / _file_name(game_id))
        return digest

    def release(self, name: str, game_id: str) -> None:
        """The game needs the list no longer."""
        for digest, game in list(self._holds(name)):
            if game == game_id:
                (self.data_dir / "holds" / name / digest / _file_name(game_id)).unlink(missing_ok=True)
                self._drop_unused(digest)

    def holds(self) -> Iterator[tuple[str, str]]:
        """List and game of every hold."""
        for name in _children(self.data_dir / "holds"):
            for _, game in self._holds(name.name):
                yield name.name, game

    def _make(self, name: str, digest: str) -> Lexicon:
        graph = self._graph(name, digest)
        facts = lore(alphabet(graph.alphabet))
        dawg = facts.dawg if graph is facts.graph else None
        blocks = bool(_shipped().get(graph.alphabet, {}).get("block_list"))
        return Lexicon(name, graph, self.cache_dir, dawg=dawg, blocks=blocks)

    def _graph(self, name: str, digest: str) -> Graph:
        shipped = _shipped_graph(name)
        if shipped is not None and shipped.list_hash == digest:
            return shipped
        try:
            return read_graph(self._content(digest), FileKind.DAWG, thorough=True)
        except FileNotFoundError:
            raise LexiconMissing(
                "The edition {hash} of the word list {name} is not installed; "
                "add the file it was made from: stolik lexicon add NAME FILE",
                name=name,
                hash=digest[:12],
            ) from None
        except (DamagedFile, OSError):
            raise LexiconMissing(
                "The word list {name} is damaged; add it again: stolik lexicon add {name} FILE", name=name
            ) from None

    def _current_hash(self, name: str) -> str:
        shipped = _shipped_graph(name)
        digest = shipped.list_hash if shipped else self._added_hash(name)
        if digest is None:
            raise LexiconMissing(
                "There is no word list {name}; add one: stolik lexicon add {name} FILE", name=name
            )
        return digest

    def _added_hash(self, name: str) -> str | None:
        if not _NAME.fullmatch(name):
            return None
        try:
            digest = (self.data_dir / "names" / name).read_text(encoding="ascii")
        except (OSError, ValueError):
            return None
        return digest if re.fullmatch("[0-9a-f]{64}", digest) else None

    def _content(self, digest: str) -> Path:
        return self.data_dir / "lists" / f"{digest}.dawg"

    def _holds(self, name: str) -> Iterator[tuple[str, str]]:
        """Hash and game of every hold on a list."""
        for content in _children(self.data_dir / "holds" / name):
            for game in _children(content):
                if game.name.startswith(_GAME):
                    yield content.name, unquote(game.name.removeprefix(_GAME))

    def _drop_unused(self, digest: str | None) -> None:
        """Delete a content that no name stands for and no game uses, with what was expanded from it."""
        if digest is None or digest in map(self._added_hash, self.names()):
            return
        if any(
            digest == held
            for held_name in _children(self.data_dir / "holds")
            for held, _ in self._holds(held_name.name)
        ):
            return
        unused = [self._content(digest)]
        if digest not in [graph.list_hash for graph in map(_shipped_graph, _shipped()) if graph]:
            unused += [self.cache_dir / f"{digest}.{kind}" for kind in ("gaddag", "wordmap")]
        for path in unused:
            with suppress(OSError):
                path.unlink()


@cache
def _shipped() -> dict[str, dict[str, Any]]:
    file = resources.files("stolik.words").joinpath("data/lexicons.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _shipped_graph(name: str) -> Graph | None:
    return lore(alphabet(_shipped()[name]["alphabet"])).graph if name in _shipped() else None


def _children(directory: Path) -> list[Path]:
    try:
        return sorted(directory.iterdir())
    except OSError:
        return []


def _file_name(game_id: str) -> str:
    return _GAME + quote(game_id, safe="")


def _check_name(name: str) -> None:
    if name in _shipped():
        raise Complaint(
            "The list {name} belongs to the program; choose another name, such as {name}-mine.", name=name
        )
    if not _NAME.fullmatch(name):
        raise Complaint(
            "{name} cannot be the name of a list: use up to 40 of the letters a-z, digits, - and _.",
            name=name,
        )


@contextmanager
def _writing(directory: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise Complaint(
                "There is no room left in {directory}; nothing was changed. Free some space and try again.",
                directory=str(directory),
            ) from None
        raise Complaint(
            "{directory} cannot be written: {why}.",
            directory=str(directory),
            why=error.strerror or str(error),
        ) from None
