"""The word graph against sets of words: what goes in comes out, and every question has the same answer."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.kernels.wordgraph import (
    ANY_ONE,
    ANY_RUN,
    Dawg,
    build_dawg,
    build_gaddag,
    enumerate_gaddag,
    enumerate_words,
)

ACCEPTS, LAST, CHILD = 1 << 25, 1 << 24, (1 << 24) - 1
LONGEST_WORD = bytes(range(18, 33))
FEW_LETTERS = st.integers(1, 4) | st.just(32)


def words_of(letters: st.SearchStrategy[int], longest: int = 15) -> st.SearchStrategy[set[bytes]]:
    return st.sets(st.lists(letters, min_size=2, max_size=longest).map(bytes), max_size=40)


WORDS = words_of(FEW_LETTERS, 5) | words_of(st.integers(1, 32))


def to_rows(words: set[bytes]) -> bytes:
    return b"".join(word.ljust(16, b"\0") for word in sorted(words))


def from_rows(rows: bytes) -> list[bytes]:
    return [rows[i : i + 16].rstrip(b"\0") for i in range(0, len(rows), 16)]


def dawg_of(words: set[bytes]) -> Dawg:
    return Dawg(build_dawg(to_rows(words)))


def keys_of(graph: bytes) -> list[bytes]:
    """Every key of a graph by plain recursion."""
    nodes = memoryview(graph).cast("I")

    def below(i: int, key: bytes) -> list[bytes]:
        found = []
        while i:
            longer = key + bytes([nodes[i] >> 26])
            found += [longer] if nodes[i] & ACCEPTS else []
            found += below(nodes[i] & CHILD, longer)
            i = 0 if nodes[i] & LAST else i + 1
        return found

    return below(nodes[0], b"")


def rotations_of(word: bytes) -> list[bytes]:
    cut = [word[i - 1 :: -1] + b"\0" + word[i:] for i in range(1, len(word))]
    return [*cut, word[::-1]]


def states_of(graph: bytes) -> list[tuple[int, ...]]:
    nodes = memoryview(graph).cast("I")
    states, start = [], 1
    for i in range(1, len(nodes)):
        if nodes[i] & LAST:
            states.append(tuple(nodes[start : i + 1]))
            start = i + 1
    return states


@given(WORDS)
def test_a_dawg_holds_exactly_its_words_in_order(words: set[bytes]) -> None:
    graph = build_dawg(to_rows(words))
    assert keys_of(graph) == sorted(words)
    assert enumerate_words(graph) == to_rows(words)


@given(WORDS)
def test_a_dawg_has_no_two_equal_states(words: set[bytes]) -> None:
    states = states_of(build_dawg(to_rows(words)))
    assert len(states) == len(set(states))


@given(WORDS)
def test_a_dawg_has_as_many_states_as_there_are_different_rests(words: set[bytes]) -> None:
    prefixes = {word[:n] for word in words for n in range(len(word))}
    rests = {frozenset(w[len(p) :] for w in words if w.startswith(p)) for p in prefixes}
    # a rest that only says "may end here" needs no state, and two that differ in just that share one
    arcs = {rest - {b""} for rest in rests}
    assert len(states_of(build_dawg(to_rows(words)))) == len(arcs)


@given(WORDS)
def test_a_gaddag_holds_exactly_every_rotation_of_every_word(words: set[bytes]) -> None:
    graph = build_gaddag(build_dawg(to_rows(words)))
    assert keys_of(graph) == sorted(key for word in words for key in rotations_of(word))
    assert enumerate_gaddag(graph) == to_rows(words)


@given(WORDS)
def test_a_gaddag_has_no_two_equal_states(words: set[bytes]) -> None:
    states = states_of(build_gaddag(build_dawg(to_rows(words))))
    assert len(states) == len(set(states))


@given(WORDS, st.data())
def test_membership_and_rank_agree_with_the_sorted_list(words: set[bytes], data: st.DataObject) -> None:
    dawg = dawg_of(words)
    ranked = sorted(words)
    assert len(dawg) == dawg.n_words == len(words)
    assert [dawg.index(word) for word in ranked] == list(range(len(words)))
    assert [dawg.word_at(rank) for rank in range(len(words))] == ranked
    other = data.draw(st.lists(FEW_LETTERS, max_size=6).map(bytes))
    assert (other in dawg) == dawg.contains(other) == (other in words)
    assert (dawg.index(other) >= 0) == (other in words)


@given(WORDS, st.lists(FEW_LETTERS, max_size=7).map(bytes), st.integers(0, 2), st.integers(2, 5))
def test_anagrams_are_the_words_whose_letters_the_rack_and_blanks_cover(
    words: set[bytes], rack: bytes, blanks: int, shortest: int
) -> None:
    def fits(word: bytes) -> bool:
        return (Counter(word) - Counter(rack)).total() <= blanks and shortest <= len(word) <= 6

    found = from_rows(dawg_of(words).anagrams(rack, blanks, shortest, 6))
    assert found == sorted(word for word in words if fits(word))


@given(WORDS, st.lists(FEW_LETTERS | st.just(ANY_ONE) | st.just(ANY_RUN), max_size=8).map(bytes))
def test_patterns_find_what_a_regular_expression_finds(words: set[bytes], pattern: bytes) -> None:
    signs = {ANY_ONE: rb"[\x00-\xff]", ANY_RUN: rb"[\x00-\xff]*"}
    expression = b"".join(signs.get(token) or re.escape(bytes([token])) for token in pattern)
    found = from_rows(dawg_of(words).match(pattern))
    assert found == sorted(word for word in words if re.fullmatch(expression, word))


@given(WORDS, st.lists(FEW_LETTERS, min_size=1, max_size=4).map(bytes))
def test_hooks_are_the_letters_that_make_a_word_before_or_after(words: set[bytes], stem: bytes) -> None:
    front, back = dawg_of(words).hooks(stem)
    assert list(front) == [c for c in range(1, 33) if bytes([c]) + stem in words]
    assert list(back) == [c for c in range(1, 33) if stem + bytes([c]) in words]


def test_the_layout_of_one_word_is_letter_accepts_last_child() -> None:
    nodes = memoryview(build_dawg(to_rows({b"\x01\x20"}))).cast("I")
    assert list(nodes) == [2, 32 << 26 | ACCEPTS | LAST, 1 << 26 | LAST | 1]


def test_the_separator_stands_before_the_letters_in_a_gaddag() -> None:
    nodes = memoryview(build_gaddag(build_dawg(to_rows({b"\x01\x02", b"\x02\x01\x02"})))).cast("I")
    root = nodes[0]
    assert [nodes[root] >> 26, nodes[root + 1] >> 26] == [1, 2]
    after_first = nodes[root] & CHILD
    assert [nodes[after_first] >> 26, nodes[after_first + 1] >> 26] == [0, 2]
    assert nodes[nodes[after_first] & CHILD] >> 26 == 2


def test_an_empty_list_gives_graphs_without_words() -> None:
    dawg = build_dawg(b"")
    assert len(Dawg(dawg)) == 0
    assert Dawg(dawg).match(bytes([ANY_RUN])) == b""
    assert enumerate_gaddag(build_gaddag(dawg)) == b""


def test_a_word_of_fifteen_letters_keeps_all_of_them() -> None:
    dawg = dawg_of({LONGEST_WORD})
    assert dawg.index(LONGEST_WORD) == 0
    assert LONGEST_WORD[:14] not in dawg
    assert LONGEST_WORD + b"\x01" not in dawg
    gaddag = build_gaddag(dawg.nodes)
    assert keys_of(gaddag) == sorted(rotations_of(LONGEST_WORD))


def test_all_thirty_two_letters_fit_one_state() -> None:
    words = {bytes([a, b]) for a in range(1, 33) for b in range(1, 33)}
    graph = build_dawg(to_rows(words))
    assert len(graph) == 4 * (1 + 32 + 32)
    assert enumerate_gaddag(build_gaddag(graph)) == to_rows(words)


def test_progress_rises_to_the_total() -> None:
    seen: list[tuple[int, int]] = []
    build_gaddag(
        build_dawg(to_rows({b"\x01\x02", b"\x02\x01\x02"})), lambda done, total: seen.append((done, total))
    )
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1] == (5, 5)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (b"\x01\x02", "not whole rows"),
        (to_rows({b"\x01"}), "has 1 letters"),
        (bytes([1] * 16), "has 16 letters"),
        (to_rows({b"\x01\x21"}), "letters are 1 to 32"),
        (b"\x01\x02\x00\x03" + bytes(12), "then zeros"),
        (to_rows({b"\x01\x02"}) * 2, "sort the words"),
        (to_rows({b"\x02\x01"}) + to_rows({b"\x01\x02"}), "sort the words"),
    ],
)
def test_malformed_rows_are_refused_with_the_reason(rows: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        build_dawg(rows)


def test_a_graph_beyond_the_arc_index_is_refused_not_corrupted() -> None:
    rows = to_rows({LONGEST_WORD, LONGEST_WORD[::-1]})
    with pytest.raises(ValueError, match="too large: its graph needs more than 20 nodes"):
        build_dawg(rows, max_nodes=20)
    with pytest.raises(ValueError, match="too large"):
        build_gaddag(build_dawg(rows), max_nodes=100)


GOOD = build_dawg(to_rows({b"\x01\x02", b"\x01\x02\x03", b"\x02\x02"}))


@given(st.integers(0, len(GOOD) * 8 - 1))
def test_a_damaged_graph_is_refused_or_stays_within_bounds(bit: int) -> None:
    damaged = bytearray(GOOD)
    damaged[bit // 8] ^= 1 << bit % 8
    try:
        dawg = Dawg(damaged)
    except ValueError:
        return
    assert len(from_rows(dawg.match(bytes([ANY_RUN]), 1))) == len(dawg)


@pytest.mark.parametrize(
    "nodes",
    [
        [1],  # the root's child lies outside
        [1, 1 << 26],  # no last sibling
        [1, 1 << 26 | LAST | 1],  # a circle
        [1, 40 << 26 | LAST],  # a letter there is not
        [1, 0 << 26 | LAST],  # a separator in a DAWG
        [1, 2 << 26, 1 << 26 | LAST],  # siblings out of order
        [3, 1 << 26, 2 << 26 | LAST, 1 << 26 | LAST | 2],  # a child in the middle of a state
        [16, *(1 << 26 | LAST | i for i in range(16))],  # sixteen letters deep
    ],
)
def test_graphs_that_are_no_dawg_are_refused(nodes: list[int]) -> None:
    with pytest.raises(ValueError, match="damaged"):
        Dawg(b"".join(node.to_bytes(4, "little") for node in nodes))


def test_half_a_node_is_refused() -> None:
    with pytest.raises(ValueError, match="4-byte nodes"):
        Dawg(b"\0" * 6)


def arcs_in_use(graph: bytes) -> set[int]:
    nodes = memoryview(graph).cast("I")
    used: set[int] = set()
    waiting = [nodes[0]]
    while waiting:
        i = waiting.pop()
        while i and i not in used:
            used.add(i)
            waiting.append(nodes[i] & CHILD)
            i = 0 if nodes[i] & LAST else i + 1
    return used


def test_enumerating_a_gaddag_notices_every_single_lost_or_added_ending() -> None:
    words = {b"\x01\x02", b"\x02\x01\x02", b"\x03\x01\x02\x01", LONGEST_WORD}
    graph = build_gaddag(build_dawg(to_rows(words)))
    for i in arcs_in_use(graph):
        damaged = bytearray(graph)
        memoryview(damaged).cast("I")[i] ^= ACCEPTS
        with pytest.raises(ValueError, match="damaged"):
            enumerate_gaddag(damaged)


def test_enumerating_notices_a_rotation_that_reads_another_word() -> None:
    # the same number of keys: only the fingerprints tell them apart
    nodes = memoryview(bytearray(build_gaddag(build_dawg(to_rows({b"\x01\x02"}))))).cast("I")
    whole = next(i for i in arcs_in_use(bytes(nodes)) if nodes[i] >> 26 == 1 and nodes[i] & ACCEPTS)
    nodes[whole] = nodes[whole] & ~(63 << 26) | 3 << 26
    with pytest.raises(ValueError, match="damaged"):
        enumerate_gaddag(nodes)


def test_a_rank_outside_the_list_is_an_index_error() -> None:
    dawg = dawg_of({b"\x01\x02"})
    for rank in (-1, 1):
        with pytest.raises(IndexError, match="no word number"):
            dawg.word_at(rank)


def test_racks_and_patterns_with_unknown_signs_are_refused() -> None:
    dawg = dawg_of({b"\x01\x02"})
    with pytest.raises(ValueError, match="Letters are 1 to 32"):
        dawg.anagrams(b"\x21")
    with pytest.raises(ValueError, match="A pattern is made of"):
        dawg.match(b"\x00")
    with pytest.raises(ValueError, match="at most 63"):
        dawg.match(bytes([ANY_RUN]) * 64)
