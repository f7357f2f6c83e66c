"""`stolik word`, `find` and `lexicon` as a person types them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cyclopts
import pytest

from stolik.cli import word_commands
from stolik.core.message import Complaint

Run = Callable[..., tuple[int, str]]


@pytest.fixture(autouse=True)
def own_lists_and_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("STOLIK_LANGUAGE", "en")
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Exit code and output of a command line."""
    app = cyclopts.App(name="stolik")
    word_commands.register(app)

    def call(*arguments: str) -> tuple[int, str]:
        code = app(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
        return code, capsys.readouterr().out

    return call


def answer(run: Run, *arguments: str) -> Any:
    return json.loads(run(*arguments, "--json")[1])


def test_valid_words_exit_with_zero(run: Run) -> None:
    code, out = run("word", "prymas", "UD")
    assert code == 0
    assert "PRYMAS" in out
    assert "✓ valid" in out


def test_one_word_that_does_not_count_exits_with_one(run: Run) -> None:
    code, out = run("word", "prymas", "ckm")
    assert code == 1
    assert "✗ not valid" in out


def test_words_as_json_are_a_list_of_verdicts(run: Run) -> None:
    code, out = run("word", "--lexicon", "pt", "avó", "kiwi", "--json")
    assert code == 1
    assert json.loads(out) == [
        {
            "word": "AVO",
            "valid": True,
            "forms": ["avo", "avó", "avô"],
            "explanation": "it is written avo, avó, avô",
        },
        {"word": "KIWI", "valid": False, "forms": [], "explanation": "no tile has the letter K of KIWI"},
    ]


def test_options_may_stand_between_the_words(run: Run) -> None:
    assert [
        each["valid"] for each in json.loads(run("word", "kot", "--json", "--lexicon", "pl", "xx")[1])
    ] == [
        True,
        False,
    ]


def test_anagrams_of_a_rack_with_blanks(run: Run) -> None:
    found = answer(run, "find", "--anagram", "prymas?", "--min-length", "6")
    assert "PRYMAS" in found
    assert "PRYMASA" in found
    assert [len(word) for word in found] == sorted(map(len, found), reverse=True)


def test_words_of_a_pattern(run: Run) -> None:
    assert answer(run, "find", "--pattern", "P.YM*", "--max-length", "5", "--limit", "3") == [
        "PRYMA",
        "PRYMĄ",
        "PRYMĘ",
    ]


def test_hooks_are_given_as_the_longer_words(run: Run) -> None:
    assert answer(run, "find", "--hooks", "próbuje") == ["SPRÓBUJE"]
    assert answer(run, "find", "--hooks", "próbuje", "--max-length", "7") == []


def test_nothing_found_exits_with_one(run: Run) -> None:
    code, out = run("find", "--pattern", "ŻŻŻ*")
    assert (code, out.strip()) == (1, "No word was found.")


def test_a_printed_list_says_how_many_more_there_are(run: Run) -> None:
    code, out = run("find", "--pattern", "A*", "--limit", "5")
    assert code == 0
    assert "15 letters" in out
    assert "more: --limit" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["word"],
        ["find"],
        ["find", "--anagram", "a", "--pattern", "b"],
        ["find", "--anagram", "a", "--limit", "0"],
        ["find", "--anagram", "a1"],
        ["find", "--pattern", "*" * 70],
        ["find", "--anagram", "a", "--lexicon", "nope"],
        ["lexicon", "info", "nope"],
        ["lexicon", "add", "zoo", "nowhere.txt"],
        ["lexicon", "add", "zoo", "nowhere.txt", "--alphabet", "xx"],
        ["lexicon", "remove", "pl"],
        ["lexicon", "remove", "nope"],
    ],
)
def test_what_cannot_be_done_is_a_complaint(run: Run, arguments: list[str]) -> None:
    with pytest.raises(Complaint):
        run(*arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["word", "a", "--nope"],
        ["find", "--limit", "x"],
        ["lexicon", "add"],
        ["lexicon", "info"],
        ["lexicon", "nope"],
    ],
)
def test_wrong_usage_is_told_by_the_command_line(run: Run, arguments: list[str]) -> None:
    with pytest.raises(cyclopts.CycloptsError):
        run(*arguments)


def test_a_list_is_added_listed_asked_and_removed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes("\ufeffcat\r\ndog\r\n\r\n# comment\r\nx\r\ncat\r\n".encode())
    code, out = run("lexicon", "add", "en", str(file))
    assert code == 0
    assert "line 5: X: it is too short" in out
    listed = {entry["name"]: entry for entry in answer(run, "lexicon", "list")}
    assert list(listed) == ["pl", "pt", "en"]
    assert (listed["en"]["n_words"], listed["en"]["shipped"]) == (2, False)
    assert listed["en"]["hash"] in out
    assert listed["en"] == answer(run, "lexicon", "info", "en")
    assert run("word", "--lexicon", "en", "Dog")[0] == 0
    assert "en" in run("lexicon", "list")[1]
    assert "ABCDEFGHIJKLMNOPQRSTUVWXYZ" in run("lexicon", "info", "en")[1]
    assert run("lexicon", "remove", "en")[0] == 0
    assert [entry["name"] for entry in answer(run, "lexicon", "list")] == ["pl", "pt"]


def test_what_add_did_as_json(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("kot\nkot\nquiz\n", encoding="utf-8")
    told = answer(run, "lexicon", "add", "moja", str(file), "--alphabet", "pl")
    assert (told["n_words"], told["n_repeated"], told["n_refused"]) == (1, 1, 1)
    assert told["refused"] == [{"line": 3, "word": "QUIZ", "reason": "no tile has the letter Q of QUIZ"}]


@pytest.mark.parametrize("language", ["en", "pl", "pt"])
def test_reason_of_a_refusal_is_told_whole_on_a_narrow_screen(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("STOLIK_LANGUAGE", language)
    file = tmp_path / "list.txt"
    file.write_text("kot\nkonstantynopolitańczykowianeczka\n", encoding="utf-8")
    out = run("lexicon", "add", "pl-moja", str(file))[1]
    assert "KONSTANTYNOPOLITAŃCZYKOWIANECZKA" in out
    assert "15" in out.splitlines()[-1]
    assert "…" not in out


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "holds no word; give one word a line."),
        ("konstantynopolitańczykowianeczka".encode(), "2 to 15 letters of"),
        ("żółw".encode("cp1250"), "is not UTF-8 text"),
        (bytes(range(256)), "is not UTF-8 text"),
        (b"\xff\xfek\0o\0t\0", "is not UTF-8 text"),
    ],
    ids=["empty", "long", "cp1250", "binary", "utf-16"],
)
@pytest.mark.parametrize("name", ["zoo", "pl-zoo"])
def test_file_that_is_no_list_is_refused_with_a_sentence_and_adds_nothing(
    run: Run, tmp_path: Path, name: str, content: bytes, sentence: str
) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(content)
    with pytest.raises(Complaint, match=sentence):
        run("lexicon", "add", name, str(file))
    assert [entry["name"] for entry in answer(run, "lexicon", "list")] == ["pl", "pt"]


def test_many_refusals_are_summed_up(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("kot\n" + "x\n" * 30, encoding="utf-8")
    out = run("lexicon", "add", "pl-moja", str(file))[1]
    assert out.count("it is too short") + out.count("no tile has") == 10
    assert "and 20 more" in out
