"""The lists that come with the program: what they hold, and that every file beside them belongs to them."""

import lzma
import tomllib
import unicodedata
from importlib import resources
from itertools import pairwise

import pytest

from stolik.kernels.wordgraph import build_gaddag, enumerate_gaddag, enumerate_words
from stolik.words.explain import BLOCK_REASONS
from stolik.words.lexicon import Lexicon
from stolik.words.lore import format_pattern, parse_column, parse_pattern, shipped_graph
from stolik.words.store import Lexicons
from stolik.words.wordlist import list_hash

DATA = resources.files("stolik.words") / "data"
POLISH_BY_LENGTH = [126, 1507, 7883, 27814, 66387, 132760, 221850, 322208]
PL_TIERS, PT_TIERS = (43_500, 131_000, 300_000), (26_000, 63_000, 126_000)


@pytest.fixture(params=["pl", "pt"])
def lexicon(request: pytest.FixtureRequest, shipped: Lexicons) -> Lexicon:
    return shipped.open(request.param)


def test_the_shipped_lists_are_polish_and_portuguese(store: Lexicons) -> None:
    assert store.names() == ("pl", "pt")
    assert [(entry.n_words, entry.shipped) for entry in store.entries()] == [
        (3_359_490, True),
        (1_723_713, True),
    ]


def test_the_hash_in_the_header_is_that_of_the_words(lexicon: Lexicon) -> None:
    rows = enumerate_words(lexicon.dawg.nodes)
    assert list_hash(rows, lexicon.alphabet) == lexicon.hash
    assert len(rows) == 16 * lexicon.n_words == 16 * len(lexicon)


def test_the_gaddag_read_back_holds_every_word_in_every_rotation(lexicon: Lexicon) -> None:
    built = build_gaddag(lexicon.dawg.nodes)
    assert enumerate_gaddag(built) == enumerate_words(lexicon.dawg.nodes)


def test_the_polish_gaddag_needs_more_than_22_bits(pl: Lexicon) -> None:
    assert len(pl.gaddag()) > 1 << 22


def test_polish_words_by_length(pl: Lexicon) -> None:
    rows = enumerate_words(pl.dawg.nodes)
    at_least = [pl.n_words - rows[length - 1 :: 16].count(0) for length in range(2, 11)]
    assert [more - fewer for more, fewer in pairwise(at_least)] == POLISH_BY_LENGTH


@pytest.mark.parametrize("word", ["PRÓBUJE", "WYTĘŻAMY", "USKŁADAMY", "PRYMAS", "MUMIE", "CEKAEM", "ud"])
def test_polish_words_that_are_there(pl: Lexicon, word: str) -> None:
    assert word in pl


@pytest.mark.parametrize("word", ["CKM", "BMW", "MGR", "KG", "QUIZ", "", "A", "KOT PIES"])
def test_what_is_no_polish_word(pl: Lexicon, word: str) -> None:
    assert word not in pl
    assert pl.forms(word) == ()


def test_only_texts_can_be_words(pl: Lexicon) -> None:
    assert 7 not in pl


@pytest.mark.parametrize(
    ("typed", "forms"),
    [
        ("AVO", ("avo", "avó", "avô")),
        ("sabiá", ("sabia", "sabiá", "sábia")),
        ("PODRIDÃO", ("podridão",)),
        ("açai", ("açaí",)),
        ("GRATO", ("grato",)),
    ],
)
def test_portuguese_words_know_how_they_are_written(pt: Lexicon, typed: str, forms: tuple[str, ...]) -> None:
    assert pt.forms(typed) == forms


def test_every_portuguese_form_folds_to_its_tiles(pt: Lexicon) -> None:
    for rank in range(0, pt.n_words, 997):
        word = pt.alphabet.decode(pt.dawg.word_at(rank))
        forms = pt.forms(word)
        assert forms
        assert len(set(forms)) == len(forms)
        assert {pt.alphabet.normalise(form) for form in forms} == {word}
        assert all(form == unicodedata.normalize("NFC", form) for form in forms)


@pytest.mark.parametrize("forms", [("avó", "avô"), ("sabia",), ("maçã", "maça"), ("lingüiça", "às", "ó")])
def test_accent_patterns_parse_and_format_are_inverse(forms: tuple[str, ...]) -> None:
    text = format_pattern(forms)
    marks = {"a": "\u0301", "c": "\u0302", "t": "\u0303", "g": "\u0300", "d": "\u0308"}
    back = "|".join(
        "".join(f"{p:x}{'actgd'[list(marks.values()).index(m)]}" for p, m in f) for f in parse_pattern(text)
    )
    assert back == text


@pytest.mark.parametrize(("name", "counts"), [("pl", PL_TIERS), ("pt", PT_TIERS)])
def test_the_tiers_hold_as_many_words_as_the_frequency_list_says(name: str, counts: tuple[int, ...]) -> None:
    graph = shipped_graph(name)
    column = parse_column(lzma.decompress((DATA / f"{name}.tiers.xz").read_bytes()), graph)
    assert len(column) == graph.n_words
    for tier, expected in zip((3, 2, 1), counts, strict=True):
        assert sum(map(column.count, range(tier, 4))) == pytest.approx(expected, rel=0.01)


def test_a_column_of_another_list_is_refused() -> None:
    column = lzma.decompress((DATA / "pl.tiers.xz").read_bytes())
    with pytest.raises(ValueError, match="another word list"):
        parse_column(column, shipped_graph("pt"))


def test_common_words_are_in_the_commonest_tier(pl: Lexicon, pt: Lexicon) -> None:
    assert [pl.tier(word) for word in ("KOT", "dom", "ŚŃIŁ", "ŻYDŁACZĄCYMI")] == [3, 3, 0, 0]
    assert [pt.tier(word) for word in ("não", "CASA", "AALENIANAS")] == [3, 3, 0]


def test_block_lists_name_words_of_the_list_with_a_reason(lexicon: Lexicon) -> None:
    assert lexicon.block_list
    for word, reason in lexicon.block_list.items():
        assert word in lexicon
        assert reason in BLOCK_REASONS
        assert lexicon.blocked(word.lower()) == reason
    assert lexicon.blocked("CASA" if lexicon.name == "pt" else "DOM") == ""


def test_the_portuguese_block_list_is_on_and_the_polish_one_off(pl: Lexicon, pt: Lexicon) -> None:
    assert pt.blocks_by_default
    assert not pl.blocks_by_default


def test_a_licence_stands_beside_each_file_of_words_or_leaves() -> None:
    files = [file.name for file in DATA.iterdir()]
    stems = {name.rsplit(".", 1)[0] for name in files if name.endswith((".xz", ".tsv"))}
    words = {"pl.dawg", "pl.tiers", "pl.blocked", "pt.dawg", "pt.tiers", "pt.accents", "pt.blocked"}
    assert stems == words | {f"{preset}.{kind}" for preset in ("pl", "br") for kind in ("leaves", "wins")}
    for stem in stems:
        assert (DATA / f"{stem}.LICENSE.txt").is_file()


def test_the_accents_take_at_most_three_megabytes() -> None:
    assert len((DATA / "pt.accents.xz").read_bytes()) < 3_000_000


def test_each_shipped_list_names_an_alphabet() -> None:
    listed = tomllib.loads((DATA / "lexicons.toml").read_text(encoding="utf-8"))
    assert {name: entry["alphabet"] for name, entry in listed.items()} == {"pl": "pl", "pt": "pt"}
