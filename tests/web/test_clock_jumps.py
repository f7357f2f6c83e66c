"""The clock of a machine is set while people play: nobody loses time by it, and no clock stands still."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.jumping_clock import JumpingClock
from tests.web.servers import InterpretedServer, Person
from tests.web.timed_turns import TURN_S, act, heard_of_turn, sit_down, who_is_to_act

HOUR = 3600


@pytest.fixture
def clock(folder: Path) -> JumpingClock:
    return JumpingClock(folder)


@pytest.fixture
def people(folder: Path, clock: JumpingClock) -> Iterator[tuple[Person, Person]]:
    """Two who came to a server whose clock can be set."""
    server = InterpretedServer(folder, **clock.environment)
    anna, bruno = Person(server, "Anna"), Person(server, "Bruno")
    yield anna, bruno
    anna.close()
    bruno.close()
    server.close()


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_jump_takes_nobodys_time_whoever_moves_first(
    people: tuple[Person, Person], clock: JumpingClock, seconds: int
) -> None:
    table = sit_down(*people, TURN_S)
    with people[0].socket() as hers, people[1].socket() as his:
        told = [hers.watch(table, 0), his.watch(table, 1)]
        first = who_is_to_act(told[0])
        clock.jump(seconds)
        act(people[first], (hers, his)[first], told[first])
        for socket in (hers, his):
            heard_of_turn(socket, 1 - first)


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_clocks_run_on_after_a_jump(people: tuple[Person, Person], clock: JumpingClock, seconds: int) -> None:
    table = sit_down(*people, 3)
    with people[0].socket() as hers:
        first = who_is_to_act(hers.watch(table, 0))
        clock.jump(seconds)
        set_right = hers.expect("table")
        assert who_is_to_act(set_right) == first
        assert 0 < set_right["left_ms"][str(first)] <= 3000
        assert (
            who_is_to_act(hers.expect("table")) == 1 - first
        )  # whose time was up, in seconds and not in an hour
