"""Looking back: the game as it was before any event, to each viewer only what that viewer saw."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.servers import Person
from tests.web.test_tables import play


def past(person: Person, table: str, seq: int, seat: int | None = None) -> Any:
    params = {"seq": seq} if seat is None else {"seq": seq, "seat": seat}
    answer = person.http.get(f"/api/tables/{table}/past", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()["view"]


@pytest.mark.parametrize("preset", ["pl", "rummikub"])
def test_every_view_of_a_seat_can_be_seen_again(anna: Person, preset: str) -> None:
    table = anna.table(preset, "generic")["id"]
    seen = {}
    with anna.socket() as socket:
        for _ in range(4):
            message = play(anna, socket, table, 0, 1)
            seen[message["seq"]] = message["view"]
    for seq, view in seen.items():
        assert past(anna, table, seq, 0) == view
    assert past(anna, table, 0, 0) is None


def test_spectator_looks_back_without_seeing_a_rack(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", "generic")["id"]
    with anna.socket() as socket:
        last = play(anna, socket, table, 0, 2)
    view = past(bruno, table, last["seq"])
    assert view["viewer"] is None
    assert view["rack"] == []


def test_nobody_looks_back_through_the_eyes_of_another(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", "generic")["id"]
    answer = bruno.http.get(f"/api/tables/{table}/past", params={"seq": 3, "seat": 0})
    assert answer.status_code == 409


def test_spectators_of_a_delayed_table_see_nothing_of_its_newest_moves(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", "generic", delay_s=600)["id"]
    with anna.socket() as socket:
        seq = play(anna, socket, table, 0, 1)["seq"]
    answer = bruno.http.get(f"/api/tables/{table}/past", params={"seq": seq})
    assert answer.status_code == 409


def test_future_is_refused(anna: Person) -> None:
    table = anna.table("pl", "generic")["id"]
    answer = anna.http.get(f"/api/tables/{table}/past", params={"seq": 100_000, "seat": 0})
    assert answer.status_code == 409
    assert answer.json()["message"]


def test_move_is_previewed_while_another_is_to_move(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", None)["id"]
    bruno.join(table)
    with anna.socket() as hers, bruno.socket() as his:
        racks = [hers.watch(table, 0), his.watch(table, 1)]
    waiting = next(seat for seat in (0, 1) if str(seat) not in racks[0]["turns"])
    tile = next(each for each in racks[waiting]["view"]["rack"] if each[0] != "?")
    action = {"type": "Place", "tiles": [[0, 0, tile]]}
    answer = (anna, bruno)[waiting].http.post(
        f"/api/tables/{table}/preview", json={"seat": waiting, "action": action}
    )
    assert answer.status_code == 200, answer.text
    assert answer.json()["clause"].startswith("S4.")


def test_preview_judges_every_part_in_the_language_of_the_player(anna: Person) -> None:
    table = anna.table("rummikub", "generic")["id"]
    with anna.socket() as socket:
        rack = socket.watch(table, 0)["view"]["rack"]
    action = {"type": "Lay", "table": [rack[:1], rack[1:3]]}
    anna.http.post("/api/me", json={"name": anna.name, "language": "pl"})
    answer = anna.http.post(f"/api/tables/{table}/preview", json={"seat": 0, "action": action})
    assert answer.status_code == 200, answer.text
    assert [part["lack"] for part in answer.json()["parts"]] == ["brakuje 2", "brakuje 1"]
