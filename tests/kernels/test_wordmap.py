"""The word map against dictionaries of sorted letters, and its file."""

from __future__ import annotations

import hashlib
import struct
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

from stolik.kernels.wordgraph import build_dawg
from stolik.kernels.wordmap import WordMap, build_wordmap
from stolik.words.graphfile import FileKind, Graph
from stolik.words.wordmap import expand_wordmap, open_wordmap
from tests.perft.lists import whole_list

LIST_HASH = "ab" * 32


def rows_of(words: list[bytes]) -> bytes:
    return b"".join(word.ljust(16, b"\0") for word in words)


def scattered_words(seed: int, n: int, n_letters: int = 5, longest: int = 15) -> list[bytes]:
    """Random words over few letters, so that many are anagrams of each other."""
    random = Random(seed)
    lengths = [random.randint(2, longest) for _ in range(n)]
    return sorted({bytes(random.randint(1, n_letters) for _ in range(length)) for length in lengths})


def sorted_letters(word: bytes) -> bytes:
    return bytes(sorted(word))


def classes_of(words: list[bytes]) -> dict[bytes, list[bytes]]:
    classes = defaultdict(list)
    for word in words:
        classes[sorted_letters(word)].append(word)
    return classes


def completing_of(classes: dict[bytes, list[bytes]]) -> dict[bytes, int]:
    """For what is left of a class without one letter, the set of letters that complete it."""
    completing: dict[bytes, int] = defaultdict(int)
    for letters in classes:
        for i, letter in enumerate(letters):
            completing[letters[:i] + letters[i + 1 :]] |= 1 << letter - 1
    return completing


@cache
def scattered_map(seed: int, longest_completion: int = 8) -> tuple[WordMap, dict[bytes, list[bytes]]]:
    words = scattered_words(seed, 4000)
    table = build_wordmap(rows_of(words), longest_completion=longest_completion)
    return WordMap(table), classes_of(words)


@pytest.mark.parametrize("seed", range(5))
def test_every_class_gives_its_words_in_order(seed: int) -> None:
    map_, classes = scattered_map(seed)
    assert map_.n_classes == len(classes)
    for letters, words in classes.items():
        assert map_.words_of(letters) == words
        assert map_.words_of(letters[::-1]) == words
        assert map_.has_class(letters)


def test_letters_without_a_word_give_none() -> None:
    map_, classes = scattered_map(1)
    passed = 0
    missing = [bytes(letters) for letters in product(range(1, 6), repeat=5)]
    missing = [letters for letters in missing if sorted_letters(letters) not in classes]
    missing += [bytes([letter] * length) for letter in range(6, 33) for length in range(2, 16)]
    for letters in missing:
        assert map_.words_of(letters) == []
        passed += map_.has_class(letters)
    assert len(missing) > 300
    assert passed < len(missing) / 10


@pytest.mark.parametrize("longest_completion", [2, 5, 8, 15])
def test_completing_letters_are_those_that_make_a_class(longest_completion: int) -> None:
    map_, classes = scattered_map(2, longest_completion)
    completing = completing_of(classes)
    # the set may be too large where fingerprints meet, which among so few is not to be seen
    for letters, expected in completing.items():
        assert map_.completing(letters) == expected
    assert map_.completing(bytes([32, 32, 32])) == 0
    assert map_.completing(bytes([1] * 15)) == 0


def test_shipped_list_is_found_again() -> None:
    words = whole_list("pt")
    map_ = WordMap(build_wordmap(rows_of(words)))
    assert len(map_) == len(words)
    assert all(word in map_.words_of(word) for word in words[::7])
    short = classes_of([word for word in words if len(word) <= 6])
    assert all(map_.words_of(letters) == class_ for letters, class_ in short.items())
    for letters, expected in completing_of(short).items():
        assert map_.completing(letters) & expected == expected


def test_same_words_give_the_same_bytes() -> None:
    rows = rows_of(scattered_words(3, 1000))
    assert bytes(build_wordmap(rows)) == bytes(build_wordmap(rows))


def test_empty_list_makes_an_empty_map() -> None:
    map_ = WordMap(build_wordmap(b""))
    assert (len(map_), map_.n_classes) == (0, 0)
    assert map_.words_of(b"\1\2") == []
    assert map_.completing(b"\1") == 0


def test_progress_is_told_up_to_the_last_word() -> None:
    told: list[tuple[int, int]] = []
    words = scattered_words(4, 500)
    build_wordmap(rows_of(words), lambda done, total: told.append((done, total)))
    assert told[-1] == (len(words), len(words))
    assert told == sorted(told)


