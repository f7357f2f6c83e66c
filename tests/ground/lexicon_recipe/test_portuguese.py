"""Which Portuguese forms are kept, and the tiles they are laid with."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.ground.lexicon_recipe.samples import RULES, write
from tools.lexicons import portuguese
from tools.lexicons.affixes import Rule
from tools.lexicons.attested import words_in_texts
from tools.lexicons.portuguese import Standing, expand, fold, standing_of
from tools.lexicons.recipes import folding


def test_clitic_stumps_are_dropped_even_if_somebody_wrote_them() -> None:
    found = expand(RULES, [("falar", "a")], {"falá", "falarmo"})
    assert found == {"falar", "falamos", "falaremos"}


def test_third_person_of_some_verbs_is_no_stump() -> None:
    assert expand(RULES, [("ler", "e")], ()) == {"ler", "lê"}
    assert expand(RULES, [("comer", "a")], ()) == {"comer", "comeremos"}


def test_degree_forms_are_kept_only_where_seen() -> None:
    stems = [("casa", "BR"), ("falar", "a")]
    assert "casazinho" not in expand(RULES, stems, ())
    assert {"casazinho", "faladíssimo"} <= expand(RULES, stems, {"casazinho", "faladíssimo"})


def test_prefixed_words_keep_core_endings_and_need_to_be_seen_with_others() -> None:
    stems = [("mover", "ajÀ")]
    assert expand(RULES, stems, ()) == {"mover", "moveremos", "movedor", "remover", "removeremos"}
    assert "removedor" in expand(RULES, stems, {"removedor"})


def test_degree_rule_among_verb_rules_is_told_from_the_others() -> None:
    assert standing_of(Rule("j", "r", "dorzinho", "r"), None) is Standing.IF_SEEN
    assert standing_of(Rule("j", "r", "dores", "r"), None) is Standing.SOUND
    assert standing_of(Rule("h", "ormir", "urmo", "ormir"), None) is Standing.SOUND
    assert standing_of(None, Rule("À", "", "re", ".")) is Standing.SOUND


def test_stems_with_capitals_marks_or_the_forbidden_flag_are_left_out() -> None:
    stems = [("Lisboa", "B"), ("a.m.", ""), ("guarda-roupa", "B"), ("xato", "ýB"), ("sapo", "B")]
    assert expand(RULES, stems, ()) == {"sapo", "sapos"}


@pytest.mark.parametrize("word", ["kiwi", "whisky", "show", "rpm", "ampère", "a", "constitucionalista"])
def test_words_that_tiles_cannot_lay_or_nobody_can_say_are_left_out(word: str) -> None:
    assert not portuguese.is_playable(word)


def test_folding_drops_accents_and_keeps_the_cedilla() -> None:
    assert fold("coração") == "CORAÇAO"
    assert fold("àáâãéêíóôõúü") == "AAAAEEIOOOUU"


def test_forms_with_the_same_tiles_stand_together(tmp_path: Path) -> None:
    words = write(tmp_path / "forms", "avó", "avô", "caça", "caca", "ir", "xy")
    added, dropped = write(tmp_path / "add", "sabiá"), write(tmp_path / "drop", "caca")
    out = tmp_path / "pt_map.tsv"
    folding(words, added, dropped)(out)
    lines = out.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line.split("\t")[0]) > 2] == [
        "AVO\tavó|avô",
        "CAÇA\tcaça",
        "SABIA\tsabiá",
    ]
    assert "AI\tai|aí" in lines, "two-letter words come from the edited file"
    assert not any(line.startswith("XY") for line in lines)


def packed_words(*steps: bytes) -> bytes:
    header = b"\x82\xa6format\xa2cB\xa7version\x01"
    return gzip.compress(b"\xdc" + (1 + len(steps)).to_bytes(2, "big") + header + b"".join(steps))


def test_words_in_texts_are_read_from_every_frequency_step() -> None:
    long = "paralelepípedo".encode() * 3
    steps = (b"\x90", b"\x92\xa3ver\xa4l\xc3\xaas", b"\xdc\x00\x01\xd9" + bytes([len(long)]) + long)
    assert words_in_texts(packed_words(*steps)) == {"ver", "lês", "paralelepípedo" * 3}


def test_other_file_is_not_taken_for_a_frequency_list() -> None:
    with pytest.raises(ValueError, match="not a frequency list"):
        words_in_texts(gzip.compress(b"\x91\xa3ver"))
