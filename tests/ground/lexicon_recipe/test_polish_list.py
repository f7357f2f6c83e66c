"""The Polish list from judged words: forms that are added, lists edited by hand, and the order."""

from __future__ import annotations

from pathlib import Path

from tests.ground.lexicon_recipe.samples import write
from tools.lexicons import polish
from tools.lexicons.polish import neuter_persons, urged
from tools.lexicons.recipes import HERE, completing, inflecting, judging
from tools.lexicons.steps import read_lines


def test_neuter_persons_need_the_conditional_in_the_list() -> None:
    assert set(neuter_persons({"robiło", "robiłoby"}, ())) == {"robiłom", "robiłoś", "robiłobym", "robiłobyś"}
    assert not set(neuter_persons({"mydło", "robiło"}, ()))


def test_neuter_past_whose_conditional_is_too_long_gets_its_short_persons() -> None:
    assert set(neuter_persons({"absolutyzowało"}, {"absolutyzowało"})) == {
        "absolutyzowałom",
        "absolutyzowałoś",
    }


def test_imperative_takes_z_after_a_vowel_and_ze_after_a_consonant() -> None:
    assert list(urged(["rób", "róbcie"])) == ["róbże", "róbcież"]


def test_completed_list_is_in_capitals_in_polish_order_with_the_hand_lists_applied(tmp_path: Path) -> None:
    words = write(tmp_path / "kept", "robiło", "robiłoby", "rób", "okr", "że", "zez", "ćma", "cud")
    marks = write(tmp_path / "marks", "rób\ti", "idź\ti")
    added, dropped = write(tmp_path / "add", "nań # by hand"), write(tmp_path / "drop", "# no word", "okr")
    out = tmp_path / "pl.txt"
    facts = completing(words, marks, added, dropped)(out)
    in_order = "CUD ĆMA NAŃ ROBIŁO ROBIŁOBY ROBIŁOBYM ROBIŁOBYŚ ROBIŁOM ROBIŁOŚ RÓB RÓBŻE ZEZ ŻE"
    assert " ".join(out.read_text(encoding="utf-8").split()) == in_order
    assert facts == {"neuter persons": 4, "imperatives with ż": 1, "pl": 13}


def test_forms_too_long_for_a_board_are_not_added(tmp_path: Path) -> None:
    words = write(tmp_path / "kept", "przetransponuj", "absolutyzowało")
    marks = write(tmp_path / "marks", "przetransponuj\ti", "absolutyzowało\tn")
    out = tmp_path / "pl.txt"
    completing(words, marks, write(tmp_path / "add"), write(tmp_path / "drop"))(out)
    assert max(map(len, out.read_text(encoding="utf-8").split())) == 15
    assert "PRZETRANSPONUJŻE" not in out.read_text(encoding="utf-8")


def test_two_letter_words_are_those_of_the_edited_file_alone(tmp_path: Path) -> None:
    candidates = write(tmp_path / "candidates", "kg", "kota", "ud")
    marks = write(tmp_path / "marks", "kg\tk", "kota\tk")
    short, rest = write(tmp_path / "short", "ud"), write(tmp_path / "rest")
    judging(candidates, marks, rest, short, rest)(tmp_path / "kept")
    assert read_lines(tmp_path / "kept") == ["kota", "ud"]


def test_inflected_words_are_sought_among_the_unknown_ones_only(tmp_path: Path) -> None:
    affixes = write(tmp_path / "x.aff", "SET UTF-8", "SFX N Y 2", "SFX N a y [^k]a", "SFX N a ę a")
    stems = write(tmp_path / "x.dic", "3", "okra/N", "abarot", "Okra/N", "kota/N")
    candidates = write(tmp_path / "candidates", "abarot", "kota", "koty", "okra", "okry")
    marks = write(tmp_path / "marks", "kota\tk", "koty\tk")
    inflecting(candidates, marks, affixes, stems)(tmp_path / "inflected")
    assert read_lines(tmp_path / "inflected") == ["okra", "okry"]


def test_shipped_hand_lists_hold_playable_words_each_once() -> None:
    for name in ("two_letter_words.pl.txt", "pl_add.txt", "pl_drop.txt"):
        words = read_lines(HERE / name)
        assert len(set(words)) == len(words)
        assert all(polish.PLAYABLE.fullmatch(word) for word in words)
    pairs = read_lines(HERE / "two_letter_words.pl.txt")
    assert len(pairs) == 126
    assert {len(word) for word in pairs} == {2}
    assert {"ud", "ąż", "kg"} & set(pairs) == {"ud"}
