"""Finding words against plain Python over the same list."""

from collections import Counter
from pathlib import Path

import pytest

from stolik.core.message import Complaint
from stolik.kernels.wordgraph import enumerate_words
from stolik.words.alphabet import UnknownLetter
from stolik.words.lexicon import Lexicon
from stolik.words.search import find_anagrams, find_hooks, find_matches, find_near
from stolik.words.store import Lexicons


@pytest.fixture
def small(store: Lexicons, tmp_path: Path) -> Lexicon:
    file = tmp_path / "f"
    file.write_text("kot kota koty kto tok tak okno sok skok ko to oko".replace(" ", "\n"), encoding="utf-8")
    store.add("pl-small", file)
    return store.open("pl-small")


def test_anagrams_use_some_of_the_letters_and_come_longest_first(small: Lexicon) -> None:
    assert find_anagrams(small, "kota") == ["KOTA", "KOT", "KTO", "TAK", "TOK", "KO", "TO"]


def test_a_question_mark_is_a_blank(small: Lexicon) -> None:
    assert find_anagrams(small, "kot?", 4) == ["KOTA", "KOTY"]
    assert find_anagrams(small, "??", 2, 2) == ["KO", "TO"]


def test_lengths_limit_what_is_found(small: Lexicon) -> None:
    assert find_anagrams(small, "kota", 3, 3) == ["KOT", "KTO", "TAK", "TOK"]
    assert find_matches(small, "*", 5) == []


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("k.t", ["KOT"]),
        ("K?T", ["KOT"]),
        ("kot*", ["KOTA", "KOTY", "KOT"]),
        ("*ok", ["SKOK", "SOK", "TOK"]),
        ("*k*k*", ["SKOK"]),
        ("o*o", ["OKNO", "OKO"]),
        ("..", ["KO", "TO"]),
        ("", []),
    ],
)
def test_patterns_have_any_letter_and_any_run(small: Lexicon, pattern: str, words: list[str]) -> None:
    assert find_matches(small, pattern) == words


def test_hooks_are_letters_before_and_after(small: Lexicon) -> None:
    assert find_hooks(small, "kot") == ("", "AY")
    assert find_hooks(small, "ok") == ("ST", "O")
    assert find_hooks(small, "zzz") == ("", "")


def test_near_words_are_one_letter_away(small: Lexicon) -> None:
    assert find_near(small, "tko") == ["KO", "OKO", "TO"]
    assert find_near(small, "kot") == ["KO", "KOTA", "KOTY"]


def test_letters_no_tile_has_are_named(small: Lexicon) -> None:
    for ask in (find_anagrams, find_matches, find_hooks, find_near):
        with pytest.raises(UnknownLetter, match="letter Q"):
            ask(small, "QK")


def test_an_endless_pattern_is_refused(small: Lexicon) -> None:
    with pytest.raises(Complaint, match="too long"):
        find_matches(small, "*" * 64)


def test_hateful_words_are_not_offered_where_the_block_list_is_on(pt: Lexicon, pl: Lexicon) -> None:
    assert "VIADO" in pt
    assert "VIADO" not in find_anagrams(pt, "VIADO")
    assert "VIADO" not in find_matches(pt, "VIAD.")
    assert "S" not in find_hooks(pt, "VIADO").back
    assert "KACAP" in find_matches(pl, "KACA.")


def test_seven_letters_and_two_blanks_find_what_a_plain_count_finds(pl: Lexicon) -> None:
    rack = Counter("KATEDRY")
    longest = (word for word in pl.alphabet.words(enumerate_words(pl.dawg.nodes)) if len(word) == 9)
    expected = [word for word in longest if (Counter(word) - rack).total() <= 2]
    assert find_anagrams(pl, "katedry??", 9) == expected
    assert expected


@pytest.mark.parametrize("pattern", ["*a*", "....", "*ż*ó*ł*"])
def test_limit_cuts_what_would_be_found_without_it(pl: Lexicon, pattern: str) -> None:
    assert find_matches(pl, pattern, limit=70) == find_matches(pl, pattern)[:70]


def test_limit_cuts_anagrams_and_leaves_no_hateful_word(pt: Lexicon) -> None:
    everything = find_anagrams(pt, "VIADOSTRENCM???")
    assert len(everything) > 20_000
    assert find_anagrams(pt, "VIADOSTRENCM???", limit=500) == everything[:500]
