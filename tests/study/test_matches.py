"""Paired games: the same draws twice, seats swapped, resumable, with an interval."""

import json
import math
from pathlib import Path

import pytest

from stolik.cli import main
from stolik.core import registry
from stolik.core.message import Complaint
from stolik.core.pairs import Pair, estimate, estimate_wins
from stolik.games.scrabble import Scrabble
from stolik.study.matches import (
    Match,
    MatchFile,
    play_match,
    play_pair,
    read_match,
)
from stolik.words.store import Lexicons

MATCH = Match(bots=("club", "beginner"), preset="pl", seed="test")
PRESET = registry.find_preset("pl")


@pytest.fixture(scope="module")
def game(words: Lexicons) -> Scrabble:
    return Scrabble(words)


def pair(number: int, *scores: tuple[int, int]) -> Pair:
    return Pair(number, (scores[0], scores[1]), "")


def test_bot_against_itself_wins_exactly_half(game: Scrabble) -> None:
    even = Match(bots=("club", "club"), preset="pl", seed="mirror")
    for number in range(3):
        played = play_pair(game, PRESET, even, number)
        (first, second), (third, fourth) = played.scores
        assert (first, second) == (fourth, third)
        assert (played.share, played.spread) == (0.5, 0)


def test_same_seed_gives_the_same_pairs_bit_for_bit(game: Scrabble) -> None:
    assert play_pair(game, PRESET, MATCH, 1) == play_pair(game, PRESET, MATCH, 1)
    assert play_pair(game, PRESET, MATCH, 1).checksum != play_pair(game, PRESET, MATCH, 2).checksum


def test_win_counts_one_and_draw_one_half() -> None:
    assert pair(0, (10, 5), (7, 7)).share == 0.75
    assert pair(0, (10, 5), (7, 8)).share == 0.5
    assert pair(0, (10, 5), (7, 8)).spread == 2


def test_interval_is_two_standard_errors_of_the_pairs() -> None:
    result = estimate([1, 2, 3, 4])
    assert result.mean == 2.5
    assert result.half_width == pytest.approx(1.959964 * math.sqrt(5 / 3 / 4))
    assert estimate([1]).half_width == math.inf


def test_all_wins_leave_room_for_chance() -> None:
    won = [pair(n, (2, 1), (2, 1)) for n in range(10)]
    assert estimate_wins(won).mean == 100
    assert estimate_wins(won).half_width == pytest.approx(100 * (1 - 0.05**0.1))


def test_match_goes_on_where_its_file_ends(game: Scrabble, tmp_path: Path) -> None:
    whole = MatchFile(tmp_path / "whole", MATCH)
    for played in play_match(game, PRESET, MATCH, 0, 3):
        whole.append(played)
    content = (tmp_path / "whole").read_bytes()
    for cut in (1, 40, len(content) // 2):
        path = tmp_path / f"cut {cut}"
        path.write_bytes(content[:-cut])
        file = MatchFile(path, MATCH)
        for played in play_match(game, PRESET, MATCH, len(file.pairs), 3):
            file.append(played)
        assert path.read_bytes() == content
    assert read_match(content) == (MATCH, whole.pairs)


def test_pairs_are_the_same_when_played_side_by_side(game: Scrabble) -> None:
    beside = list(play_match(game, PRESET, MATCH, 1, 4, jobs=2))
    assert beside == list(play_match(game, PRESET, MATCH, 1, 4))


def test_file_of_another_match_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other"
    MatchFile(path, Match(bots=("club", "club"), preset="pl", seed="1"))
    before = path.read_bytes()
    with pytest.raises(Complaint, match="another match"):
        MatchFile(path, MATCH)
    assert path.read_bytes() == before
    path.write_bytes(b"something else\n")
    with pytest.raises(Complaint, match="not the result of a match"):
        MatchFile(path, MATCH)


@pytest.mark.usefixtures("words")
def test_match_is_played_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["match", "club", "beginner", "--seed", "7", "--out", str(tmp_path / "result")]
    assert main([*command, "--pairs", "2"]) == 0
    assert "club against beginner" in capsys.readouterr().out
    assert main([*command, "--pairs", "3", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["n_pairs"] == 3
    assert result["match"]["bots"] == ["club", "beginner"]
    assert main(["match", "club", "wizard"]) == 2
    assert main(["match", "club", "club", "--pairs", "0"]) == 2
