"""Graph files: read back what was written, notice what was not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stolik.kernels.wordgraph import build_dawg
from stolik.words.alphabet import alphabet
from stolik.words.graphfile import HEADER_SIZE, DamagedFile, Graph, Kind, read_graph, write_graph, write_whole
from stolik.words.wordlist import list_hash, rows_of

PL = alphabet("pl")
ROWS = rows_of(PL.encode(word) for word in ("KOT", "KOTY", "ŻÓŁW"))
GRAPH = Graph(Kind.DAWG, "pl", 3, list_hash(ROWS, PL), memoryview(build_dawg(ROWS)).cast("I"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some" / "list.dawg"


def test_a_graph_is_read_back_as_it_was_written(file: Path) -> None:
    write_graph(file, GRAPH)
    assert read_graph(file, Kind.DAWG, thorough=True) == GRAPH
    assert [path.name for path in file.parent.iterdir()] == ["list.dawg"]


@pytest.mark.parametrize("thorough", [True, False])
def test_every_changed_byte_is_noticed(file: Path, thorough: bool) -> None:
    write_graph(file, GRAPH)
    good = file.read_bytes()
    for place in range(len(good)):
        file.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        with pytest.raises(DamagedFile):
            read_graph(file, Kind.DAWG, thorough=thorough)


@pytest.mark.parametrize("size", [0, 1, HEADER_SIZE - 1, HEADER_SIZE, HEADER_SIZE + 4])
def test_a_file_cut_short_is_noticed(file: Path, size: int) -> None:
    write_graph(file, GRAPH)
    os.truncate(file, size)
    with pytest.raises(DamagedFile):
        read_graph(file, Kind.DAWG, thorough=True)


def test_a_file_with_more_behind_is_noticed(file: Path) -> None:
    write_graph(file, GRAPH)
    with file.open("ab") as end:
        end.write(b"\0\0\0\0")
    with pytest.raises(DamagedFile):
        read_graph(file, Kind.DAWG, thorough=True)


def test_a_graph_of_another_kind_is_noticed(file: Path) -> None:
    write_graph(file, GRAPH)
    with pytest.raises(DamagedFile):
        read_graph(file, Kind.GADDAG, thorough=True)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(file: Path) -> None:
    write_whole(file, b"old")
    with pytest.raises(TypeError):
        write_whole(file, b"new", "not bytes")  # type: ignore[arg-type]
    assert file.read_bytes() == b"old"
    assert list(file.parent.iterdir()) == [file]


def test_a_writer_that_dies_leaves_no_visible_file(file: Path) -> None:
    script = (
        "import os; from pathlib import Path; from stolik.words.graphfile import write_whole\n"
        "os.fsync = lambda _: os._exit(9)\n"  # the moment after everything was written, before it is renamed
        f"write_whole(Path({str(file)!r}), b'half')\n"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 9
    assert [path.name for path in file.parent.iterdir() if not path.name.startswith(".")] == []
    write_whole(file, b"whole")
    assert file.read_bytes() == b"whole"
