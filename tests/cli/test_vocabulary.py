"""What can be typed at the table: every game has the words of all, and its own."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from stolik.games.rummikub.terminal import vocabulary as numbers
from stolik.games.scrabble.terminal import vocabulary as board
from stolik.terminal import vocabulary as common
from stolik.texts import LANGUAGES


@pytest.mark.parametrize(
    ("vocabulary", "commands"),
    [
        (common, get_args(common.Command)),
        (board, get_args(common.Command) + get_args(board.Own)),
        (numbers, get_args(common.Command) + get_args(numbers.Own)),
    ],
)
def test_what_help_shows_is_understood(vocabulary: Any, commands: tuple[str, ...]) -> None:
    for command in commands:
        for language in LANGUAGES:
            assert vocabulary.recognise(vocabulary.word_for(command, language).upper()) == command


def test_words_of_one_game_mean_nothing_in_another() -> None:
    assert common.recognise("dobierz") is None
    assert board.recognise("dobierz") is None
    assert numbers.recognise("dobierz") == "draw"
