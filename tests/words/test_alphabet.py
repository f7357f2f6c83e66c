"""Alphabets: order, codes, folding, letters no tile has."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.words.alphabet import NAMES, UnknownAlphabet, UnknownLetter, alphabet

PL, PT, EN = alphabet("pl"), alphabet("pt"), alphabet("en")


def test_the_polish_alphabet_has_thirty_two_letters_in_order() -> None:
    assert PL.letters == "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"
    assert len(PL.letters) == 32
    assert list(PL.encode("AŻ")) == [1, 32]


def test_the_portuguese_alphabet_lacks_k_w_y_and_has_the_cedilla() -> None:
    assert not set("KWY") & set(PT.letters)
    assert PT.letters.index("Ç") == PT.letters.index("C") + 1
    assert len(PT.letters) == 24


def test_the_english_alphabet_has_twenty_six_letters() -> None:
    assert len(EN.letters) == 26


@pytest.mark.parametrize("name", NAMES)
def test_letters_are_single_composed_capitals_each_once(name: str) -> None:
    letters = alphabet(name).letters
    assert len(set(letters)) == len(letters) <= 32
    assert letters == unicodedata.normalize("NFC", letters).upper()
    assert alphabet(name).vowels <= set(letters)
    assert alphabet(name).marks <= set(letters)


@pytest.mark.parametrize("name", NAMES)
def test_every_folded_letter_is_played_with_a_tile_of_the_set(name: str) -> None:
    letters = alphabet(name)
    for accented, tile in letters.folding.items():
        assert letters.normalise(accented.lower()) == tile
        assert tile in letters.letters
        assert accented not in letters.letters


@given(st.sampled_from(NAMES), st.data())
def test_encoding_and_decoding_are_inverse(name: str, data: st.DataObject) -> None:
    letters = alphabet(name)
    word = data.draw(st.text(letters.letters))
    assert letters.decode(letters.encode(word)) == word


def test_polish_input_may_be_decomposed_and_in_any_case() -> None:
    assert PL.normalise(unicodedata.normalize("NFD", "zażółć")) == "ZAŻÓŁĆ"


def test_portuguese_accents_fold_but_the_cedilla_stays() -> None:
    assert PT.normalise("Podridão") == "PODRIDAO"
    assert PT.normalise(unicodedata.normalize("NFD", "maçã")) == "MAÇA"


def test_polish_letters_do_not_fold() -> None:
    assert PL.normalise("é") == "É"


@pytest.mark.parametrize(
    ("name", "word", "letter"), [("pl", "QUIZ", "Q"), ("pt", "KIWI", "K"), ("en", "CAFÉ", "É")]
)
def test_a_letter_no_tile_has_is_named(name: str, word: str, letter: str) -> None:
    with pytest.raises(UnknownLetter, match=f"no tile has the letter {letter} of {word}") as caught:
        alphabet(name).encode(word)
    assert caught.value.letter == letter


@given(st.sampled_from(NAMES), st.text(max_size=8))
def test_any_text_is_encoded_or_refused_with_a_letter_of_it(name: str, text: str) -> None:
    letters = alphabet(name)
    word = letters.normalise(text)
    if set(word) <= set(letters.letters):
        assert letters.decode(letters.encode(word)) == word
        return
    with pytest.raises(UnknownLetter) as caught:
        letters.encode(word)
    assert caught.value.letter in word


def test_an_unknown_alphabet_names_the_known_ones() -> None:
    with pytest.raises(UnknownAlphabet, match="pl, pt, en"):
        alphabet("xx")


def test_alphabets_are_equal_and_the_same_object_each_time() -> None:
    assert alphabet("pl") is PL
    assert len({PL, PT, EN, alphabet("pl")}) == 3