def test_map_may_be_shared_by_threads() -> None:
    map_, classes = scattered_map(0)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(map_.words_of, classes)) == list(classes.values())


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (b"\1\2", "Words come in rows of 16 bytes"),
        (bytes([1]) + bytes(15), "Row 0 has 1 letters"),
        (bytes([1]) * 16, "Row 0 has 16 letters"),
        (bytes([1, 33]) + bytes(14), "Row 0 holds 33"),
        (bytes([1, 2, 0, 4]) + bytes(12), "Row 0 holds 4"),
    ],
)
def test_wrong_rows_are_refused_with_a_sentence(rows: bytes, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        build_wordmap(rows)


def test_word_given_twice_is_kept_twice_but_found_as_one_class() -> None:
    map_ = WordMap(build_wordmap(rows_of([b"\1\2", b"\1\2"])))
    assert map_.n_classes == 1
    assert map_.words_of(b"\2\1") == [b"\1\2", b"\1\2"]


@pytest.mark.parametrize("table", [b"", b"\0" * 7, b"\0" * 2000])
def test_what_is_no_word_map_is_refused(table: bytes) -> None:
    with pytest.raises(ValueError, match="no word map of this version"):
        WordMap(table)


def test_truncated_map_is_refused() -> None:
    table = bytes(build_wordmap(rows_of(scattered_words(5, 100))))
    with pytest.raises(ValueError, match="no word map of this version"):
        WordMap(table[:-8])


def test_letters_outside_the_alphabet_are_refused() -> None:
    map_, _ = scattered_map(0)
    for letters in (b"", b"\0\1", bytes([33, 1]), bytes([1] * 16)):
        with pytest.raises(ValueError, match="Letters are 1 to 32"):
            map_.words_of(letters)


def small_dawg() -> tuple[Graph, dict[bytes, list[bytes]]]:
    words = scattered_words(6, 3000)
    nodes = memoryview(build_dawg(rows_of(words))).cast("I")
    return Graph(FileKind.DAWG, "en", len(words), LIST_HASH, nodes), classes_of(words)


def test_map_is_kept_in_a_file_and_mapped_again(tmp_path: Path) -> None:
    dawg, classes = small_dawg()
    path = tmp_path / "deep" / "x.wordmap"
    assert open_wordmap(path, LIST_HASH) is None
    expand_wordmap(path, dawg)
    cached = open_wordmap(path, LIST_HASH)
    assert cached is not None
    assert all(cached.words_of(letters) == words for letters, words in classes.items())
    assert [file.name for file in path.parent.iterdir()] == ["x.wordmap"]


def test_map_of_another_list_is_not_taken(tmp_path: Path) -> None:
    path = tmp_path / "x.wordmap"
    expand_wordmap(path, small_dawg()[0])
    assert open_wordmap(path, "cd" * 32) is None


@pytest.mark.parametrize("place", [0, 20, 60, 127, 140, 5000, -1])
def test_damaged_file_is_built_again(tmp_path: Path, place: int) -> None:
    dawg, classes = small_dawg()
    path = tmp_path / "x.wordmap"
    expand_wordmap(path, dawg)
    whole = path.read_bytes()
    damaged = bytearray(whole)
    damaged[place] ^= 4
    path.write_bytes(damaged)
    assert open_wordmap(path, LIST_HASH) is None
    again = expand_wordmap(path, dawg)
    assert all(again.words_of(letters) == words for letters, words in classes.items())
    assert path.read_bytes() == whole


@pytest.mark.parametrize("size", [0, 10, 130, 3000])
def test_truncated_file_is_built_again(tmp_path: Path, size: int) -> None:
    dawg, _ = small_dawg()
    path = tmp_path / "x.wordmap"
    expand_wordmap(path, dawg)
    whole = path.read_bytes()
    path.write_bytes(whole[:size])
    assert open_wordmap(path, LIST_HASH) is None
    expand_wordmap(path, dawg)
    assert path.read_bytes() == whole


def test_file_of_an_earlier_version_is_built_again(tmp_path: Path) -> None:
    dawg, _ = small_dawg()
    path = tmp_path / "x.wordmap"
    expand_wordmap(path, dawg)
    whole = path.read_bytes()
    table = whole[128:]
    # The header of the first version: sound in itself, with the size in one field of eight bytes.
    fields = (
        struct.pack("<8s8sQ32s", b"STOLIKW1", b"en", len(table), bytes.fromhex(LIST_HASH)) + whole[56:120]
    )
    path.write_bytes(fields + hashlib.sha256(fields).digest()[:8] + table)
    assert open_wordmap(path, LIST_HASH) is None
    expand_wordmap(path, dawg)
    assert path.read_bytes() == whole


def test_map_that_cannot_be_kept_is_used_from_memory(tmp_path: Path) -> None:
    dawg, classes = small_dawg()
    (tmp_path / "file").write_bytes(b"")
    map_ = expand_wordmap(tmp_path / "file" / "x.wordmap", dawg)
    assert all(map_.words_of(letters) == words for letters, words in classes.items())
