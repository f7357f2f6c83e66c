"""Clause S4.7 on boards with room for words that no list holds."""

import pytest

from stolik.core.game import IllegalAction
from stolik.crossboard.layout import Layout
from stolik.games.scrabble import Scrabble
from stolik.texts import Translator

from .table import Bench

SIDE = 21
BOARD = Layout(tuple("." * 10 + "*" + "." * 10 if row == 10 else "." * SIDE for row in range(SIDE)))
FIFTEEN = "ABCDEFGHIJKLŁMN"
CHALLENGES = ["off", "free", "double", "minus10", "plus5", "plus10"]


def bench_with(scrabble: Scrabble, word: str, challenge: str) -> Bench:
    """A board of 21 x 21 squares on which this row of tiles lies."""
    row = f"3{word}{SIDE - 3 - len(word)}"
    rows = "/".join([str(SIDE)] * 10 + [row] + [str(SIDE)] * 10)
    return Bench.at(scrabble, rows, "OSA", layout=BOARD, challenge=challenge)


def refusal_of(bench: Bench, play: str) -> IllegalAction:
    before = bench.state
    with pytest.raises(IllegalAction) as refusal:
        bench.lay(play)
    assert bench.state == before
    return refusal.value


@pytest.mark.clause("S4.7")
@pytest.mark.parametrize("challenge", CHALLENGES)
@pytest.mark.parametrize("play", [f"11D {FIFTEEN}O", "S11 OSA"])
def test_word_longer_than_any_list_holds_is_refused_at_once(
    scrabble: Scrabble, challenge: str, play: str
) -> None:
    bench = bench_with(scrabble, FIFTEEN, challenge)
    refusal = refusal_of(bench, play)
    assert str(refusal) == f"words have at most 15 letters here: {FIFTEEN}O (S4.7)"
    shown = scrabble.preview(scrabble.view(bench.state, 0), bench.place(play))
    assert (shown.clause, shown.problem) == ("S4.7", refusal.message)


def test_word_of_fifteen_letters_is_left_to_the_list(scrabble: Scrabble) -> None:
    play = f"11D {FIFTEEN[:14]}O"
    refusal = refusal_of(bench_with(scrabble, FIFTEEN[:14], "off"), play)
    assert str(refusal).startswith("not in the word list")
    assert bench_with(scrabble, FIFTEEN[:14], "free").lay(play).kinds() == ["Placed"]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("pl", "słowo może tu mieć najwyżej 15 liter"),
        ("pt", "aqui uma palavra tem no máximo 15 letras"),
    ],
)
def test_refusal_is_said_in_the_language_of_the_player(
    scrabble: Scrabble, language: str, sentence: str
) -> None:
    refusal = refusal_of(bench_with(scrabble, FIFTEEN, "free"), "S11 OSA")
    assert Translator(language).sentence(refusal.message) == f"{sentence}: {FIFTEEN}O"
