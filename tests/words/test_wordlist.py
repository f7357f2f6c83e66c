"""Reading a person's word list, whatever its editor did to it."""

import hashlib
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.core.message import Complaint
from stolik.words.alphabet import alphabet
from stolik.words.wordlist import guess_alphabet, list_hash, read_word_list, rows_of

PL, PT, EN = alphabet("pl"), alphabet("pt"), alphabet("en")


def words_in(path: Path, content: bytes) -> list[str]:
    path.write_bytes(content)
    return PL.words(read_word_list(path, PL).rows)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "words.txt"


@pytest.mark.parametrize(
    "content",
    [
        "kot\nżółw\n".encode(),
        "KOT\nŻÓŁW".encode(),
        "\ufeffkot\r\nżółw\r\n".encode(),
        "kot\rżółw\r".encode(),
        unicodedata.normalize("NFD", "Kot\nŻółw\n").encode(),
        "# animals\n\n  kot  \n\tżółw\n\n#end\n".encode(),
        "żółw\nkot\nkot\nKOT\n".encode(),
    ],
    ids=["plain", "upper", "bom-crlf", "cr", "decomposed", "comments", "repeated-unsorted"],
)
def test_a_list_is_read_whatever_its_editor_did(file: Path, content: bytes) -> None:
    assert words_in(file, content) == ["KOT", "ŻÓŁW"]


def test_words_come_in_the_order_of_the_alphabet(file: Path) -> None:
    assert words_in(file, "ćma\ncud\nząb\nzob\nab\n".encode()) == ["AB", "CUD", "ĆMA", "ZĄB", "ZOB"]


def test_refusals_carry_line_word_and_reason(file: Path) -> None:
    file.write_text(f"kot\nquiz\na\n{'a' * 16}\nala ma\n# x\nkot\n{'a' * 15}\n", encoding="utf-8")
    found = read_word_list(file, PL)
    assert [(each.line, each.word, str(each.reason)) for each in found.refused] == [
        (2, "QUIZ", "no tile has the letter Q of QUIZ"),
        (3, "A", "it is too short: a word has at least 2 letters"),
        (4, "A" * 16, "it is too long: a word has at most 15 letters"),
        (5, "ALA MA", "there is more than one word on the line"),
    ]
    assert (found.n_words, found.n_repeated, found.n_refused) == (2, 1, 4)


def test_long_line_of_several_words_is_refused_as_such(file: Path) -> None:
    file.write_text(
        "kot\nala ma kota i psa bo lubi\nkot\u2028pies\u2028i\u2028trzy\u2028myszy\n", encoding="utf-8"
    )
    found = read_word_list(file, PL)
    assert {str(each.reason) for each in found.refused} == {"there is more than one word on the line"}
    assert (found.n_words, found.n_refused) == (1, 2)


def test_sixteen_letters_are_too_many_however_they_are_written(file: Path) -> None:
    composed = "ż" * 16
    file.write_text(f"{unicodedata.normalize('NFD', composed)}\n{composed}\n{'ż' * 15}\n", encoding="utf-8")
    found = read_word_list(file, PL)
    assert [(each.line, str(each.reason)) for each in found.refused] == [
        (1, "it is too long: a word has at most 15 letters"),
        (2, "it is too long: a word has at most 15 letters"),
    ]
    assert PL.words(found.rows) == ["Ż" * 15]


def test_signs_that_would_steer_a_terminal_are_told_as_escapes(file: Path) -> None:
    file.write_text("kot\nk\x1b[31mt\nk\0t\nk\u202et\n" + "\a" * 20 + "\n", encoding="utf-8")
    refused = read_word_list(file, PL).refused
    assert all((each.word + str(each.reason)).isprintable() for each in refused)
    assert [str(each.reason) for each in refused[:3]] == [
        "no tile has the letter \\x1b of K\\x1b[31MT",
        "no tile has the letter \\x00 of K\\x00T",
        "no tile has the letter \\u202e of K\\u202eT",
    ]


def test_only_a_thousand_refusals_are_kept_but_all_are_counted(file: Path) -> None:
    file.write_text("kot\n" + "x\n" * 3000, encoding="utf-8")
    found = read_word_list(file, PL)
    assert (len(found.refused), found.n_refused) == (1000, 3000)


def test_portuguese_lists_may_have_accents(file: Path) -> None:
    file.write_text("avó\navô\nmaçã\n", encoding="utf-8")
    found = read_word_list(file, PT)
    assert PT.words(found.rows) == ["AVO", "MAÇA"]
    assert found.n_repeated == 1


@pytest.mark.parametrize("content", [b"", b"\n\n", b"# only a comment\n", b"x\ny\n"])
def test_a_file_without_words_is_refused(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(Complaint, match="holds no word"):
        read_word_list(file, PL)


@pytest.mark.parametrize("content", ["konstantynopolitańczykowianeczka\n", "x1\n", "a\nala ma kota\n"])
def test_a_file_of_which_nothing_is_taken_says_what_would_be(file: Path, content: str) -> None:
    file.write_text(content, encoding="utf-8")
    with pytest.raises(Complaint, match="one word a line, 2 to 15 letters of AĄBCĆ"):
        read_word_list(file, PL)


def test_a_file_in_another_encoding_is_refused_with_the_cure(file: Path) -> None:
    file.write_bytes("żółw\n".encode("cp1250"))
    with pytest.raises(Complaint, match="iconv"):
        read_word_list(file, PL)


def test_a_missing_file_and_a_directory_are_refused_with_a_sentence(file: Path) -> None:
    for path in (file, file.parent):
        with pytest.raises(Complaint, match="cannot be read"):
            read_word_list(path, PL)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_with_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.txt"
    path.write_bytes(content)
    try:
        found = read_word_list(path, EN)
    except Complaint:
        return
    assert all(2 <= len(word) <= 15 for word in EN.words(found.rows))


@given(st.sets(st.text(PL.letters, min_size=2, max_size=15), max_size=50))
def test_the_hash_is_that_of_the_sorted_words_joined_by_line_feeds(words: set[str]) -> None:
    in_order = sorted(words, key=lambda word: [PL.letters.index(letter) for letter in word])
    expected = hashlib.sha256("\n".join(in_order).encode()).hexdigest()
    assert list_hash(rows_of(map(PL.encode, words)), PL) == expected


@pytest.mark.parametrize(
    ("name", "content", "guess"),
    [
        ("en", "żółw\n", "en"),
        ("pl-mine", "cat\n", "pl"),
        ("osps", "kot\nżółw\npies\n", "pl"),
        ("twl", "cat\nquiz\nkayak\n", "en"),
        ("volp", "avó\nquilo\nmaçã\n", "pt"),
    ],
)
def test_the_alphabet_is_told_by_the_name_or_the_words(
    file: Path, name: str, content: str, guess: str
) -> None:
    file.write_text(content, encoding="utf-8")
    assert guess_alphabet(name, file).name == guess


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_an_empty_file_is_told_before_its_alphabet_is_asked_for(file: Path, content: str) -> None:
    file.write_text(content, encoding="utf-8")
    with pytest.raises(Complaint, match="holds no word; give one word a line"):
        guess_alphabet("animals", file)


def test_an_alphabet_that_cannot_be_told_is_asked_for(file: Path) -> None:
    file.write_text("cat\ndog\n", encoding="utf-8")
    with pytest.raises(Complaint, match="--alphabet"):
        guess_alphabet("animals", file)
