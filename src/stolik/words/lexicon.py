"""A word list one can ask: is this a word, how common is it, how is it written, what can be found."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from stolik.kernels.dawg import Dawg
from stolik.words.alphabet import Alphabet, UnknownLetter, alphabet
from stolik.words.gaddag import Progress, expand_gaddag, open_gaddag
from stolik.words.graphfile import Graph
from stolik.words.lore import Lore, lore


class Lexicon:
    """An immutable word list; words are normalised first, so case and accents may be as typed."""

    def __init__(
        self, name: str, graph: Graph, cache_dir: Path, *, dawg: Dawg | None = None, blocks: bool = False
    ) -> None:
        self.name = name
        self.alphabet: Alphabet = alphabet(graph.alphabet)
        self.n_words = graph.n_words
        self.hash = graph.list_hash
        self.blocks_by_default = blocks
        self._graph = graph
        self._cached = cache_dir / f"{graph.list_hash}.gaddag"
        self._lore: Lore = lore(self.alphabet)
        self.dawg: Dawg = dawg or Dawg(graph.nodes)
        self._gaddag: memoryview[int] | None = None
        self._expanding = threading.Lock()

    def __repr__(self) -> str:
        return f"Lexicon({self.name!r}, {self.n_words} words, {self.hash[:12]})"

    def __len__(self) -> int:
        return self.n_words

    def __contains__(self, word: object) -> bool:
        codes = self._codes(word) if isinstance(word, str) else None
        return codes is not None and codes in self.dawg

    def tier(self, word: str) -> int:
        """How common the word is: 3 common, 2 known, 1 rare, 0 not seen in texts."""
        codes = self._codes(word)
        return 0 if codes is None else self._lore.tier(codes)

    def forms(self, word: str) -> tuple[str, ...]:
        """How the word is really written, in lower case; empty if it is not in the list."""
        codes = self._codes(word)
        return () if codes is None or codes not in self.dawg else self._lore.forms(codes)

    def blocked(self, word: str) -> str:
        """Why the word is on the block list of hateful words; empty if it is not."""
        return self.block_list.get(self.alphabet.normalise(word), "")

    @property
    def block_list(self) -> Mapping[str, str]:
        """Hateful words of the language as laid with tiles, each with the reason why it is listed."""
        return self._lore.blocked

    def blocked_words(self) -> frozenset[str]:
        """Every word on the block list."""
        return frozenset(self._lore.blocked)

    @property
    def ready(self) -> bool:
        """Whether `gaddag` answers without building."""
        if self._gaddag is None and not self._expanding.locked():
            self._gaddag = open_gaddag(self._cached, self.hash)
        return self._gaddag is not None

    def gaddag(self) -> memoryview[int]:
        """The nodes for move generation; waits for a build under way, builds if there is none."""
        return self.prepare()

    def prepare(self, progress: Progress | None = None) -> memoryview[int]:
        """Make `gaddag` ready, telling progress(done, total) if it has to be built."""
        if self._gaddag is None:
            with self._expanding:
                if self._gaddag is None:
                    self._gaddag = open_gaddag(self._cached, self.hash)
                if self._gaddag is None:
                    self._gaddag = expand_gaddag(self._cached, self._graph, progress)
        return self._gaddag

    def prepare_in_background(self) -> threading.Thread:
        """Start making `gaddag` ready; meanwhile words can be looked up."""
        thread = threading.Thread(target=self.prepare, name=f"gaddag of {self.name}", daemon=True)
        thread.start()
        return thread

    def _codes(self, word: str) -> bytes | None:
        try:
            return self.alphabet.encode(self.alphabet.normalise(word))
        except UnknownLetter:
            return None
