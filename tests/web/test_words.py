"""Asking about words: the API, and the page as it is without any script."""

from __future__ import annotations

import re

import httpx
import pytest

from stolik.texts import LANGUAGES
from stolik.web.pages.client import client
from tests.web.servers import Person, Server


def text_of(page: str) -> str:
    """What a page says, without its tags and scripts."""
    without = re.sub(r"(?s)<(script|style).*?</\1>", "", page)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", without))


def test_word_is_judged_with_its_tiles_and_what_can_be_made_of_it(anna: Person) -> None:
    told = anna.http.get("/api/words/pl/żółwi").json()
    assert told["valid"]
    assert [(each["letter"], each["value"]) for each in told["letters"]] == [
        ("Ż", 5),
        ("Ó", 5),
        ("Ł", 3),
        ("W", 1),
        ("I", 1),
    ]
    assert told["points"] == 15
    assert "ŻÓŁWIA" in told["longer"]
    assert told["near"] == []


def test_word_that_does_not_count_comes_with_those_that_are_near(anna: Person) -> None:
    told = anna.http.get("/api/words/pl/żółwy").json()
    assert not told["valid"]
    assert "ŻÓŁWI" in told["near"]
    assert told["common"] is None


def test_noun_is_shown_in_all_its_cases_where_the_grammar_is_known(anna: Person) -> None:
    noun = anna.http.get("/api/words/pl/żółwi").json()["noun"]
    page = anna.http.get("/words/pl/żółwi", headers={"accept-language": "en"}).text
    assert (noun is None) == ("<table" not in page)
    if noun is not None:
        assert noun["lemma"] == "żółw"
        assert noun["cases"][4] == {"case": "narzędnik", "singular": ["żółwiem"], "plural": ["żółwiami"]}
        assert "<mark>żółwi</mark>" in page
        assert '<p lang="pl">Dopełniacz' in page
    assert anna.http.get("/api/words/pl/robić").json()["noun"] is None


def test_decomposed_letters_are_the_same_word(anna: Person) -> None:
    assert anna.http.get("/api/words/pl/z\u0307o\u0301łw").json()["word"] == "ŻÓŁW"


def test_letters_and_patterns_find_a_bounded_number_of_words(anna: Person) -> None:
    few = anna.http.get("/api/words/pl", params={"letters": "tok"}).json()
    assert few == {"words": ["KOT", "KTO", "TOK", "KO", "OK", "OT", "TO"], "complete": True}
    many = anna.http.get("/api/words/pl", params={"pattern": "*a*"}).json()
    assert len(many["words"]) == 300
    assert not many["complete"]


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"letters": "a", "pattern": "a"},
        {"letters": "????"},
        {"letters": "a" * 16},
        {"pattern": "*.*"},
        {"pattern": "q*"},
    ],
)
def test_question_without_an_answer_is_refused_with_a_sentence(anna: Person, asked: dict[str, str]) -> None:
    answer = anna.http.get("/api/words/pl", params=asked)
    assert answer.status_code == 409
    assert answer.json()["message"].endswith((".", "Q"))


def test_list_that_is_not_here_is_told_so_and_the_page_leads_to_one_that_is(anna: Person) -> None:
    assert anna.http.get("/api/words/xx/kot").status_code == 409
    assert anna.http.get("/words/xx/kot").headers["location"] == "/words"


def test_form_leads_to_the_address_of_the_word(anna: Person) -> None:
    asked = {"list": "pl", "way": "word", "q": " z\u0307ółw "}
    assert anna.http.get("/words", params=asked).headers["location"] == "/words/pl/%C5%BC%C3%B3%C5%82w"
    letters = {"list": "pt", "way": "letters", "q": "ca?a"}
    assert anna.http.get("/words", params=letters).headers["location"] == "/words/pt?letters=ca%3Fa"


def test_page_answers_in_the_language_of_the_visitor_without_a_script(server: Server) -> None:
    assert client() is not None
    said = set()
    for language in LANGUAGES:
        page = httpx.get(f"{server.url}/words/pl/żółw", headers={"accept-language": language}).text
        heading = re.search(r'<h2 class="verdict">.*?</h2>', page)
        assert heading
        assert "ŻÓŁW" in heading[0]
        said.add(heading[0])
    assert len(said) == 3


def test_page_shows_what_was_found_and_asks_on_with_links(server: Server) -> None:
    page = httpx.get(f"{server.url}/words/pl?letters=tok", headers={"accept-language": "pl"}).text
    assert "Znalezione słowa: 7." in text_of(page)
    assert 'href="/words/pl/kto"' in page


def test_what_was_typed_cannot_become_a_part_of_the_page(server: Server) -> None:
    for path in ("/words/pl/%3Cu%3E%22", "/words/pl?letters=%3Cu%3E%22", "/words/pl?pattern=%3Cu%3E%22"):
        page = httpx.get(server.url + path).text
        assert "<u>" not in page.lower()
        assert 'value="&lt;u&gt;&quot;"' in page


def test_part_of_the_page_is_the_answer_alone(server: Server) -> None:
    part = httpx.get(f"{server.url}/words/pl/kot?part").text
    assert part.startswith('<div class="answer">')
    assert part in httpx.get(f"{server.url}/words/pl/kot").text
