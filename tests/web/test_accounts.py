"""Accounts over a real server: passwords, codes, sessions, tokens, and what is one's own."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from stolik.core.message import Complaint
from stolik.web.accounts.passwords import Passwords, code_digest, new_codes
from tests.web.servers import Person, Server
from tests.web.test_tables import play

PASSWORD = "correct horse"
Visitor = Callable[[str], Person]


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    """Makes people with a browser each."""
    people: list[Person] = []

    def come(name: str) -> Person:
        people.append(Person(server, name))
        return people[-1]

    yield come
    for person in people:
        person.close()


def new_login() -> str:
    return f"anna {secrets.token_hex(6)}"


def register(person: Person, login: str, password: str = PASSWORD) -> list[str]:
    """Make an account; the recovery codes."""
    answer = person.http.post("/api/account", json={"login": login, "password": password})
    assert answer.status_code == 201, answer.text
    return list(answer.json()["recovery_codes"])


def log_in(person: Person, login: str, password: str = PASSWORD) -> httpx.Response:
    return person.http.post("/api/login", json={"login": login, "password": password})


def me(person: Person) -> dict[str, Any]:
    return dict(person.http.get("/api/me").json())


def delete(person: Person, path: str, **body: Any) -> httpx.Response:
    return person.http.request("DELETE", path, json=body)


def test_guest_who_registers_stays_the_same_player(anna: Person) -> None:
    table = anna.table("rummikub", "generic")
    before = me(anna)
    codes = register(anna, new_login())
    after = me(anna)
    assert (before["guest"], after["guest"]) == (True, False)
    assert after["id"] == before["id"]
    assert len(set(codes)) == 10
    assert [each["id"] for each in anna.http.get("/api/me/tables").json()] == [table["id"]]


def test_cookie_of_before_the_account_leads_nowhere(anna: Person, visitor: Visitor) -> None:
    anna.table("rummikub", "generic")
    thief = visitor("Thief")
    thief.http.cookies.update(anna.http.cookies)
    assert me(thief)["id"] == me(anna)["id"]
    register(anna, new_login())
    assert me(thief)["id"] == ""


def test_account_is_reached_from_another_browser(anna: Person, bruno: Person) -> None:
    login = new_login()
    register(anna, login.upper())
    answer = log_in(bruno, login)
    assert answer.status_code == 200
    assert answer.json()["id"] == me(bruno)["id"] == me(anna)["id"]


def test_wrong_password_and_unknown_name_get_the_same_answer(anna: Person, bruno: Person) -> None:
    login = new_login()
    register(anna, login)
    wrong, unknown = log_in(bruno, login, "incorrect"), log_in(bruno, new_login())
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json() == unknown.json()
    assert "set-cookie" not in wrong.headers
    assert me(bruno)["guest"]


def test_taken_name_is_told(anna: Person, bruno: Person) -> None:
    login = new_login()
    register(anna, login)
    answer = bruno.http.post("/api/account", json={"login": f" {login.title()} ", "password": PASSWORD})
    assert answer.status_code == 409
    assert "taken" in answer.json()["message"]
    assert me(bruno)["guest"]


def test_who_guesses_too_often_has_to_wait_and_others_have_not(
    anna: Person, bruno: Person, visitor: Visitor
) -> None:
    login = new_login()
    register(anna, login)
    answers = [log_in(bruno, login, f"guess number {n}").status_code for n in range(11)]
    assert answers == [401] * 10 + [429]
    assert log_in(bruno, login).status_code == 429
    assert " min." in log_in(bruno, login).json()["message"]
    assert log_in(visitor("Anna"), login).status_code == 200


def test_who_knows_the_password_may_log_in_as_often_as_he_likes(anna: Person, bruno: Person) -> None:
    login = new_login()
    register(anna, login)
    assert {log_in(bruno, login).status_code for _ in range(12)} == {200}


def test_address_that_tries_many_names_has_to_wait(bruno: Person) -> None:
    answers = {log_in(bruno, f"{new_login()}").status_code for _ in range(60)}
    assert answers == {401}
    assert log_in(bruno, new_login()).status_code == 429


def test_address_may_ask_only_so_often_whether_names_are_taken(anna: Person, bruno: Person) -> None:
    login = new_login()
    register(anna, login)
    wanted = {"login": login, "password": PASSWORD}
    assert {bruno.http.post("/api/account", json=wanted).status_code for _ in range(60)} == {409}
    assert bruno.http.post("/api/account", json=wanted).status_code == 429


def test_short_password_is_refused(anna: Person) -> None:
    answer = anna.http.post("/api/account", json={"login": new_login(), "password": "short"})
    assert answer.status_code == 400


def test_logging_out_leaves_a_newcomer(anna: Person) -> None:
    register(anna, new_login())
    before = me(anna)["id"]
    assert anna.http.post("/api/logout").status_code == 200
    assert me(anna)["guest"]
    assert me(anna)["id"] != before


def test_logging_out_everywhere_ends_every_session_and_socket(anna: Person, bruno: Person) -> None:
    login = new_login()
    register(anna, login)
    log_in(bruno, login)
    with bruno.socket() as socket:
        socket.expect("welcome")
        assert anna.http.post("/api/logout/everywhere").status_code == 200
        with pytest.raises(ConnectionClosed) as closed:
            socket.expect("said")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    assert me(bruno)["id"] == ""
    assert log_in(bruno, login).status_code == 200
    assert not me(bruno)["guest"]


def test_password_is_changed_by_who_knows_it_and_other_devices_are_logged_out(
    anna: Person, bruno: Person, visitor: Visitor
) -> None:
    login = new_login()
    register(anna, login)
    log_in(bruno, login)
    change = {"password": "another horse", "proof": {"password": "wrong horse"}}
    assert bruno.http.post("/api/account/password", json=change).status_code == 401
    assert bruno.http.post("/api/account/password", json={**change, "proof": {}}).status_code == 401
    change["proof"] = {"password": PASSWORD}
    assert bruno.http.post("/api/account/password", json=change).status_code == 200
    assert not me(bruno)["guest"]
    assert me(anna)["id"] == ""
    other = visitor("Anna")
    assert log_in(other, login).status_code == 401
    assert log_in(other, login, "another horse").status_code == 200


def test_recovery_code_sets_a_new_password_once(anna: Person, bruno: Person, visitor: Visitor) -> None:
    login = new_login()
    codes = register(anna, login)
    forgot = {"login": login, "code": codes[3].upper().replace("-", " "), "password": "remembered now"}
    assert bruno.http.post("/api/recovery", json=forgot).json()["id"]
    assert not me(bruno)["guest"]
    assert me(anna)["id"] == ""
    other = visitor("Other")
    again = other.http.post("/api/recovery", json=forgot)
    unknown = other.http.post("/api/recovery", json={**forgot, "login": new_login()})
    assert again.status_code == unknown.status_code == 401
    assert again.json() == unknown.json()
    assert log_in(other, login, "remembered now").status_code == 200
    assert other.http.get("/api/account").json()["recovery_codes_left"] == 9


def test_new_recovery_codes_need_the_password(anna: Person, bruno: Person) -> None:
    login = new_login()
    old = register(anna, login)
    assert anna.http.post("/api/account/codes", json={"proof": {}}).status_code == 401
    new = anna.http.post("/api/account/codes", json={"proof": {"password": PASSWORD}}).json()
    assert len(new["recovery_codes"]) == 10
    forgot = {"login": login, "code": old[0], "password": "remembered now"}
    assert bruno.http.post("/api/recovery", json=forgot).status_code == 401


def test_games_of_a_guest_go_over_when_he_logs_in(anna: Person, bruno: Person, visitor: Visitor) -> None:
    login = new_login()
    register(anna, login)
    table = bruno.table("rummikub", None)["id"]
    friend = visitor("Friend")
    friend.join(table)
    stolen = dict(bruno.http.cookies)
    with bruno.socket() as socket:
        socket.watch(table, 0)
        assert log_in(bruno, login).status_code == 200
        with pytest.raises(ConnectionClosed):
            socket.expect("said")
    shown = bruno.http.get(f"/api/tables/{table}").json()
    assert shown["your_seats"] == [0]
    assert shown["seats"][0]["player"] == me(anna)["id"]
    with bruno.socket() as socket:
        assert play(bruno, socket, table, 0, 1)["status"] == "playing"
    guest = visitor("Guest")
    guest.http.cookies.update(stolen)
    assert guest.http.get(f"/api/tables/{table}").json()["your_seats"] == []


def test_token_plays_but_does_not_keep_the_account(anna: Person, server: Server) -> None:
    register(anna, new_login())
    token = anna.http.post("/api/tokens", json={"name": "my bot"}).json()["token"]
    with httpx.Client(base_url=server.url, headers={"Authorization": f"Bearer {token}"}) as program:
        assert program.get("/api/me").json()["id"] == me(anna)["id"]
        change = {"password": "another horse", "proof": {"password": PASSWORD}}
        assert program.post("/api/account/password", json=change).status_code == 409
        assert program.get("/api/me/export").status_code == 409
        (named,) = anna.http.get("/api/tokens").json()
        assert named["name"] == "my bot"
        assert delete(anna, "/api/tokens/0123456789abcdef").status_code == 409
        assert delete(anna, f"/api/tokens/{named['id']}").status_code == 204
        refused = program.post("/api/tables", json={"preset": "pl"})
        assert refused.status_code == 401
        assert refused.json()["message"]


def test_authorization_of_a_proxy_is_no_token(anna: Person) -> None:
    anna.http.headers["Authorization"] = "Basic YW5uYTpob3JzZQ=="
    login = new_login()
    register(anna, login)
    assert anna.http.get("/api/account").json()["login"] == login
    assert anna.http.get("/api/me/export").status_code == 200
    assert anna.http.post("/api/tokens", json={"name": "my bot"}).status_code == 201


def test_guest_keeps_the_cookie_of_the_first_page(server: Server) -> None:
    """A late answer to something the guest did must not undo a login that was quicker."""
    with httpx.Client(base_url=server.url) as visitor:
        assert "set-cookie" in visitor.get("/").headers
        did = visitor.post("/api/me", json={"name": "Ola"})
        assert did.json()["name"] == "Ola"
        assert "set-cookie" not in did.headers
        assert visitor.get("/api/me").json()["id"] == did.json()["id"]


def test_cookie_is_out_of_reach_for_scripts_and_secure_on_https(anna: Person, bruno: Person) -> None:
    wanted = {"login": new_login(), "password": PASSWORD}
    plain = anna.http.post("/api/account", json=wanted).headers["set-cookie"].lower()
    assert "httponly" in plain
    assert "samesite=lax" in plain
    assert "secure" not in plain
    https = {"X-Forwarded-Proto": "https"}
    secure = bruno.http.post("/api/account", json=wanted | {"login": new_login()}, headers=https)
    assert "secure" in secure.headers["set-cookie"].lower()


def test_export_has_everything_and_no_more_than_one_may_see(anna: Person, bruno: Person) -> None:
    login = new_login()
    running = anna.table("pl", None)["id"]
    bruno.join(running)
    over = anna.table("rummikub", "generic")["id"]
    with anna.socket() as socket:
        socket.watch(running, 0)
        socket.send("say", table=running, id="s", text="hello there")
        socket.expect("done")
        state = socket.watch(over, 0)
        socket.act(over, 0, None, {"type": "Resign"})
        while state["status"] != "over":
            state = socket.expect("table")
    anna.http.post("/api/reports", json={"kind": "word", "what": "XYZZY"})
    register(anna, login)
    anna.http.post("/api/tokens", json={"name": "my bot"})
    answer = anna.http.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    assert "argon2" not in answer.text
    told = answer.json()
    assert told["profile"]["login"] == login
    assert [each["text"] for each in told["chat"]] == ["hello there"]
    assert [each["what"] for each in told["reports"]] == ["XYZZY"]
    assert [each["name"] for each in told["tokens"]] == ["my bot"]
    games = {each["table"]: each for each in told["games"]}
    assert set(games) == {running, over}
    assert any(one["event"]["type"] == "Revealed" for entry in games[over]["log"] for one in entry["events"])
    assert "log" not in games[running]
    drawn = [
        one["event"]
        for entry in games[running]["seen"]["0"]
        for one in entry["events"]
        if one["event"]["type"] == "TilesDrawn"
    ]
    assert {bool(each["rack"][0]) for each in drawn if each["seat"] == 0} == {True}
    assert {bool(each["rack"][0]) for each in drawn if each["seat"] == 1} == {False}


def test_account_is_deleted_with_its_name_everywhere(anna: Person, bruno: Person) -> None:
    login = new_login()
    anna.name = "Annabella"
    table = anna.table("pl", None)["id"]
    bruno.join(table)
    with anna.socket() as socket:
        socket.watch(table, 0)
        socket.send("say", table=table, id="s", text="it was me")
        socket.expect("done")
    register(anna, login)
    player = me(anna)["id"]
    assert delete(anna, "/api/me").status_code == 401
    assert delete(anna, "/api/me", password="wrong horse").status_code == 401
    assert delete(anna, "/api/me", proof={"password": "wrong horse"}).status_code == 401
    assert delete(anna, "/api/me", proof={}, password="wrong horse").status_code == 401
    with bruno.socket() as his:
        his.watch(table, 1)
        assert his.expect("said")["text"] == "it was me"
        assert delete(anna, "/api/me", proof={"password": PASSWORD}).status_code == 204
        while (last := his.expect("table"))["seats"][0]["name"]:
            pass
        assert last["status"] == "over"
    assert me(anna)["id"] != player
    assert log_in(anna, login).status_code == 401
    log = bruno.http.get(f"/api/tables/{table}/log").text
    assert "Annabella" not in log
    assert player not in log
    with bruno.socket() as his:
        seen = his.watch(table, 1)
        assert "Annabella" not in str(seen)
        assert player not in str(seen)
        his.send("ping", n=1)
        assert his.expect("said", "pong")["type"] == "pong"


def test_guest_deletes_himself_without_proof(anna: Person) -> None:
    table = anna.table("pl", None)["id"]
    assert delete(anna, "/api/me").status_code == 204
    assert anna.http.get("/api/me/tables").json() == []
    assert "Anna" not in anna.http.get(f"/api/tables/{table}/log").text
    assert delete(anna, "/api/me").status_code == 409


def test_codes_differ_and_are_read_however_they_are_typed() -> None:
    codes = new_codes()
    assert len(set(codes)) == len(codes) == 10
    assert code_digest("p", codes[0]) == code_digest("p", codes[0].upper().replace("-", "  "))
    assert code_digest("p", codes[0]) != code_digest("q", codes[0])


@pytest.mark.anyio
async def test_flood_of_passwords_is_turned_away_and_not_queued_for_ever() -> None:
    passwords = Passwords()
    stored = await passwords.hash(PASSWORD)
    tried = [passwords.fits(stored, PASSWORD) for _ in range(100)]
    answers = await asyncio.gather(*tried, return_exceptions=True)
    assert answers.count(True) == 40
    assert sum(isinstance(each, Complaint) for each in answers) == 60
    assert await passwords.fits(stored, PASSWORD)
    assert not await passwords.fits(None, PASSWORD)
    passwords.close()
