"""Commands for every game, run as a person or a program runs them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from stolik.cli import main
from stolik.core import registry
from stolik.words.store import Lexicons

KOT = "/".join(["15"] * 7 + ["7KOT5"] + ["15"] * 7)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_presets_are_listed_with_game_language_players_and_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, "presets", "--json")
    rows = {row["preset"]: row for row in json.loads(out)}
    assert code == 0
    assert set(rows) == set(registry.presets())
    assert {"pl", "pl-recorder", "pl-tournament", "pl-1993", "br", "en"} <= set(rows)
    assert rows["br"] | {"sentence": ""} == {
        "preset": "br",
        "game": "scrabble",
        "title": "Letter tiles on a board",
        "language": "pt",
        "players": [2, 4],
        "sentence": "",
        "bots": ["beginner", "casual", "club", "expert", "champion", "generic"],
    }
    assert all(row["sentence"].endswith(".") for row in rows.values())
    code, out, _ = run(capsys, "presets")
    assert code == 0
    assert "pl-tournament" in out
    assert "Number tiles" in out


def test_command_without_a_server_loads_neither_database_nor_server() -> None:
    script = "import sys; from stolik.cli import main; main(['presets']); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"sqlalchemy", "alembic", "litestar"} & set(loaded.stdout.split())


@pytest.mark.usefixtures("words")
@pytest.mark.parametrize("preset", sorted(registry.presets()))
def test_bots_play_whole_games_of_every_preset(preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "simulate", preset, "--games", "3", "--seed", "x", "--json")
    assert code == 0, err
    result = json.loads(out)
    assert result["n_games"] == len(result["games"]) == 3
    assert result["checked"] == ["conservation", "replay", "scores"]


@pytest.mark.usefixtures("words")
def test_same_seed_gives_the_same_games(capsys: pytest.CaptureFixture[str]) -> None:
    command = (
        "simulate",
        "pl",
        "--games",
        "2",
        "--players",
        "3",
        "--bots",
        "club,beginner,generic",
        "--json",
    )
    scores = [[game["scores"] for game in json.loads(run(capsys, *command)[1])["games"]] for _ in range(2)]
    assert scores[0] == scores[1]
    assert len(scores[0][0]) == 3


@pytest.mark.usefixtures("words")
def test_simulation_is_shown_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate", "en", "--games", "1")
    assert code == 0
    assert "beginner" in out
    assert "games per CPU second" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("simulate", "nosuch"), "There is no preset “nosuch”"),
        (("simulate", "pl", "--players", "9"), "2 to 4 players"),
        (("simulate", "pl", "--games", "0"), "number of games"),
        (("simulate", "pl", "--bots", "wizard"), "no bot “wizard”"),
        (("simulate", "pl", "--games", "many"), "many"),
        (("moves", "nonsense"), "rows and racks"),
        (("moves", f"{KOT} /"), "no known tiles"),
        (("moves", f"{KOT} AB/", "--top", "0"), "number of plays"),
        (("moves", f"{KOT} AB/", "--lexicon", "nosuch"), "stolik lexicon add nosuch FILE"),
        (("replay", "nosuch.jsonl"), "no file"),
        (("nosuch",), "nosuch"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_2(
    arguments: tuple[str, ...],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert sentence in err
    assert "Traceback" not in out + err


def test_english_game_without_a_list_tells_how_to_add_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "300")
    code, _, err = run(capsys, "simulate", "en")
    assert code == 2
    assert "stolik lexicon add en FILE" in err


@pytest.mark.usefixtures("words")
def test_moves_are_listed_by_score_with_all_their_words(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "moves", f"{KOT} YA?/ 0/0 0 lex pl;", "--all", "--json")
    assert code == 0
    plays = json.loads(out)
    assert [play["score"] for play in plays] == sorted((play["score"] for play in plays), reverse=True)
    assert {"at": "8H", "word": "KOTY", "placed": "Y", "score": 7, "words": ["KOTY"]} in plays
    with_blank = [play for play in plays if play["word"] != play["word"].upper()]
    assert with_blank
    assert all(any(letter.islower() for letter in play["placed"]) for play in with_blank)
    _, top, _ = run(capsys, "moves", f"{KOT} YA?/ 0/0 0 lex pl;", "--top", "3", "--json")
    assert json.loads(top) == plays[:3]


@pytest.mark.usefixtures("words")
def test_list_asked_for_goes_before_the_one_in_the_position(capsys: pytest.CaptureFixture[str]) -> None:
    position = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 S/ 0/0 0 lex {};"
    command = ("moves", "--preset", "en", "--json")
    code, out, _ = run(capsys, *command, position.format("pl"), "--lexicon", "en")
    assert code == 0
    assert "CATS" in {play["word"] for play in json.loads(out)}
    code, out, err = run(capsys, *command, position.format("NWL23"))
    assert code == 0
    assert "CATS" in {play["word"] for play in json.loads(out)}
    assert "NWL23 is not installed" in err


@pytest.mark.usefixtures("words")
def test_moves_are_shown_in_the_notation_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    _, polish, _ = run(capsys, "moves", f"{KOT} Y/")
    _, international, _ = run(capsys, "moves", f"{KOT} Y/", "--notation", "international")
    assert "H8" in polish
    assert "8H" in international


def test_settings_are_kept(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert run(capsys, "settings", "--notation", "international", "--language", "en")[0] == 0
    assert "international" in run(capsys, "settings")[1]
    assert run(capsys, "settings", "--language", "xx")[0] == 2
    (tmp_path / "stolik" / "settings.toml").write_text("not = [toml", encoding="utf-8")
    assert run(capsys, "settings")[0] == 0


def test_word_lists_of_the_tests_are_those_of_the_command_line(words: Lexicons) -> None:
    assert "en" in words.names()
