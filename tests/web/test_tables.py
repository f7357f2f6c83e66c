"""Tables over real sockets: playing, watching, resuming, talking, and what nobody may do."""

from __future__ import annotations

import secrets
import time
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.web.servers import Person, Server, Socket


def play(person: Person, socket: Socket, table: str, seat: int, moves: int = 10_000) -> dict[str, Any]:
    """Play for a seat until the game is over, or for some moves; the last message."""
    message = socket.watch(table, seat)
    while message["status"] != "over" and moves:
        turn = message["turns"].get(str(seat))
        if turn is not None:
            request = socket.act(table, seat, turn, person.actions(table, seat)[0])
            moves -= 1
            while request not in message["done"]:
                message = socket.expect("table", "refused")
                assert message["type"] == "table", message
        else:
            message = socket.expect("table")
    return message


@pytest.mark.parametrize("preset", ["pl", "rummikub"])
def test_person_plays_a_whole_game_against_a_bot(anna: Person, preset: str) -> None:
    table = anna.table(preset, "generic")
    with anna.socket() as socket:
        last = play(anna, socket, table["id"], 0)
    assert last["outcome"]["scores"]
    assert last["events"][-1]["event"]["type"] == "Revealed"


def test_friend_comes_by_code_and_both_see_their_own_tiles(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", None)
    assert table["status"] == "waiting"
    found = bruno.http.get(f"/api/codes/{table['code'].lower()}").json()
    assert found["id"] == table["id"]
    assert bruno.join(found["id"]) == 1
    with anna.socket() as hers, bruno.socket() as his:
        own = hers.watch(table["id"], 0)["view"]
        other = his.watch(table["id"], 1)["view"]
    assert len(own["rack"]) == len(other["rack"]) == 7
    assert own["viewer"] == 0
    assert other["viewer"] == 1


def test_both_are_told_of_every_move(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", None)
    bruno.join(table["id"])
    with anna.socket() as hers, bruno.socket() as his:
        states = {0: hers.watch(table["id"], 0), 1: his.watch(table["id"], 1)}
        people = {0: (anna, hers), 1: (bruno, his)}
        for _ in range(12):
            seat = min(map(int, states[0]["turns"]))
            person, socket = people[seat]
            request = socket.act(
                table["id"], seat, states[seat]["turns"][str(seat)], person.actions(table["id"], seat)[0]
            )
            for viewer, (_, each) in people.items():
                before = states[viewer]["seq"]
                states[viewer] = each.expect("table")
                assert states[viewer]["seq"] > before
                assert states[viewer]["events"][0]["seq"] == before
            assert request in states[seat]["done"]
            assert states[0]["seq"] == states[1]["seq"]


def test_spectator_sees_no_rack_and_cannot_act(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", "generic")
    with anna.socket() as hers, bruno.socket() as his:
        own = hers.watch(table["id"], 0)
        seen = his.watch(table["id"])
        assert seen["view"]["rack"] == []
        refused = his.watch(table["id"], 0)
        assert refused["type"] == "refused"
        assert refused["why"] == "seat"
        his.act(table["id"], 0, own["turns"].get("0"), {"type": "Pass"})
        assert his.expect("refused")["why"] == "seat"


def test_spectator_behind_the_play_is_told_every_event_once(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", "generic", delay_s=1)
    with anna.socket() as hers, bruno.socket() as his:
        last = play(anna, hers, table["id"], 0, 3)
        told = [his.watch(table["id"])]
        while "0" not in last["turns"]:
            last = hers.expect("table")
        while told[-1]["seq"] < last["seq"]:
            told.append(his.expect("table"))
    seqs = [one["seq"] for message in told for one in message["events"]]
    assert seqs == list(range(told[-1]["seq"]))


def test_spectator_behind_the_play_hears_what_is_said_when_he_sees_it(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", "generic", delay_s=3)["id"]
    with anna.socket() as hers, bruno.socket() as his:
        hers.watch(table)
        his.watch(table)
        hers.send("say", table=table, id="s", text="I have just drawn a joker.")
        said = hers.expect("said")
        assert his.expect("said")["n"] == said["n"]
        assert time.time() * 1000 >= said["at_ms"] + 3000
        with bruno.socket() as later:  # it is old by now
            later.watch(table)
            assert later.expect("said")["n"] == said["n"]


def test_table_without_spectators_shows_nothing_to_others(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", "generic", spectators=False)
    for path in ("", "/log"):
        assert bruno.http.get(f"/api/tables/{table['id']}{path}").status_code == 404
        assert anna.http.get(f"/api/tables/{table['id']}{path}").status_code == 200
    with bruno.socket() as his:
        assert his.watch(table["id"])["why"] == "table"


def test_client_that_was_away_resumes_where_it_was(anna: Person) -> None:
    table = anna.table("rummikub", "generic")
    with anna.socket() as socket:
        first = play(anna, socket, table["id"], 0, 3)
    with anna.socket() as socket:
        again = socket.watch(table["id"], 0, since=first["seq"])
    assert again["seq"] >= first["seq"]
    assert all(event["seq"] >= first["seq"] for event in again["events"])
    if again["seq"] == first["seq"]:
        assert again["view"] == first["view"]


def test_same_request_from_two_tabs_counts_once(anna: Person) -> None:
    table = anna.table("rummikub", None)
    other = Person(anna._url, "Other")
    other.join(table["id"])
    with anna.socket() as one, anna.socket() as two:
        state = one.watch(table["id"], 0)
        two.watch(table["id"], 0)
        turn = state["turns"]["0"]
        action = anna.actions(table["id"], 0)[0]
        one.act(table["id"], 0, turn, action, "same")
        two.act(table["id"], 0, turn, action, "same")
        told = one.expect("table")
        assert told["done"] == ["same"]
        answers = [two.expect("table", "done", "refused") for _ in range(2)]
        assert "refused" not in [answer["type"] for answer in answers]
        assert two.watch(table["id"], 0)["seq"] == told["seq"]
    other.close()


def test_late_message_is_stale(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", None)
    bruno.join(table["id"])
    with anna.socket() as hers:
        state = hers.watch(table["id"], 0)
        action = anna.actions(table["id"], 0)[0]
        hers.act(table["id"], 0, state["turns"]["0"], action, "first")
        hers.expect("table")
        hers.act(table["id"], 0, state["turns"]["0"], action, "second")
        refused = hers.expect("refused")
        assert refused["id"] == "second"
        assert refused["why"] == "stale"


def test_refusal_is_a_sentence_in_the_language_of_the_player(anna: Person) -> None:
    table = anna.table("pl", "generic")
    sentences = set()
    for language in ("pl", "pt", "en"):
        with anna.socket() as socket:
            socket.send("hello", version=1, language=language)
            state = socket.watch(table["id"], 0)
            socket.act(table["id"], 0, state["turns"].get("0"), {"type": "Place", "tiles": []})
            sentences.add(socket.expect("refused")["message"])
    assert len(sentences) == 3


@pytest.mark.parametrize("further", [None, "generic"])
def test_table_whose_word_list_is_missing_is_refused_at_once(anna: Person, further: str | None) -> None:
    wanted = {"preset": "en", "n_seats": 2, "seats": [further], "name": "Anna"}
    answer = anna.http.post("/api/tables", json=wanted)
    assert answer.status_code == 409
    assert "stolik lexicon add en FILE" in answer.json()["message"]
    assert anna.http.get("/api/me/tables").json() == []


def test_what_is_said_is_heard_by_all_and_kept(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", None)
    bruno.join(table["id"])
    with anna.socket() as hers, bruno.socket() as his:
        hers.watch(table["id"], 0)
        his.watch(table["id"], 1)
        hers.send("say", table=table["id"], id="s1", text="  Cześć, <b>Bruno</b>! ")
        assert his.expect("said")["text"] == "Cześć, <b>Bruno</b>!"
        assert hers.expect("said")["name"] == "Anna"
    with bruno.socket() as his:
        his.watch(table["id"], 1)
        assert his.expect("said")["text"].startswith("Cześć")


def test_what_is_said_twice_under_one_name_is_said_once(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", None)["id"]
    bruno.join(table)
    with anna.socket() as hers, anna.socket() as hers_too, bruno.socket() as his:
        his.watch(table, 1)
        for socket in (hers, hers_too, hers):
            socket.send("say", table=table, id="one", text="hello")
        numbers = {socket.expect("done")["seq"] for socket in (hers, hers_too, hers)}
        his.send("say", table=table, id="one", text="hello to you")
        assert [his.expect("said")["text"] for _ in range(2)] == ["hello", "hello to you"]
        assert len(numbers) == 1
    with bruno.socket() as his:
        his.watch(table, 1)
        assert [his.expect("said")["text"] for _ in range(2)] == ["hello", "hello to you"]


def test_who_is_muted_is_not_heard(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", None)
    bruno.join(table["id"])
    with anna.socket() as hers, bruno.socket() as his:
        anna_id = hers.expect("welcome")["player"]
        his.send("mute", player=anna_id)
        his.watch(table["id"], 1)
        hers.watch(table["id"], 0)
        hers.send("say", table=table["id"], id="s1", text="one")
        hers.expect("done")
        his.send("say", table=table["id"], id="s2", text="two")
        assert his.expect("said")["text"] == "two"
    with bruno.socket() as his:
        assert his.expect("welcome")["muted"] == [anna_id]
        his.send("mute", player=anna_id, on=False)
        his.watch(table["id"], 1)
        assert [his.expect("said")["text"] for _ in range(2)] == ["one", "two"]
    with bruno.socket() as his:
        assert his.expect("welcome")["muted"] == []


def test_take_back_by_consent(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", None)
    bruno.join(table["id"])
    with anna.socket() as hers, bruno.socket() as his:
        for person, socket, seat in ((anna, hers, 0), (bruno, his, 1)):
            state = socket.watch(table["id"], seat)
            socket.act(table["id"], seat, state["turns"][str(seat)], person.actions(table["id"], seat)[0])
            socket.expect("table")
        hers.send("propose", table=table["id"], seat=0, id="p", what="take back")
        while (asked := his.expect("table"))["asked"] is None:
            pass
        assert asked["asked"]["what"] == "take back"
        his.send("answer", table=table["id"], seat=1, id="a", agrees=True)
        his.send("answer", table=table["id"], seat=1, id="a", agrees=True)
        while (after := his.expect("table"))["asked"] is not None:
            pass
        assert any(one["event"]["type"] == "TakenBack" for one in after["events"])
        assert "0" in after["turns"]


def test_log_of_a_running_game_tells_no_more_than_a_spectator_knows(anna: Person) -> None:
    table = anna.table("pl", "generic")
    log = anna.http.get(f"/api/tables/{table['id']}/log").json()
    assert all(entry["action"] is None for entry in log["entries"])
    events = [one["event"] for entry in log["entries"] for one in entry["events"]]
    assert all(event["type"] != "Revealed" for event in events)
    drawn = [event for event in events if event["type"] == "TilesDrawn"]
    assert drawn
    assert all(event["rack"][0] == [] for event in drawn)


def test_invitation_has_a_picture(anna: Person) -> None:
    table = anna.table("pl", None)
    picture = anna.http.get(f"/api/tables/{table['id']}/qr.svg")
    assert picture.headers["content-type"].startswith("image/svg")
    assert b"<svg" in picture.content


def test_open_table_is_found_by_anybody(anna: Person, bruno: Person) -> None:
    table = anna.table("br", None, open=True)
    found = {each["id"] for each in bruno.http.get("/api/tables").json()}
    assert table["id"] in found
    hidden = anna.table("br", None)
    assert hidden["id"] not in {each["id"] for each in bruno.http.get("/api/tables").json()}
    assert bruno.http.get(f"/api/tables/{hidden['id']}").json()["code"] is None


def test_bots_fill_empty_seats(anna: Person) -> None:
    table = anna.table("rummikub", None, None)
    for _ in range(2):
        table = anna.http.post(f"/api/tables/{table['id']}/bots", json={"bot": "generic"}).json()
    assert table["status"] == "playing"


@pytest.mark.parametrize(
    "wanted",
    [
        {"preset": "chess"},
        {"preset": "pl", "n_seats": 9},
        {"preset": "pl", "seats": ["grandmaster"]},
        {"preset": "pl", "options": {"rack": 7}},
        {"preset": "pl", "options": {"rack_size": 700}},
    ],
)
def test_table_that_cannot_be_is_refused_with_a_sentence(anna: Person, wanted: dict[str, Any]) -> None:
    answer = anna.http.post("/api/tables", json=wanted)
    assert answer.status_code in (400, 409)
    assert answer.json()["message"]


def test_page_of_another_site_can_do_nothing(server: Server, anna: Person) -> None:
    anna.table("pl", "generic")
    evil = {"Origin": "http://evil.example"}
    assert anna.http.post("/api/me", json={"name": "Eve"}, headers=evil).status_code == 403
    assert anna.http.get("/api/me").json()["name"] == "Anna"
    with pytest.raises(InvalidStatus), anna.socket(origin="http://evil.example"):
        pass


def test_table_has_as_many_seats_as_are_named(anna: Person) -> None:
    def wanted(**more: Any) -> httpx.Response:
        return anna.http.post("/api/tables", json={"preset": "rummikub", "name": "Anna", **more})

    for given, n_seats in (
        ({}, 2),
        ({"seats": [None]}, 2),
        ({"seats": [None, "generic", None]}, 4),
        ({"seats": ["generic"], "n_seats": 3}, 3),
    ):
        assert len(wanted(**given).json()["seats"]) == n_seats
    for given in (
        {"seats": [None] * 4},
        {"seats": [None, "generic"], "n_seats": 2},
        {"seats": [None, "no such level"]},
        {"seats": [None, "no such level"], "n_seats": 2},
    ):
        refused = wanted(**given)
        assert refused.status_code == 409
        assert refused.json()["message"]


def test_cookie_cannot_be_made_up(server: Server, anna: Person) -> None:
    anna.table("pl", "generic")
    player = anna.http.get("/api/me").json()["id"]
    forged = httpx.get(f"{server.url}/api/me", cookies={"stolik": f"{player}.{'0' * 40}"})
    assert forged.json()["id"] != player


def test_token_makes_no_further_token(server: Server, anna: Person) -> None:
    token = anna.http.post("/api/tokens", json={"name": "mine"}).json()["token"]
    again = httpx.post(
        f"{server.url}/api/tokens", json={"name": "more"}, headers={"Authorization": f"Bearer {token}"}
    )
    assert again.status_code == 409


@pytest.mark.parametrize("name", ["A\x00na", "Anna\n", "\x1b[31m"])
def test_name_with_control_characters_is_refused(anna: Person, name: str) -> None:
    assert anna.http.post("/api/me", json={"name": name}).status_code == 400


@pytest.mark.parametrize("name", ["   ", "\u00a0\u2003", "\u200b", "\u202e \ufeff"])
def test_name_that_cannot_be_read_is_refused(anna: Person, bruno: Person, name: str) -> None:
    table = bruno.table("rummikub", None, None)["id"]
    for path, more in (
        ("/api/me", {}),
        ("/api/tables", {"preset": "pl"}),
        (f"/api/tables/{table}/seats", {}),
        (f"/api/tables/{table}/seats", {"another": True}),
        ("/api/tokens", {}),
        ("/api/account", {"login": f"anna{secrets.token_hex(6)}", "password": "long enough for all"}),
    ):
        refused = anna.http.post(path, json={"name": name, **more})
        assert refused.status_code == 409, path
        assert "name" in refused.json()["message"]
    assert anna.http.get(f"/api/tables/{table}").json()["seats"][1:] == [None, None]


def test_name_has_no_blanks_around_it(anna: Person) -> None:
    assert (
        anna.http.post("/api/me", json={"name": "  Anna \u00a0 Maria 🙂 "}).json()["name"] == "Anna Maria 🙂"
    )


@pytest.mark.parametrize("said", ["Bearer stolik_wrong", "bearer", "BEARER x"])
def test_wrong_token_is_told_so_and_makes_no_guest(server: Server, said: str) -> None:
    headers = {"Authorization": said, "Accept-Language": "pl"}
    for method, path in (("GET", "/api/me"), ("POST", "/api/tables"), ("POST", "/api/tokens"), ("GET", "/")):
        answer = httpx.request(method, server.url + path, headers=headers, json={"preset": "pl", "name": "x"})
        assert answer.status_code == 401
        assert answer.json()["message"].startswith("Ten token")
        assert "set-cookie" not in answer.headers


def test_wrong_token_gets_no_socket(server: Server) -> None:
    address = server.url.replace("http", "ws", 1) + "/ws"
    said = {"Authorization": "Bearer stolik_wrong"}
    with pytest.raises(InvalidStatus) as shut, connect(address, additional_headers=said):
        pass
    assert shut.value.response.status_code == 401


def test_program_that_asks_too_much_of_a_socket_is_let_go(anna: Person) -> None:
    with anna.socket() as socket, pytest.raises(ConnectionClosed):  # noqa: PT012 - either may notice it
        for n in range(5000):
            socket.send("ping", n=n)
        for _ in range(5000):
            socket.receive()


def test_message_that_is_too_long_ends_the_socket(anna: Person) -> None:
    with anna.socket() as socket:
        socket.connection.send("x" * 70_000)
        with pytest.raises(ConnectionClosed):
            socket.expect("said")


@pytest.mark.parametrize("text", ["", "{", "null", "[]", '{"type":"fly"}', '{"type":"act"}', "[" * 3000])
def test_what_cannot_be_read_is_answered_with_a_sentence(anna: Person, text: str) -> None:
    with anna.socket() as socket:
        socket.connection.send(text)
        assert socket.expect("refused")["why"] == "message"
        socket.send("ping", n=5)
        assert socket.expect("pong")["n"] == 5
