"""Every text that people see is found in the code and said in every language."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from stolik.texts import LANGUAGES, N_, Translator, preferred_language
from tests import forked
from tools.texts import (
    NAMES,
    Collection,
    catalogue_file,
    collect,
    faults,
    fields,
    format_catalogue,
    read_catalogue,
)

ROOT = Path(__file__).parents[2]


@cache
def collection() -> Collection:
    """The texts of the code."""
    return collect(ROOT)


@cache
def catalogue(language: str) -> dict[str, str]:
    """What ships for a language."""
    return read_catalogue(catalogue_file(ROOT, language))


# --- the catalogues that ship ------------------------------------------------------------------------


def test_no_text_of_the_code_is_hidden_from_the_catalogues() -> None:
    assert collection().problems == []


@pytest.mark.parametrize("language", NAMES)
def test_catalogue_translates_every_text_of_the_code_and_nothing_else(language: str) -> None:
    assert faults(language, collection().texts, catalogue(language)) == []


def test_every_language_has_a_catalogue_but_english() -> None:
    assert {*NAMES, "en"} == {*LANGUAGES}


def test_texts_of_every_kind_are_found_in_the_code() -> None:
    wanted = {
        "Your move ({notation}) › ": "src/stolik/games/scrabble/terminal/__init__.py",  # through an attribute
        "The whole game: stolik replay {file}": "src/stolik/cli/play/command.py",  # said by settings.say()
        "the first word must cover the centre square": "src/stolik/games/scrabble/play.py",  # a constant
        "the game is over": "src/stolik/games/scrabble/rules.py",  # the second argument
        "There is no preset “{name}”. Try one of: {known}.": "src/stolik/core/registry.py",  # own class
        "there is more than one word on the line": "src/stolik/words/wordlist.py",  # a message
        "scoreless": "src/stolik/games/scrabble/ending.py",  # the reason of an end
    }
    for text, place in wanted.items():
        assert collection().texts.get(text) == [place]


@pytest.mark.parametrize(("language", "foreign"), [("pl", "“\"'"), ("pt", "„\"'")])
def test_quotation_marks_are_those_of_the_language(language: str, foreign: str) -> None:
    texts = catalogue(language).values()
    assert [text for text in texts if set(text) & set(foreign)] == []


@pytest.mark.parametrize("language", NAMES)
def test_compiled_catalogue_says_what_its_source_says(language: str) -> None:
    say = Translator(language)
    for text, translation in catalogue(language).items():
        values = {name: f"<{name}>" for name, _, _ in fields(text)}
        assert say(text, **values) == (translation or text).format(**values)


def test_well_known_sentences() -> None:
    assert Translator("pl")("in the bag: {n}", n=5) == "w woreczku: 5"
    assert Translator("pt")("in the bag: {n}", n=5) == "no saquinho: 5"
    assert Translator("en")("in the bag: {n}", n=5) == "in the bag: 5"
    assert Translator("de").language == "en"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_catalogue_lacks_is_said_in_english(language: str) -> None:
    say = Translator(language)
    assert say(N_("a text of another game, {n}"), n=3) == "a text of another game, 3"
    assert say("") == ""


def test_thousands_are_set_apart_as_the_language_does() -> None:
    written = {language: Translator(language).number(3_359_490) for language in LANGUAGES}
    assert written == {
        "pl": "3\N{NO-BREAK SPACE}359\N{NO-BREAK SPACE}490",
        "pt": "3.359.490",
        "en": "3,359,490",
    }
    assert Translator("pt").number(999) == "999"


# --- which language ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "pt_BR"}, "pt"),
        ({"LANG": "pt"}, "pt"),
        ({"LANG": "PL"}, "pl"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "plt_MG.UTF-8"}, "en"),  # Malagasy
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_MESSAGES": "pl_PL.UTF-8", "LANG": "en_US.UTF-8"}, "pl"),
        ({"LC_ALL": "pt_BR.UTF-8", "LC_MESSAGES": "pl_PL.UTF-8", "LANG": "en_US.UTF-8"}, "pt"),
        ({"LC_ALL": "C", "LANG": "pl_PL.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "pl_PL.UTF-8"}, "pl"),
        ({"STOLIK_LANGUAGE": "pt", "LC_ALL": "pl_PL.UTF-8"}, "pt"),
        ({"STOLIK_LANGUAGE": "xx", "LC_ALL": "pl_PL.UTF-8"}, "en"),
    ],
)
def test_first_variable_that_is_set_decides(environment: dict[str, str], language: str) -> None:
    assert preferred_language(environment) == language


# --- in the terminal ---------------------------------------------------------------------------------


def run(home: Path, language: str, *arguments: str, typed: str = "") -> str:
    """What the command says, on both streams."""
    environment = {
        "PATH": os.environ["PATH"],
        "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "LANG": "C.UTF-8",
        "STOLIK_LANGUAGE": language,
        "COLUMNS": "120",
        "PYTHONUTF8": "1",
    }
    return forked.run(arguments, environment, typed).stdout


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("pl", "Nie ma wariantu „nosuch”."),
        ("pt", "Não há a variante “nosuch”."),
        ("en", "There is no preset “nosuch”."),
    ],
)
def test_complaint_is_shown_in_the_language_of_the_person(
    tmp_path: Path, language: str, sentence: str
) -> None:
    assert run(tmp_path, language, "simulate", "nosuch").startswith(sentence)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("pl", "Tych płytek nie ma na stojaku: Q Q (S3.2)"),
        ("pt", "Estas peças não estão no suporte: Q Q (S3.2)"),
    ],
)
def test_refusal_of_the_rules_is_shown_in_the_language_of_the_person(
    tmp_path: Path, language: str, sentence: str
) -> None:
    assert sentence in run(tmp_path, language, "play", "pl", "--seed", "5", typed="exchange QQ\nquit\n")


@pytest.mark.parametrize("language", NAMES)
def test_help_at_the_table_has_no_line_in_english(tmp_path: Path, language: str) -> None:
    said = run(tmp_path, language, "play", "br", "--seed", "5", typed="?\nquit\n")
    texts = [text for text in collection().texts if len(text) > 12 and not fields(text)]
    assert [text for text in texts if text in said] == []
    assert catalogue(language)["draw the board again"] in said


# --- the tool, on a small project --------------------------------------------------------------------

CODE = """
from stolik.texts import N_
NAMES = {"a": N_("a name"), "b": N_("another " "name")}

