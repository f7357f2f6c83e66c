"""Two people at a table with a limit for every turn, and what they are told of their time."""

from __future__ import annotations

from typing import Any

from tests.web.servers import ALWAYS_A_WORD, Person, Socket

TURN_S = 30


def sit_down(anna: Person, bruno: Person, seconds: int) -> str:
    """A table with so much time for every turn, at which nothing but turns is waited for."""
    clock = {"type": "turn", "seconds": seconds}
    table = anna.table("pl", None, clock=clock, options=ALWAYS_A_WORD)["id"]
    bruno.join(table)
    return str(table)


def who_is_to_act(told: dict[str, Any]) -> int:
    (seat,) = map(int, told["turns"])
    return seat


def act(person: Person, socket: Socket, told: dict[str, Any]) -> None:
    """Make the move that is waited for."""
    table, seat = told["table"], who_is_to_act(told)
    socket.act(table, seat, told["turns"][str(seat)], person.actions(table, seat)[0])


def heard_of_turn(socket: Socket, seat: int) -> dict[str, Any]:
    """The first word of the turn of a seat; whoever is to act meanwhile has most of his time before him."""
    while True:
        told = socket.expect("table", "refused")
        assert told["type"] == "table", told
        left_ms = told["left_ms"][str(who_is_to_act(told))]
        assert 1000 * TURN_S / 2 < left_ms <= 1000 * TURN_S
        if who_is_to_act(told) == seat:
            return told
