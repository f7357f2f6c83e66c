"""Sealed files: read back what was written, notice what was not."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from stolik.words.sealedfile import (
    HEADER_SIZE,
    DamagedFile,
    FileKind,
    Sealed,
    header_of,
    parse_sealed,
    read_sealed,
    write_sealed,
    write_whole,
)


def sealed(kind: FileKind = FileKind.DAWG, size: int = 64) -> Sealed:
    return Sealed(kind, "pl", 3, "ab" * 32, memoryview(random.Random(size).randbytes(size)))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some" / "list.sealed"


@pytest.mark.parametrize("kind", FileKind)
@pytest.mark.parametrize("size", [0, 4, 64, 3_000_000])
def test_content_is_read_back_as_it_was_written(file: Path, kind: FileKind, size: int) -> None:
    write_sealed(file, sealed(kind, size))
    for thorough in (True, False):
        assert read_sealed(file, kind, thorough=thorough) == sealed(kind, size)
    assert [path.name for path in file.parent.iterdir()] == ["list.sealed"]


@pytest.mark.parametrize("thorough", [True, False])
def test_every_changed_byte_of_a_small_file_is_noticed(thorough: bool) -> None:
    good = header_of(sealed()) + sealed().content
    parse_sealed(good, FileKind.DAWG, thorough=thorough)
    for place in range(len(good)):
        with pytest.raises(DamagedFile):
            parse_sealed(
                good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :], FileKind.DAWG, thorough=thorough
            )


def test_large_file_is_looked_at_in_samples_and_read_whole_when_asked() -> None:
    large = bytearray(header_of(sealed(size=3_000_000)) + sealed(size=3_000_000).content)
    for place, sampled in ((0, True), (2_999_999, True), (4096, False)):
        large[HEADER_SIZE + place] ^= 1
        with pytest.raises(DamagedFile):
            parse_sealed(large, FileKind.DAWG, thorough=True)
        if sampled:
            with pytest.raises(DamagedFile):
                parse_sealed(large, FileKind.DAWG, thorough=False)
        else:
            parse_sealed(large, FileKind.DAWG, thorough=False)
        large[HEADER_SIZE + place] ^= 1


@pytest.mark.parametrize("size", [0, 1, HEADER_SIZE - 1, HEADER_SIZE, HEADER_SIZE + 4])
def test_file_cut_short_is_noticed(file: Path, size: int) -> None:
    write_sealed(file, sealed())
    os.truncate(file, size)
    with pytest.raises(DamagedFile):
        read_sealed(file, FileKind.DAWG, thorough=True)


def test_file_with_more_behind_is_noticed(file: Path) -> None:
    write_sealed(file, sealed())
    with file.open("ab") as end:
        end.write(b"\0\0\0\0")
    with pytest.raises(DamagedFile):
        read_sealed(file, FileKind.DAWG, thorough=True)


def test_file_of_another_kind_is_noticed(file: Path) -> None:
    for written in FileKind:
        write_sealed(file, sealed(written))
        for wanted in set(FileKind) - {written}:
            with pytest.raises(DamagedFile):
                read_sealed(file, wanted, thorough=True)


def test_content_of_broken_cells_is_not_sealed() -> None:
    with pytest.raises(ValueError, match="whole cells of four bytes"):
        header_of(sealed(size=7))


def test_content_begins_with_a_line_of_the_cache() -> None:
    assert len(header_of(sealed())) == HEADER_SIZE == 2 * 64


def test_a_failed_write_leaves_the_old_file_and_nothing_else(file: Path) -> None:
    write_whole(file, b"old")
    with pytest.raises(TypeError):
        write_whole(file, b"new", "not bytes")  # type: ignore[arg-type]
    assert file.read_bytes() == b"old"
    assert list(file.parent.iterdir()) == [file]


def test_a_writer_that_dies_leaves_no_visible_file(file: Path) -> None:
    script = (
        "import os; from pathlib import Path; from stolik.words.sealedfile import write_whole\n"
        "os.fsync = lambda _: os._exit(9)\n"  # the moment after everything was written, before it is renamed
        f"write_whole(Path({str(file)!r}), b'half')\n"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 9
    assert [path.name for path in file.parent.iterdir() if not path.name.startswith(".")] == []
    write_whole(file, b"whole")
    assert file.read_bytes() == b"whole"