class Refusal(Complaint):
    def __init__(self, clause, text, **values):
        super().__init__(text, **values)

class Strange(Refusal):
    def __init__(self, thing):
        super().__init__("S1", "{thing} is strange", thing=thing)

class Rude(Refusal): ...

def talk(self, say, way, text):
    say("good morning", n=1)
    self._say("good evening")
    settings.say()("good night" if way else "good bye")
    self.at.say(NAMES[way])
    say(text)
    console.print("not for translators")
    raise Refusal("S2", "no")
    raise Rude("S3", text="never")
    raise Strange("not a text")
    return Message("a message", {})
"""


def project(root: Path, code: str) -> Path:
    module = root / "src/stolik/talk.py"
    module.parent.mkdir(parents=True, exist_ok=True)
    module.write_text(code, encoding="utf-8")
    return root


def test_tool_collects_texts_of_every_kind(tmp_path: Path) -> None:
    collection = collect(project(tmp_path, CODE))
    assert collection.problems == []
    assert [*collection.texts] == [
        "a name",
        "another name",
        "{thing} is strange",
        "good morning",
        "good evening",
        "good night",
        "good bye",
        "no",
        "never",
        "a message",
    ]


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ('say(f"you have {n}")', "put together"),
        ('say("you have " + n)', "put together"),
        ('say("you have {}".format(n))', "put together"),
        ('say("")', "put together"),
        ("say(NAMES[n])", "mark it with N_"),
        ("raise Complaint(sentence)", "mark it with N_"),
    ],
)
def test_tool_reports_what_it_cannot_read(tmp_path: Path, code: str, problem: str) -> None:
    (found,) = collect(project(tmp_path, code)).problems
    assert found.startswith("src/stolik/talk.py:1: ")
    assert problem in found


@pytest.mark.parametrize(
    ("translations", "fault"),
    [
        ({}, "is not translated"),
        ({"{n} of us ": ""}, "is not translated"),
        ({"{n} of us ": "{n} of us "}, "is the same as in English"),
        ({"{n} of us ": "jest nas {m} "}, "has other values"),
        ({"{n} of us ": "jest nas {n:>3} "}, "has other values"),
        ({"{n} of us ": "jest nas {n}"}, "begins or ends differently"),
        ({"{n} of us ": "jest nas {n}. "}, "begins or ends differently"),
        ({"{n} of us ": "jest nas {n} ", "old": "stary"}, "'old' is not in the code"),
    ],
)
def test_tool_finds_each_fault_of_a_catalogue(translations: dict[str, str], fault: str) -> None:
    (found,) = faults("pl", ["{n} of us "], translations)
    assert fault in found


def test_written_catalogue_reads_back(tmp_path: Path) -> None:
    translations = {
        "“{a}”": "„{a}”",
        'line\nfeed\t\\ "x"': 'wiersz\ndalej\t\\ "x"',
        "long " * 60: "długi " * 60,
    }
    path = tmp_path / "stolik.po"
    places = {text: ["a.py"] for text in translations}
    path.write_text(format_catalogue("pl", places, translations), encoding="utf-8")
    assert read_catalogue(path) == translations


def test_make_texts_adds_new_texts_and_removes_old_ones(tmp_path: Path) -> None:
    def make_texts(code: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "tools.texts", "--root", str(project(tmp_path, code))]
        return subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
        )

    assert make_texts('say("old"); say("kept")').returncode == 1
    for language in NAMES:
        path = catalogue_file(tmp_path, language)
        path.write_text(re.sub('(msgid "(.+)"\nmsgstr )""', r'\1"\2!"', path.read_text()), encoding="utf-8")
    assert make_texts('say("old"); say("kept")').returncode == 0
    done = make_texts('say("kept"); say("new")')
    assert done.returncode == 1
    assert "pl: removed 'old': 'old!'" in done.stdout
    assert "pt: 'new' is not translated" in done.stdout
    assert read_catalogue(catalogue_file(tmp_path, "pl")) == {"kept": "kept!", "new": ""}
