"""What is counted is counted for each, given back in time, and forgotten."""

from __future__ import annotations

import pytest

from stolik.web.operations.limits import Allowances, Limits, OpenSockets, TooManySockets


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_everybody_has_so_much_at_once_and_gets_it_back_in_time() -> None:
    clock = Clock()
    given = Allowances(3, 0.5, clock)
    assert [given.take("anna") for _ in range(4)] == [0, 0, 0, 3]
    assert given.take("bruno") == 0
    clock.now += 2
    assert [given.take("anna") for _ in range(2)] == [0, 3]


def test_who_takes_nothing_more_is_forgotten() -> None:
    clock = Clock()
    given = Allowances(60, 1, clock)
    for n in range(1000):
        given.take(f"10.0.0.{n}")
    clock.now += 59
    given.take("anna")
    clock.now += 2
    given.take("bruno")
    assert len(given) == 2


def test_sockets_are_counted_by_address_and_in_all_but_here_only_in_all() -> None:
    sockets = OpenSockets(Limits(sockets_per_address=1, sockets=3))
    with sockets.one_more("10.0.0.1"):
        with pytest.raises(TooManySockets, match="your address"), sockets.one_more("10.0.0.1"):
            pass
        with sockets.one_more("127.0.0.1"), sockets.one_more("127.0.0.1"):
            _is_full(sockets)
        with sockets.one_more("10.0.0.2"):
            pass
    with sockets.one_more("10.0.0.1"):
        pass


def _is_full(sockets: OpenSockets) -> None:
    with pytest.raises(TooManySockets, match="full"), sockets.one_more("10.0.0.2"):
        pass


def test_what_is_dear_counts_as_several_and_may_be_owed() -> None:
    clock = Clock()
    given = Allowances(10, 1, clock)
    assert given.take("anna") == 0
    given.charge("anna", 12)
    assert given.take("anna") == 5  # three are owed, and one is wanted
    clock.now += 4
    assert [given.take("anna"), given.take("anna", 4), given.take("anna")] == [0, 2, 2]
    given.charge("bruno", 1000)
    clock.now += 19
    assert given.take("bruno") == 0  # nobody owes more than there is at once


def test_who_owes_is_not_forgotten() -> None:
    clock = Clock()
    given = Allowances(60, 1, clock)
    given.charge("anna", 1000)
    clock.now += 61
    given.take("bruno")
    assert [given.take("anna"), given.take("anna")] == [0, 2]
