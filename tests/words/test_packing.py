"""The tool that packs the lists: the words a person may edit, and columns in the order of the words."""

from pathlib import Path

from stolik.words.lexicon import Lexicon
from stolik.words.search import find_matches
from tools.pack_lexicons import TOOLS, accents_of, graph_of, read_forms, read_text, with_two_letter_words


def test_the_two_letter_words_of_portuguese_are_those_of_the_edited_file(pt: Lexicon) -> None:
    edited = read_forms(TOOLS / "two_letter_words.pt.tsv")
    assert [word for word in find_matches(pt, "..") if word not in pt.block_list] == list(edited)
    assert {word: pt.forms(word) for word in edited} == edited


def test_the_edited_file_replaces_the_two_letter_words_of_a_list() -> None:
    words, forms = with_two_letter_words("pt", {"XX", "CASA"}, {"CASA": ("casa",)})
    assert "XX" not in words
    assert {"AH", "CASA"} <= words
    assert forms["CASA"] == ("casa",)
    assert with_two_letter_words("pl", {"XX"}, {}) == ({"XX"}, {})


def test_a_list_is_read_plain_or_compressed(tmp_path: Path) -> None:
    import lzma

    (tmp_path / "a.txt").write_text("KOT\n", encoding="utf-8")
    (tmp_path / "a.txt.xz").write_bytes(lzma.compress(b"KOT\n"))
    assert read_text(tmp_path / "a.txt") == read_text(tmp_path / "a.txt.xz") == "KOT\n"


def test_accents_are_numbered_by_how_common_their_pattern_is(pt: Lexicon) -> None:
    forms = {"AVO": ("avó", "avô"), "CASA": ("casa",), "MESA": ("mesa",), "PODRIDAO": ("podridão",)}
    graph = graph_of(forms, pt.alphabet)
    assert graph.n_words == 4
    assert accents_of(forms, forms) == bytes([1, 0, 0, 2]) + bytes(4) + b"\n0a|0c\n1t"
