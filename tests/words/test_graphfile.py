"""Graph files: read back what was written, notice what was not, read what earlier versions wrote."""

import lzma
from importlib import resources
from pathlib import Path

import pytest

from stolik.kernels.wordgraph import build_dawg
from stolik.words.alphabet import alphabet
from stolik.words.graphfile import DamagedFile, FileKind, Graph, header, parse_graph, read_graph, write_graph
from stolik.words.wordlist import list_hash, rows_of

PL = alphabet("pl")
ROWS = rows_of(PL.encode(word) for word in ("KOT", "KOTY", "ŻÓŁW"))
GRAPH = Graph(FileKind.DAWG, "pl", 3, list_hash(ROWS, PL), memoryview(build_dawg(ROWS)).cast("I"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some" / "list.dawg"


def test_a_graph_is_read_back_as_it_was_written(file: Path) -> None:
    write_graph(file, GRAPH)
    assert read_graph(file, FileKind.DAWG, thorough=True) == GRAPH
    assert parse_graph(file.read_bytes(), FileKind.DAWG, thorough=True) == GRAPH
    assert [path.name for path in file.parent.iterdir()] == ["list.dawg"]


def test_every_changed_byte_is_noticed(file: Path) -> None:
    write_graph(file, GRAPH)
    good = file.read_bytes()
    for place in range(len(good)):
        file.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        with pytest.raises(DamagedFile):
            read_graph(file, FileKind.DAWG, thorough=True)


def test_a_graph_of_another_kind_is_noticed(file: Path) -> None:
    write_graph(file, GRAPH)
    with pytest.raises(DamagedFile):
        read_graph(file, FileKind.GADDAG, thorough=True)


@pytest.mark.parametrize("name", ["pl", "pt"])
def test_the_shipped_graph_would_be_written_as_it_is(name: str) -> None:
    shipped = lzma.decompress((resources.files("stolik.words") / f"data/{name}.dawg.xz").read_bytes())
    graph = parse_graph(shipped, FileKind.DAWG, thorough=True)
    assert header(graph) + bytes(graph.nodes) == shipped
