"""Building sets by typing in `stolik play rummikub`: steps, undo, marks, hints and the rack."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stolik.core.chance import SeededChance
from stolik.core.message import Complaint
from stolik.games.rummikub import Rummikub
from stolik.games.rummikub.terminal import RummikubDisplay
from stolik.notation.coordinates import Notation
from stolik.terminal.display import Act, Setting
from stolik.terminal.person import Terminal
from stolik.terminal.settings import Speaker
from tests.cli.number_tile_games import hinted_lines, marked_in, rack_in, resumed, sets_in, state_on_disk
from tests.cli.person import Home
from tests.golden.number_tiles import Game

TABLE = "k7 b7 r7 o7 / r3 r4 r5 r6 r7 r8 / o1 o2 o3"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_sets_are_built_shown_and_laid_with_enter(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1") as person:
        before = home.log.read_bytes()
        said = person.types("r9 > 2")
        assert sets_in(said)[2] == "r3 r4 r5 r6 r7 r8 r9"
        assert marked_in(said, "<>") == Counter(["r9"])
        assert rack_in(said) == ["k5", "k6", "b1"]
        said = person.types("k5 k6 k7")
        assert sets_in(said) == {
            1: "b7 r7 o7",
            2: "r3 r4 r5 r6 r7 r8 r9",
            3: "o1 o2 o3",
            4: "k5 k6 k7",
        }
        assert said.endswith("Enter ends your turn (laid: 3); undo: a step back › ")
        assert home.log.read_bytes() == before
        assert "You laid k5 k6 r9." in person.types("")
    assert len(state_on_disk(home).racks[0]) == 1


def test_steps_are_undone_redone_and_given_up(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1") as person:
        start = sets_in(person.said)
        one = sets_in(person.types("r9 > 2"))
        two = sets_in(person.types("split 2 r6"))
        assert two[4] == "r6 r7 r8 r9"
        three = sets_in(person.types("k5 k6 k7"))
        assert sets_in(person.types("undo")) == two
        assert sets_in(person.types("cofnij")) == one
        assert sets_in(person.types("redo")) == two
        assert sets_in(person.types("redo")) == three
        assert "There is no step to do again." in person.types("redo")
        assert sets_in(person.types("reset")) == start
        assert sets_in(person.types("undo")) == three
        assert sets_in(person.types("recomeçar")) == start
        assert rack_in(person.said) == ["k5", "k6", "b1", "r9"]
        assert "Your turn: tiles, draw or ?" in person.said


def test_wrong_sets_are_marked_with_the_reason_while_one_builds(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 k7 r9 b1") as person:
        person.types("k5")
        assert "k5: a set has at least three tiles (R3.1)" in person.types(""), "laying it cites the clause"
        person.types("reset")
        said = person.types("2:r5 1:r7")
        assert "2✗" in said
        assert "4✗" in said
        assert "2: r3 r4 r6 r7 r8: 5 is missing in the run" in said
        assert "4: r5 r7: a set has at least three tiles" in said
        assert said.endswith("Go on, or undo › ")
        said = person.types("4 > 2")
        assert "2: r3 r4 r5 r6 r7 r7 r8: 7 red twice in a run" in said
        said = person.types("2:r7 > 1 / split 2 r6")
        assert "✗" not in said
        assert "A turn lays at least one tile of the own rack" in said
        assert "✗" not in person.types("k5 k6 k7 / r9 > 4")
        assert person.said.endswith("Enter ends your turn (laid: 4); undo: a step back › ")


def test_whole_table_can_be_typed(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1") as person:
        said = person.types("k5-7 / bro7 / r3-9 / o1-3")
        assert sets_in(said) == {1: "b7 r7 o7", 2: "r3 r4 r5 r6 r7 r8 r9", 3: "o1 o2 o3", 4: "k5 k6 k7"}
        assert "These are not tiles of the own rack: o13 (R4.3)" in person.types(
            "k5-7 / bro7 / r3-9 / o1-3 / o13"
        )
        assert "You laid k5 k6 r9." in person.types("done")


def test_tiles_go_back_to_the_rack_one_by_one(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1") as person:
        person.types("k5 k6 k7")
        said = person.types("back k6")
        assert rack_in(said) == ["k6", "b1", "r9"]
        assert "You have not laid k7 in this turn." in person.types("back k7")


def test_a_joker_is_replaced_and_used_again(home: Home) -> None:
    with resumed(home, "r3 J=r4 r5 / k7 b7 r7", "r4 k9 b9") as person:
        assert "J=r4" in person.said
        said = person.types("r4 > 1")
        assert sets_in(said)[1] == "r3 r4 r5 J"
        said = person.types("k9 b9 J")
        assert sets_in(said)[3] == "k9 b9 J"
        assert "You laid k9 b9 r4." in person.types("")


def test_strict_jokers_stay_for_their_tile(home: Home) -> None:
    with resumed(home, "r3 J=r4 r5 r6 r7 r8", "k10 b10 r9", jokers="strict") as person:
        said = person.types("1:J k10 b10")
        assert "4 is missing in the run" in said
        person.types("reset")
        assert hinted_lines(person.types("hint")) == ["r9 > 1"]


def test_opening_counts_its_points_and_leaves_the_table_alone(home: Home) -> None:
    with resumed(home, TABLE, "k10 b10 r10 o4 k2 b2 J", opened=False) as person:
        assert "Your opening: 0 of 30 points" in person.said
        said = person.types("k2 b2 J")
        assert "Your opening: 6 of 30 points" in said
        assert "An opening is worth 30 points or more, and this is 6" in said
        refused = " ".join(person.types("o4 > 3").split())
        assert "Before the opening the table stays as it is: o1 o2 o3 (R5.3)" in refused
        assert "Your opening: 36 of 30 points" in person.types("kbr10")
        assert "You laid" in person.types("")
        assert "Your opening" not in person.said


def test_mistakes_are_not_told_where_they_are_punished(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1", invalid="penalty") as person:
        said = person.types("k5 k6")
        assert "✗" not in said
        assert "at least three" not in said
        said = person.types("")
        assert "You: a mistake. Tiles drawn: 1." in said
        assert "k5 k6: a set has at least three tiles (R3.1)." in said


def test_draw_asks_to_clear_the_table_first(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1") as person:
        person.types("r9 > 2")
        before = home.log.read_bytes()
        assert "You have begun to lay." in person.types("draw")
        assert home.log.read_bytes() == before
        person.types("reset")
        said = person.types("draw")
        (drawn,) = re.findall(r"You drew (\w+)\.", said)
        assert marked_in(said.rpartition("Your tiles")[2], "[]") == Counter([drawn])


# --- hints and the rack


def test_a_hint_is_told_as_steps_and_shortens_as_they_are_taken(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1 o4") as person:
        lines = hinted_lines(person.types("hint"))
        assert len(lines) == 3
        person.types(lines[0])
        assert hinted_lines(person.types("podpowiedź")) == lines[1:]
        person.types(lines[1])
        person.types(lines[2])
        assert "Hint: this is the best play. Press Enter." in person.types("dica")
        assert "You laid k5 k6 r9 o4." in person.types("")


def test_a_hint_takes_back_what_does_not_belong_to_the_best_play(home: Home) -> None:
    with resumed(home, TABLE, "k5 k6 r9 b1") as person:
        person.types("b1 k5")
        lines = hinted_lines(person.types("hint"))
        assert lines[0].startswith("back ")
        for line in lines:
            person.types(line)
        assert "You laid k5 k6 r9." in person.types("")


def test_hint_says_when_there_is_nothing_to_lay(home: Home) -> None:
    with resumed(home, "r3 r4 r5", "k1 b9") as person:
        assert "Hint: nothing can be laid. Type draw." in person.types("hint")
    with resumed(home, "r3 r4 r5", "r6 r7", opened=False) as person:
        assert "Hint: these tiles hold no opening. Type draw." in person.types("hint")


def test_the_rack_is_sorted_by_colour_or_number_and_never_jumps(home: Home) -> None:
    with resumed(home, TABLE, "o9 k5 J r2 k13 b5 r9") as person:
        by_colour = ["k5", "k13", "b5", "r2", "r9", "o9", "J"]
        by_number = ["r2", "k5", "b5", "r9", "o9", "k13", "J"]
        assert rack_in(person.said) == by_colour
        assert rack_in(person.types("sort")) == by_number
        assert "Your tiles by number:" in person.said
        assert rack_in(person.types("board")) == by_number
        line = next(row for row in person.said.splitlines() if "k13" in row)
        gaps = next(row for row in person.types("r9 > 2").splitlines() if "k13" in row)
        assert gaps.index("k13") == line.index("k13")
        assert rack_in(person.said) == ["r2", "k5", "b5", "o9", "k13", "J"]
        assert rack_in(person.types("sort kolor")) == ["k5", "k13", "b5", "r2", "o9", "J"]
        assert rack_in(person.types("ordenar por número")) == ["r2", "k5", "b5", "o9", "k13", "J"]
        assert "Tiles can be sorted by colour or by number." in person.types("sort size")


# --- any line at all

WORDS = (
    "r9",
    "k5",
    "J",
    "2:r5",
    "1",
    "4",
    ">",
    "/",
    "split",
    "back",
    "undo",
    "redo",
    "reset",
    "draw",
    "hint",
)
LINES = st.lists(
    st.sampled_from((*WORDS, "sort", "rules", "unseen", "done", "pass", "x", "J=o5", "r3-9", "kbro7"))
)


@given(st.lists(LINES.map(" ".join), max_size=6))
def test_any_lines_are_understood_or_refused_with_a_sentence(lines: list[str]) -> None:
    state = Game.at(TABLE, "k5 k6 r9 b1 J", "k1").state
    game, view = Rummikub(), Rummikub().view(state, 0)
    terminal = Terminal()
    display = RummikubDisplay(Setting(game, ("A", "B"), 0, Notation.INTERNATIONAL, Speaker("en"), terminal))
    for line in lines:
        try:
            reply = display.understand(view, line)
        except Complaint:
            continue
        if isinstance(reply, Act):
            with suppress(Complaint):
                game.decide(state, 0, reply.action, SeededChance("any"))
        terminal.console.render_lines(display.screen(view))
        assert display.prompt(view).endswith("› ")
