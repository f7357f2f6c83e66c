"""Which Polish candidates are words: what SGJP knows, what the spelling dictionary inflects, what goes."""

from __future__ import annotations

import pytest

from tools.lexicons import polish
from tools.lexicons.polish import Reading, is_kept, marks_of
from tools.lexicons.sgjp import mark_all, readings_of


def test_candidates_are_lower_case_words_of_polish_letters_that_fit_a_board() -> None:
    lines = ["żółw", "Żółw", "quiz", "biało-czerwony", "w", "ab", "ab", "dziewięćdziesiąt", "zażółcilibyśmy"]
    assert polish.candidates(lines) == ["ab", "zażółcilibyśmy", "żółw"]


def known(word: str, *readings: Reading) -> bool:
    return polish.KNOWN in marks_of(word, readings)


def test_common_noun_is_known() -> None:
    assert known("kot", Reading("kot", "kot:Sm2", "subst:sg:nom:m2", frozenset({"nazwa_pospolita"})))


@pytest.mark.parametrize(
    "tag", ["brev:pun", "adja", "numcomp", "aglt:sg:pri:imperf:nwok", "frag", "ign", "romandig"]
)
def test_piece_of_writing_that_is_no_word_is_not_known(tag: str) -> None:
    assert not known("asap", Reading("asap", "asap", tag))


@pytest.mark.parametrize("name", ["nazwisko", "imię", "nazwa_firmy", "nazwa_geograficzna"])
def test_name_is_not_known(name: str) -> None:
    assert not known("kea", Reading("kea", "kea", "subst:sg:nom:f", frozenset({name})))


def test_lemma_with_a_capital_is_not_known() -> None:
    for word, lemma in (("eeg", "EEG"), ("serb", "Serb")):
        assert not known(word, Reading(word, lemma, "subst:sg:nom:m1", frozenset({"nazwa_pospolita"})))


def test_word_that_is_only_a_mistake_is_not_known() -> None:
    wrong = Reading("wziąść", "wziąść", "inf:perf", labels="niepopr.")
    assert not known("wziąść", wrong)
    assert known("wziąść", wrong, Reading("wziąść", "wziąść", "inf:perf"))


def test_lemma_without_vowel_is_known_only_as_an_interjection() -> None:
    assert not known("ckm", Reading("ckm", "ckm", "subst:sg:nom:m3", frozenset({"nazwa_pospolita"})))
    assert known("pst", Reading("pst", "pst", "interj"))


def test_reading_of_a_part_does_not_make_the_whole_known() -> None:
    parts = Reading("na", "na:P", "prep:acc"), Reading("ń", "on", "ppron3:sg:acc")
    assert not known("nań", *parts)


def test_imperative_with_one_particle_is_known_and_with_two_is_not() -> None:
    parts = Reading("idź", "iść", "impt:sg:sec:imperf"), Reading("że", "że", "part")
    assert known("idźże", *parts)
    assert known("idźcież", Reading("idźcie", "iść", "impt:pl:sec:imperf"), Reading("ż", "że", "part"))
    assert not known("idźżeż", *parts)


def test_marks_tell_neuter_past_imperative_half_and_scrap() -> None:
    assert polish.NEUTER_PAST in marks_of("robiło", [Reading("robiło", "robić", "praet:sg:n:ter:imperf")])
    assert polish.IMPERATIVE in marks_of("rób", [Reading("rób", "robić", "impt:sg:sec:imperf")])
    unknown = [Reading("biało", "biało", "ign")]
    assert marks_of("biało", unknown) == ""
    assert marks_of("biało", unknown, [Reading("biało", "biały", "adja")]) == polish.HALF
    assert marks_of("mld", [Reading("mld", "miliard", "brev:npun")]) == polish.SCRAP


def kept(word: str, marks: str = "", *, inflects: bool = False, relatives: int = 0) -> bool:
    return is_kept(word, marks, inflects=inflects, n_relatives=relatives, conjunctions={"aż", "choć"})


def test_known_word_is_kept_and_unknown_one_goes() -> None:
    assert kept("kot", polish.KNOWN)
    assert not kept("kxt")


def test_unknown_word_stays_if_the_spelling_dictionary_inflects_it() -> None:
    assert kept("okra", inflects=True)
    assert not kept("mgr", inflects=True), "nothing to pronounce"


def test_conjunction_with_by_and_person_is_kept() -> None:
    assert kept("ażbyś")
    assert kept("bym")
    assert not kept("żabym")


def test_long_unknown_word_stays_with_a_verb_ending_or_three_relatives() -> None:
    assert kept("zguglowawszy")
    assert kept("guglaliście")
    assert not kept("tankiście"), "-ście is a person only after -li- and -ły-"
    assert kept("guglarka", relatives=3)
    assert not kept("guglarka", relatives=2)
    assert not kept("gugla", relatives=3), "too short to guess"


@pytest.mark.parametrize("mark", [polish.HALF, polish.SCRAP])
def test_half_of_a_compound_goes_whatever_its_relatives(mark: str) -> None:
    assert not kept("filtracyjno", mark, relatives=9)
    assert kept("filtracyjno", mark, inflects=True)


def test_relatives_share_all_but_three_letters_and_four_at_least() -> None:
    words = sorted(["guglarka", "guglarki", "guglaty", "gugle", "kotary", "kotarze", "kotem", "kotu"])
    assert polish.count_relatives("guglarka", words) == 2
    assert polish.count_relatives("kotary", words) == 1


def test_first_half_of_a_compound_is_looked_for_before_a_hyphen() -> None:
    answers = {
        "kota": [Reading("kota", "kota", "ign")],
        "kotło": [Reading("kotło", "kotło", "ign")],
        "kotło-": [Reading("kotło", "kotły", "adja"), Reading("-", "-", "interp")],
    }
    marked = mark_all(["kota", "kotło"], answers.__getitem__)
    assert dict(marked) == {"kota": "", "kotło": polish.HALF}


def test_answer_of_morfeusz_is_read_without_its_places() -> None:
    answer = [(0, 1, ("kot", "kot:Sm2", "subst:sg:nom:m2", ["nazwa_pospolita"], ["pot.", "daw."]))]
    names = frozenset({"nazwa_pospolita"})
    assert readings_of(answer) == [Reading("kot", "kot:Sm2", "subst:sg:nom:m2", names, "pot.,daw.")]
