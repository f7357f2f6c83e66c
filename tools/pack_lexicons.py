"""Pack word lists into the compressed files that ship in src/stolik/words/data.

    python tools/pack_lexicons.py pl WORDS.txt[.xz]
    python tools/pack_lexicons.py pt WORDS.txt[.xz] --forms MAP.tsv[.xz]

WORDS has one upper-case tile word a line. MAP has the tile word, a tab, and the forms it is really written
as, with | between them. The frequency tiers need the package `wordfreq` 3.1.1.

The two-letter words of Portuguese are a matter of taste and stand in `tools/two_letter_words.pt.tsv`, in the
format of MAP: what that file says replaces the two-letter words of WORDS. Edit it and run this again.

NAME.dawg.xz is the minimal word graph with the list's count and hash in its header; NAME.tiers.xz a byte a
word (3: at least 1e-6 of all words in texts, 2: 1e-7, 1: 1e-8, 0: less); NAME.accents.xz the accents of the
forms. The last two go by the order of the words in the graph.
"""

from __future__ import annotations

import argparse
import lzma
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from stolik.kernels.wordgraph import build_dawg, enumerate_words
from stolik.words.alphabet import Alphabet, alphabet
from stolik.words.graphfile import FileKind, Graph, header
from stolik.words.lore import Lore, format_column, format_pattern
from stolik.words.wordlist import list_hash, rows_of

TOOLS = Path(__file__).parent
DATA = TOOLS.parent / "src/stolik/words/data"
TIERS = (1e-8, 1e-7, 1e-6)
Forms = Mapping[str, tuple[str, ...]]


def read_text(path: Path) -> str:
    """The text of a plain or compressed file."""
    content = path.read_bytes()
    return (lzma.decompress(content) if path.suffix == ".xz" else content).decode()


def read_forms(path: Path) -> dict[str, tuple[str, ...]]:
    """Tile word -> the forms it is written as."""
    lines = (line for line in read_text(path).splitlines() if line and not line.startswith("#"))
    return {word: tuple(forms.split("|")) for word, forms in (line.split("\t") for line in lines)}


def with_two_letter_words(name: str, words: set[str], forms: Forms) -> tuple[set[str], Forms]:
    """The list with the two-letter words that the edited file names, if there is one."""
    edited = TOOLS / f"two_letter_words.{name}.tsv"
    if not edited.exists():
        return words, forms
    short = read_forms(edited)
    return {word for word in words if len(word) != 2} | set(short), {**forms, **short}


def graph_of(words: Iterable[str], letters: Alphabet) -> Graph:
    """The DAWG of the words, read back to prove it."""
    rows = rows_of(map(letters.encode, words))
    nodes = build_dawg(rows)
    assert enumerate_words(nodes) == rows
    return Graph(
        FileKind.DAWG, letters.name, len(rows) // 16, list_hash(rows, letters), memoryview(nodes).cast("I")
    )


def tiers_of(words: Iterable[str], forms: Forms, language: str) -> bytes:
    """A tier for each word; what tiles do not tell apart counts together."""
    import wordfreq

    found = wordfreq.get_frequency_dict(language, wordlist="best")
    frequencies = (sum(found.get(form, 0.0) for form in forms.get(word, (word.lower(),))) for word in words)
    return bytes(sum(frequency >= least for least in TIERS) for frequency in frequencies)


def accents_of(words: Iterable[str], forms: Forms) -> bytes:
    """A pattern number for each word (low bytes, then high bytes), then the patterns, commonest first."""
    patterns = [format_pattern(forms[word]) for word in words]
    known = [pattern for pattern, _ in Counter(patterns).most_common()]
    number = {pattern: n for n, pattern in enumerate(known)}
    numbers = [number[pattern] for pattern in patterns]
    return bytes(n & 255 for n in numbers) + bytes(n >> 8 for n in numbers) + "\n".join(known).encode()


def save(path: Path, content: bytes) -> None:
    """Write a file compressed."""
    path.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
    print(f"{path.name}: {path.stat().st_size:,} bytes, {len(content):,} unpacked")


def save_graph(path: Path, graph: Graph) -> None:
    """Write the graph compressed; nodes are 4 bytes, which the filter is told."""
    content = header(graph) + bytes(graph.nodes)
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 2, "pb": 2}]
    path.write_bytes(lzma.compress(content, filters=filters))
    print(f"{path.name}: {path.stat().st_size:,} bytes, {len(content):,} unpacked")


def pack(name: str, source: Path, forms_file: Path | None, out: Path) -> None:
    """Make all files of one list."""
    letters = alphabet(name)
    written = read_forms(forms_file) if forms_file else {}
    words, forms = with_two_letter_words(name, set(read_text(source).split()), written)
    graph = graph_of(words, letters)
    ordered = letters.words(enumerate_words(graph.nodes))
    print(f"{name}: {graph.n_words:,} words, {len(graph.nodes):,} nodes, hash {graph.list_hash}")
    print("by length:", *(f"{n}:{count}" for n, count in sorted(Counter(map(len, ordered)).items())))
    save_graph(out / f"{name}.dawg.xz", graph)
    tiers = tiers_of(ordered, forms, name)
    print("by tier, 0 to 3:", *(tiers.count(tier) for tier in range(4)))
    save(out / f"{name}.tiers.xz", format_column(tiers, graph))
    if forms_file:
        save(out / f"{name}.accents.xz", format_column(accents_of(ordered, forms), graph))
    for word in Lore(letters).blocked.keys() - words:
        print(f"on the block list but not in the word list: {word}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Pack a word list into the files that ship.")
    parser.add_argument("name", help="pl or pt")
    parser.add_argument("words", type=Path, help="the list, one tile word a line, plain or .xz")
    parser.add_argument("--forms", type=Path, help="tile word, tab, written forms with | between them")
    parser.add_argument("--out", type=Path, default=DATA, help="where the packed files go")
    options = parser.parse_args()
    pack(options.name, options.words, options.forms, options.out)


if __name__ == "__main__":
    main()
