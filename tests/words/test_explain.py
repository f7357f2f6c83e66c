"""Verdicts and reasons, with and without the grammar package."""

import sys
from collections.abc import Iterator, Sequence

import pytest

from stolik.words import grammar
from stolik.words.explain import Explanation, explain
from stolik.words.grammar import Case, Form, Segment, declension, describe, parse_analysis, parse_declension
from stolik.words.lexicon import Lexicon

NOUN = ("nazwa_pospolita",)


def analysis(*found: tuple[str, str] | tuple[str, str, Sequence[str]]) -> list[Segment]:
    """Readings of a whole word as the package gives them: lemma, tag, kinds of name."""
    return [(0, 1, ("", each[0], each[1], each[2] if len(each) == 3 else (), ())) for each in found]


@pytest.fixture
def no_grammar(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The optional package is not installed."""
    monkeypatch.setitem(sys.modules, "morfeusz2", None)
    grammar._analyser.cache_clear()
    yield
    grammar._analyser.cache_clear()


@pytest.mark.parametrize(
    ("found", "text"),
    [
        ([("udo", "subst:pl:gen:n:ncol", NOUN)], "dopełniacz liczby mnogiej rzeczownika „udo”"),
        (
            [("kot:Sm2", "subst:sg:gen.acc:m2", NOUN)],
            "dopełniacz i biernik liczby pojedynczej rzeczownika „kot”",
        ),
        (
            [("próbować", "fin:sg:ter:imperf")],
            "3. osoba liczby pojedynczej czasu teraźniejszego czasownika „próbować”",
        ),
        ([("zrobić", "fin:pl:pri:perf")], "1. osoba liczby mnogiej czasu przyszłego czasownika „zrobić”"),
        (
            [("robić", "praet:sg:f:pri:imperf")],
            "1. osoba liczby pojedynczej czasu przeszłego czasownika „robić”",
        ),
        (
            [("ładny", "adj:sg:acc:m1.m2:sup"), ("ładny", "adj:sg:gen:m1.m2.m3.n:sup")],
            "dopełniacz i biernik liczby pojedynczej przymiotnika „ładny” w stopniu najwyższym",
        ),
        (
            [("robić", "ger:sg:gen:n:imperf:neg")],
            "dopełniacz liczby pojedynczej rzeczownika odczasownikowego od „robić” z przedrostkiem „nie”",
        ),
        ([("szybko", "adv:pos")], "przysłówek „szybko”"),
        ([("ach", "interj")], "wykrzyknik „ach”"),
        ([("ja", "ppron12:sg:dat.acc:m1:pri:akc")], "celownik i biernik zaimka „ja”"),
        (
            [("szybka", "subst:sg:voc:f", NOUN), ("szybko", "adv:pos")],
            "wołacz liczby pojedynczej rzeczownika „szybka”; przysłówek „szybko”",
        ),
        ([("Adam:Sm1", "subst:sg:nom:m1", ("imię",))], ""),
        ([("xyz", "ign")], ""),
        ([("kilogram", "brev:npun")], ""),
        ([], ""),
    ],
)
def test_grammatical_forms_are_told_in_plain_polish(found: list[tuple[str, str]], text: str) -> None:
    assert describe(parse_analysis(analysis(*found))) == text


def test_a_word_with_an_ending_is_read_by_its_first_part() -> None:
    emphatic: list[Segment] = [
        (0, 1, ("rób", "robić", "impt:sg:sec:imperf", (), ())),
        (1, 2, ("że", "ż", "part:wok", (), ())),
    ]
    assert describe(parse_analysis(emphatic)) == (
        "2. osoba liczby pojedynczej trybu rozkazującego czasownika „robić” z partykułą „że”"
    )


def test_a_whole_word_comes_before_its_parts() -> None:
    both: list[Segment] = [
        (0, 1, ("do", "do:P", "prep:gen", (), ())),
        (0, 2, ("doń", "donia", "subst:pl:gen:f", NOUN, ())),
        (1, 2, ("ń", "on", "ppron3:sg:gen:m1:ter", (), ())),
    ]
    assert describe(parse_analysis(both)) == "dopełniacz liczby mnogiej rzeczownika „donia”"


def test_noun_is_told_in_all_its_cases_and_names_are_left_out() -> None:
    forms: list[Form] = [
        ("oko", "oko:Sn", "subst:sg:nom.acc.voc:n", NOUN, ()),
        ("oka", "oko:Sn", "subst:sg:gen:n", NOUN, ()),
        ("oczy", "oko:Sn", "subst:pl:nom.acc.voc:n", NOUN, ()),
        ("oczu", "oko:Sn", "subst:pl:gen:n", NOUN, ()),
        ("ócz", "oko:Sn", "subst:pl:gen:n", NOUN, ()),
        ("Oki", "oko:Sm", "subst:sg:gen:m1", ("nazwisko",), ()),
        ("oko", "oko:P", "part", (), ()),
    ]
    told = parse_declension("oko", forms)
    assert told.cases[:2] == (
        Case("mianownik", ("oko",), ("oczy",)),
        Case("dopełniacz", ("oka",), ("oczu", "ócz")),
    )
    assert told.cases[2] == Case("celownik", (), ())


@pytest.mark.usefixtures("no_grammar")
def test_without_the_grammar_package_nothing_is_declined() -> None:
    assert declension("kot") is None


def test_only_a_few_readings_are_told() -> None:
    many = [(f"wyraz{letter}", "interj") for letter in "abcdefgh"]
    assert describe(parse_analysis(analysis(*many))).count("wykrzyknik") == 4


@pytest.mark.usefixtures("no_grammar")
@pytest.mark.parametrize(
    ("word", "valid", "reason"),
    [
        ("ud", True, "it is in the list pl"),
        ("CKM", False, "it is not in the list pl"),
        ("quiz", False, "no tile has the letter Q of QUIZ"),
        ("a", False, "it is too short: a word has at least 2 letters"),
        ("", False, "it is too short: a word has at least 2 letters"),
        ("kot pies", False, "it is more than one word"),
        ("konstantynopolitańczyk", False, "it is too long: a word has at most 15 letters"),
        ("kacap", True, "it is in the list pl"),
    ],
)
def test_without_the_grammar_package_there_is_still_a_reason(
    pl: Lexicon, word: str, valid: bool, reason: str
) -> None:
    verdict = explain(pl, word)
    assert (verdict.valid, verdict.explanation) == (valid, reason)
    assert verdict.word == word.upper()
    assert verdict.forms == ((word,) if valid else ())


@pytest.mark.parametrize(
    ("word", "verdict"),
    [
        ("avó", Explanation("AVO", True, ("avo", "avó", "avô"), "it is written avo, avó, avô")),
        ("PODRIDAO", Explanation("PODRIDAO", True, ("podridão",), "it is written podridão")),
        ("grato", Explanation("GRATO", True, ("grato",), "it is in the list pt")),
        ("kiwi", Explanation("KIWI", False, (), "no tile has the letter K of KIWI")),
        ("Bugre", Explanation("BUGRE", False, (), "excluded by the rulebook: racism")),
        ("bxz", Explanation("BXZ", False, (), "it is not in the list pt")),
    ],
)
def test_portuguese_verdicts_show_the_real_forms(pt: Lexicon, word: str, verdict: Explanation) -> None:
    assert explain(pt, word) == verdict


def test_reasons_are_said_in_the_reader_s_language(pt: Lexicon) -> None:
    catalogue = {"excluded by the rulebook: {reason}": "wykluczone: {reason}", "racism": "rasizm"}

    def say(text: str, **values: str | int) -> str:
        return catalogue[text].format(**values)

    assert explain(pt, "bugre", say).explanation == "wykluczone: rasizm"
