"""`stolik moves --equity`, `sim`, `endgame` and `hint` as a person runs them, and what they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from stolik.cli import main
from tests.cli.person import Home, Person

KOT = "15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15 {racks} 0/0 0"
END = (
    "HELION9/1C5NAFTOWE1/1HEŁM7I2/WE10D2/AM10G2/R11E2/N5Y5T2/I4SAŃ3RYGI/K5S6A1/IZB2TSS5Ż1/1NINJĘ1KRZEWIE1/"
    "LADO1D1A4L2/I1OCZY1R4U2/A5OBÓJ1OŚĆ1/ZŁAŹ3U7 {racks} {scores} 0"
)
SOLVED = (
    "1S1JAZIE6Z/1T5SCEPTyKA/1O1H10R/1P1A10Y/1N1L9OS/1I1FAG1GILE2R1/WU2BA1OWIEWAŁ1/E1ZŁOCEŃ4NA1/ŹLI2K6T2/"
    "2Ę2I3ŻONY1J/2B9M1E/1WYĆ7HORD/12N1Z/11SUMM/7PÓjDĄ2Y AKCRDZŚ/NAII 309/360 0"
)
THREE = (
    "15/2C2OCENIANA2/2Z7SADŹ1/2EŁ7B3/2GAG5RYŁO1/1POMIŃ5Ć1Ż1/1I2M8E1/1Z2PUFA2L2N1/1D3TElEWIZJI1/MY8R2Ę1/"
    "U8SÓD3/S8IWY3/Z8W1L3/K6OPALAJĄC/A2KWEST7 ANTORŚH// 196/232/216 0"
)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


pytestmark = pytest.mark.usefixtures("words")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def read(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    code, out, err = run(capsys, *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


def test_moves_by_equity_are_points_and_kept_tiles_with_exchanges(capsys: pytest.CaptureFixture[str]) -> None:
    position = KOT.format(racks="ŹŃĆWDA?/")
    moves = read(capsys, "moves", position, "--equity", "--all")
    equities = [move["equity"] for move in moves]
    assert equities == sorted(equities, reverse=True)
    assert {move["kind"] for move in moves} == {"play", "exchange"}
    assert any(move["equity"] != move["score"] for move in moves if move["kind"] == "play")
    by_points = read(capsys, "moves", position, "--all")
    plays = [(move["at"], move["word"]) for move in moves if move["kind"] == "play"]
    assert sorted(plays) == sorted((move["at"], move["word"]) for move in by_points)
    code, out, _ = run(capsys, "moves", position, "--equity", "--top", "3")
    assert code == 0
    assert "keeps" in out
    assert "3 of" in out


def test_simulation_is_the_same_for_any_number_of_threads(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("sim", KOT.format(racks="AEINRSW/"), "--moves", "5", "--iterations", "1500", "--seed", "4")
    alone = read(capsys, *command)
    assert read(capsys, *command, "--threads", "2") == alone
    assert alone["iterations"] <= 1500
    assert len(alone["moves"]) == 5
    first = alone["moves"][0]
    assert 50 < first["win_percent"] < 100
    assert first["n"] == max(move["n"] for move in alone["moves"])
    code, out, _ = run(capsys, *command, "--plies", "4")
    assert code == 0
    assert "iterations" in out


def test_rack_written_for_the_other_counts_as_known(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("sim", "--moves", "1", "--iterations", "200", "--plies", "1")
    weak = read(capsys, *command, KOT.format(racks="AEINRSW/ŹĆŃĄĘGÓ"))
    strong = read(capsys, *command, KOT.format(racks="AEINRSW/ZAROBI?"))
    assert weak["moves"][0]["spread"] > strong["moves"][0]["spread"] + 40


def test_endgame_is_solved_exactly_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    found = read(capsys, "endgame", SOLVED)
    assert (found["value"], found["exact"]) == (3, True)
    assert [(move["side"], move["word"], move["score"]) for move in found["line"]] == [
        (0, "KOCHAŚ", 28),
        (1, "INIA", 17),
    ]
    code, out, _ = run(capsys, "endgame", SOLVED)
    assert code == 0
    assert "+3 points to the end: exact." in " ".join(out.split())


def test_search_that_does_not_reach_the_end_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    position = END.format(racks="?PKPA?W/CĄZYPM", scores="248/278")
    found = read(capsys, "endgame", position, "--nodes", "2000")
    assert found["exact"] is False
    assert found["nodes"] <= 2000
    code, out, _ = run(capsys, "endgame", position, "--nodes", "2000")
    assert code == 0
    assert "not to the end" in " ".join(out.split())


def test_with_three_players_the_end_is_an_estimate_with_an_interval(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = read(capsys, "endgame", THREE, "--nodes", "600")
    assert found["exact"] is False
    assert found["half_width"] > 0
    assert found["line"][0]["kind"] == "play"


def test_hint_names_a_move_and_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "hint", KOT.format(racks="AEINRS?/"))
    assert code == 0
    assert "for 80 points, with all your tiles." in " ".join(out.split())
    assert read(capsys, "hint", KOT.format(racks="AEINRS?/"))["score"] == 80


def test_hint_looks_at_the_game_that_is_played(home: Home) -> None:
    before = home.run("hint")
    assert before.returncode == 2
    assert "stolik play" in before.stdout
    with Person(home, "play", "en", "--bot", "beginner", "--challenge", "off", "--seed", "3"):
        pass
    after = home.run("hint")
    assert after.returncode == 0, after.stdout
    assert "Hint: " in after.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("sim", KOT.format(racks="AEINRSWK/")), "The rack has 8 tiles"),
        (("sim", KOT.format(racks="AEINRSW/AEINRSKAZ")), "The rack has 9 tiles"),
        (("endgame", KOT.format(racks="AEINRSWK/")), "The rack has 8 tiles"),
        (("hint", KOT.format(racks="AEINRSWK/")), "The rack has 8 tiles"),
        (("hint", KOT.format(racks="AEINRSW/AEINRSKAZ")), "The rack has 9 tiles"),
        (("moves", KOT.format(racks="AEINRSWZ" * 2 + "/")), "A rack of 16 tiles is too large"),
        (("moves", KOT.format(racks="AEINRQ/")), "No tile of this set shows “Q”"),
        (("hint", KOT.format(racks="AE/ŹŹ")), "more “Ź” than the set has"),
        (("moves", KOT.format(racks="A/").replace("/15", "/K14", 1)), "some tiles do not touch the others"),
        (("sim", KOT.format(racks="AEINRQ/")), "No tile of this set shows “Q”"),
        (("sim", KOT.format(racks="ŹŹ/")), "more “Ź” than the set has"),
        (("sim", KOT.format(racks="AE/"), "--iterations", "0"), "from 1 on"),
        (("sim", "15/15 AE/"), "rows"),
        (("sim", "7KOT5" + "/15" * 14 + " AE/"), "No game can reach this position"),
        (("endgame", KOT.format(racks="AEINRSW/")), "The bag still holds"),
        (("endgame", KOT.format(racks="AEINRSW/"), "--nodes", "0"), "from 1 on"),
        (("endgame", KOT.format(racks="/")), "no known tiles"),
        (("hint", "nonsense"), "A position needs rows and racks"),
        (("moves", KOT.format(racks="AE/"), "--preset", "nosuch"), "nosuch"),
    ],
)
def test_what_no_game_can_hold_is_refused_with_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert sentence in " ".join(err.split())
    assert "Traceback" not in err
