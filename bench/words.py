"""Word lists: building, opening, asking and adding them, each beside the target it has to keep."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from time import perf_counter, process_time

from stolik.kernels.dawg import Dawg
from stolik.kernels.wordgraph import build_gaddag, enumerate_gaddag, enumerate_words
from stolik.words.lexicon import Lexicon
from stolik.words.lore import shipped_graph
from stolik.words.search import find_anagrams
from stolik.words.store import Lexicons

RACKS = {"pl": "KATEROS??", "pt": "ASTERIO??"}


def seconds(work: Callable[[], object], clock: Callable[[], float] = perf_counter, times: int = 1) -> float:
    """The least time the work takes."""
    taken = []
    for _ in range(times):
        begun = clock()
        work()
        taken.append(clock() - begun)
    return min(taken)


def tell(what: str, measured: str, target: str = "") -> None:
    print(f"    {what:<44}{measured:>14}" + (f"   target {target}" if target else ""))


def measure(name: str, store: Lexicons) -> None:
    """Everything about one shipped list."""
    graph = shipped_graph(name)
    lexicon = store.open(name)
    print(f"{name}: {graph.n_words:,} words")
    load = seconds(lambda: Dawg(shipped_graph(name).nodes), times=3)
    tell("unpack and check the DAWG", f"{load * 1000:.0f} ms")
    tell("the same list as a Python set would take", f"{set_seconds(lexicon) * 1000:.0f} ms")
    built = seconds(lambda: build_gaddag(graph.nodes), process_time)
    tell("build the GADDAG", f"{built:.1f} s CPU", "10 s")
    nodes = build_gaddag(graph.nodes)
    tell("read it back", f"{seconds(lambda: enumerate_gaddag(nodes), process_time):.1f} s CPU")
    lexicon.prepare()
    opened = seconds(lambda: Lexicons(store.data_dir, store.cache_dir).open(name).ready, times=5)
    tell("open the cached GADDAG", f"{opened * 1000:.1f} ms", "20 ms")
    found = find_anagrams(lexicon, RACKS[name])
    find = seconds(lambda: find_anagrams(lexicon, RACKS[name]), times=5)
    tell(f"find {len(found):,} words of {RACKS[name]}", f"{find * 1000:.1f} ms", "50 ms")
    tell("nodes of the DAWG, of the GADDAG", f"{len(graph.nodes):,}, {len(nodes) // 4:,}")


def set_seconds(lexicon: Lexicon) -> float:
    """The time to make a set of strings of the list, for comparison."""
    text = lexicon.alphabet.lines(enumerate_words(lexicon.dawg.nodes)).encode()
    return seconds(lambda: set(text.decode().split()))


def measure_adding(directory: Path) -> None:
    """Adding the largest list as a person's own."""
    lexicon = Lexicons().open("pl")
    file = directory / "list.txt"
    file.write_text(lexicon.alphabet.lines(enumerate_words(lexicon.dawg.nodes)).lower(), encoding="utf-8")
    store = Lexicons(directory / "data", directory / "cache")
    taken = seconds(lambda: store.add("pl-again", file))
    assert store.entry("pl-again").hash == lexicon.hash
    tell(f"add {lexicon.n_words:,} words", f"{taken:.1f} s", "60 s")


def measure_sizes() -> None:
    files = resources.files("stolik.words") / "data"
    for file in sorted(files.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".xz"):
            tell(
                file.name, f"{len(file.read_bytes()):,} bytes", "3,000,000" if "accents" in file.name else ""
            )


def main() -> None:
    with tempfile.TemporaryDirectory() as place:
        store = Lexicons(Path(place) / "lists", Path(place) / "expanded")
        for name in RACKS:
            measure(name, store)
        print("adding a list, and sizes")
        measure_adding(Path(place))
        measure_sizes()


if __name__ == "__main__":
    main()
