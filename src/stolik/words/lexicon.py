"""A word list one can ask: is this a word, how common is it, how is it written, what can be found."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from stolik.kernels.dawg import Dawg
from stolik.kernels.wordmap import WordMap
from stolik.words.alphabet import Alphabet, UnknownLetter, alphabet
from stolik.words.expanded import Expanded, Progress
from stolik.words.gaddag import expand_gaddag, open_gaddag
from stolik.words.graphfile import Graph
from stolik.words.lore import Lore, lore
from stolik.words.wordmap import expand_wordmap, open_wordmap


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
        self._lore: Lore = lore(self.alphabet)
        self.dawg: Dawg = dawg or Dawg(graph.nodes)
        gaddag, wordmap = (cache_dir / f"{graph.list_hash}.{kind}" for kind in ("gaddag", "wordmap"))
        self._gaddag = Expanded(
            lambda: open_gaddag(gaddag, self.hash), lambda progress: expand_gaddag(gaddag, graph, progress)
        )
        self._wordmap = Expanded(
            lambda: open_wordmap(wordmap, self.hash),
            lambda progress: expand_wordmap(wordmap, graph, progress),
        )

    def __repr__(self) -> str:
        return f"Lexicon({self.name!r}, {self.n_words} words, {self.hash[:12]})"

    def __len__(self) -> int:
        return self.n_words

    def __contains__(self, word: object) -> bool:
        codes = self._codes(word) if isinstance(word, str) else None
        return codes is not None and codes in self.dawg

    @property
    def ranked(self) -> bool:
        """Whether anything is known of how common its words are."""
        return self._lore.ranked

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
        return self._gaddag.ready

    @property
    def prepared(self) -> bool:
        """Whether both `gaddag` and `wordmap` answer without building."""
        return self._gaddag.ready and self._wordmap.ready

    @property
    def kept(self) -> bool:
        """Whether what was built could be kept for the next time."""
        return self._gaddag.kept and self._wordmap.kept

    def gaddag(self) -> memoryview[int]:
        """The nodes for move generation; waits for a build under way, builds if there is none."""
        return self._gaddag.get()

    def wordmap(self) -> WordMap:
        """The words by their letters, for the search of the best move; waits or builds as `gaddag` does."""
        return self._wordmap.get()

    def prepare(self, progress: Progress | None = None) -> None:
        """Make `gaddag` and `wordmap` ready, telling progress(done, total) of what has to be built."""
        parts = [part for part in (self._gaddag, self._wordmap) if not part.ready]
        for n, part in enumerate(parts):
            part.get(progress and _share(progress, n, len(parts)))

    def prepare_in_background(self) -> threading.Thread:
        """Start making both ready; meanwhile everything works, only more slowly."""
        thread = threading.Thread(target=self.prepare, name=f"expanding {self.name}", daemon=True)
        thread.start()
        return thread

    def _codes(self, word: str) -> bytes | None:
        try:
            return self.alphabet.encode(self.alphabet.normalise(word))
        except UnknownLetter:
            return None


def _share(progress: Progress, n: int, of: int) -> Progress:
    """Progress of part n of some parts that take about as long as each other."""
    return lambda done, total: progress(n * total + done, of * total)
