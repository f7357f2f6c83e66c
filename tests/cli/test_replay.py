"""`stolik replay`: a game told from its log."""

from __future__ import annotations

import json
import re
import shutil
from itertools import islice
from pathlib import Path

import pytest

from stolik.cli import main
from stolik.core.chance import SeededChance
from stolik.core.game import play_out
from stolik.core.log import standing
from stolik.core.registry import find_preset
from stolik.games.scrabble import Scrabble
from stolik.games.scrabble.actions import Pass, Resign
from stolik.notation.coordinates import Notation
from stolik.table.local import LocalTable
from stolik.terminal.display import Act, Setting
from stolik.terminal.generic import GenericDisplay
from stolik.terminal.person import Terminal
from stolik.terminal.settings import say
from stolik.words.store import Lexicons
from tests.cli.person import Home, Person, board_in

DRAW_OUT = Path(__file__).parents[1] / "ground/draw_out"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


@pytest.fixture
def packages(tmp_path: Path) -> str:
    """A directory with a game of somebody else, installed as packages are."""
    site = tmp_path / "site"
    shutil.copytree(DRAW_OUT, site / "draw_out", ignore=shutil.ignore_patterns("__pycache__"))
    about = site / "draw_out-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: draw_out\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[stolik.games]\ndraw_out = draw_out\n")
    return str(site)


def test_each_turn_is_told_with_points_and_totals(home: Home) -> None:
    with Person(home, "play", "en", "--bot", "club", "--challenge", "minus10", "--seed", "3") as person:
        person.types("challenge")
        rack = person.rack()
        person.types(f"exchange {rack[0]}{rack[1]}{rack[2]}")
        person.types("pass")
        person.types("undo")
        person.types("resign")
        last = person.types("y")
    told = home.run("replay", str(home.log))
    assert told.returncode == 0
    assert "\x1b" not in told.stdout
    lines = [line.split() for line in told.stdout.splitlines()]
    number, name, at, word, points, mine, theirs = lines[1]
    assert (number, name, mine, theirs) == ("1", "Rowan", "-10", points)
    assert re.fullmatch(r"\d+[A-O]|[A-O]\d+", at)
    assert word.isalpha()
    assert lines[2] == ["2", "Player", "exchange", "of", "3", "-10", points]
    assert "pass" not in told.stdout, "what was taken back is not told"
    assert board_in(told.stdout) == board_in(last)
    assert "The game is over. Player resigned." in told.stdout
    assert "Rowan wins." in told.stdout


def test_a_game_that_goes_on_says_who_is_to_move(home: Home) -> None:
    with Person(home, "play", "en", "--bot", "club", "--seed", "4"):
        pass
    assert "The game is not over. To move: Player." in home.run("replay", str(home.log)).stdout


def test_damaged_and_foreign_files_get_a_sentence(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home.move_in(monkeypatch)
    foreign, damaged, unknown = (tmp_path / name for name in ("a.jsonl", "b.jsonl", "c.jsonl"))
    foreign.write_text("hello\n", encoding="utf-8")
    header = {"stolik": 1, "game": "scrabble", "version": 1, "preset": "pl"}
    damaged.write_text(json.dumps(header) + '\n{"seq":0,"event":{"type":"Nonsense"}}\n', encoding="utf-8")
    unknown.write_text(json.dumps({**header, "game": "chess"}) + "\n", encoding="utf-8")
    for file, sentence in (
        (foreign, "is not a game log"),
        (damaged, "line 2"),
        (unknown, "not installed"),
        (tmp_path / "d", "There is no file"),
    ):
        assert main(["replay", str(file)]) == 2
        assert sentence in " ".join(capsys.readouterr().err.split())
        assert main(["play", "--resume", str(file)]) == 2
        assert capsys.readouterr().err


def test_a_new_game_can_be_played_and_told_without_a_display_of_its_own(home: Home, packages: str) -> None:
    with Person(home, "play", "draw_out", PYTHONPATH=packages) as person:
        assert "viewer: 0" in person.said
        assert "   1  Draw()" in person.said
        assert "   2  Resign()" in person.said
        assert "The actions are numbered from 1 to 2." in person.types("3")
        assert "is no number of an action and no command" in person.types("hello")
        assert "This is no action of the game" in person.types('{"type":"Dance"}')
        first = person.types("1")
        assert "Drawn(seat=0, rack=Rack(tiles=(Tile(" in first
        assert "Drawn(seat=1, rack=Rack(tiles=(), unknown=1))" in first, "the other's tile is hidden"
        assert "sizes: [1,1]" in first
        assert "sizes: [0,0]" in person.types("undo")
        assert "sizes: [1,1]" in person.types('{"type":"Draw"}')
        assert re.search(r"1 +You +draw +1\n2 +\w+ +draw +1\n", person.types("moves"))
        assert "quit" in person.types("?")
        person.types("quit")
    with Person(home, "play", "--resume", home.log.stem, PYTHONPATH=packages) as person:
        assert "sizes: [1,1]" in person.said
        while person.playing:
            person.types("1")
        assert "The game is over. bag empty" in person.said
    told = home.run("replay", str(home.log), PYTHONPATH=packages).stdout
    assert re.match(r"1 +\w+ +draw +1\n2 +\w+ +draw +1\n3 ", told)
    assert re.search(r"\w+ wins\. \w+ \d+, \w+ \d+\.", told)
    assert home.run("play", "draw_out", "--challenge", "off", PYTHONPATH=packages).returncode == 2


def test_without_a_display_a_long_list_of_actions_is_shown_in_part(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home.move_in(monkeypatch)
    game = Scrabble(Lexicons())
    state = play_out(game, None, game.setup(find_preset("en").options, 2, SeededChance("4")))
    view = game.view(state, state.table.turn)
    terminal = Terminal()
    setting = Setting(game, ("A", "B"), view.viewer, Notation.INTERNATIONAL, say(), terminal)
    display = GenericDisplay(setting)
    terminal.show(display.screen(view))
    shown = capsys.readouterr().out
    actions = list(islice(game.actions(view), 500))
    assert "  20  Place(" in shown
    assert "  21  " not in shown
    assert f"and {len(actions) - 20} more" in shown
    assert display.understand(view, str(len(actions))) == Act(actions[-1])


def test_without_a_display_a_game_is_told_by_its_move_list(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home.move_in(monkeypatch)
    game = Scrabble(Lexicons())
    table = LocalTable(game, lambda seq: SeededChance(f"4/{seq}"))
    table.start(find_preset("en").options, 2)
    first = table.turn
    table.submit(first, Pass())
    before = table.seq - 1
    table.submit(table.turn, Resign())
    table.take_back(before)
    terminal = Terminal()
    setting = Setting(game, ("Anna", "Bruno"), None, Notation.INTERNATIONAL, say(), terminal)
    terminal.show(GenericDisplay(setting).record(standing(table.envelopes)))
    assert capsys.readouterr().out.split() == ["1", ("Anna", "Bruno")[first], "pass", "0"]
