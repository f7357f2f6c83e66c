"""What protects people and their games: over real sockets, in files, in the log, and against other pages."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, given
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from stolik.core.log import Envelope
from stolik.games.rummikub.events import StarterDrawn
from stolik.storage.entry import Entry
from stolik.table.record import secret_of
from stolik.web.live.protocol import LOGGED_OUT
from stolik.web.server import server_key
from tests.web import described
from tests.web.players import Party, Playing, journal
from tests.web.raw import ask_often
from tests.web.servers import Person, Server, database_of, some_place

_SEED = 20_260_101


# --- hidden tiles and seeds -------------------------------------------------------------------------------


def test_whole_game_over_sockets_shows_nobody_the_tiles_of_another(private: Server, folder: Path) -> None:
    party = Party([lambda: private.url] * 3, "rummikub", spectator=True)
    party.play(lambda: party.players[0].last is not None and len(party.players[0].events) > 6)
    _seed_is_in_no_file(folder, party.table)
    party.play()
    party.close()
    url = database_of(folder)
    record, entries = journal(url, party, server_key(url))
    n_checked = 0
    allowed: list[set[str]] = [set() for _ in party.players]
    for entry in entries:
        envelopes = record.decode(entry)
        record = record.after(entry, envelopes)
        if record.state is None or record.status == "over":
            continue
        places = record.game.census(record.state)
        for player, seen in zip(party.players, allowed, strict=True):
            seen.update(places["table"], places.get(f"rack {player.seat}", ()))
            seen.update(_drawn_for_all_to_see(envelopes))
            seen.update(tile.face for tile in record.state.table.tiles())  # what a joker stands for
            others = [
                place for place in places if place.startswith("rack") and place != f"rack {player.seat}"
            ]
            hidden = {tile for place in others for tile in places[place]} - seen
            n_checked += len(hidden)
            told = _told_of(player, entry, record.seq)
            assert not [tile for tile in hidden if f'"{tile}"' in told], f"seat {player.seat}: {told}"
    assert n_checked > 500
    output = private.output()
    assert "Traceback" not in output
    assert not [tile for tile in record.game.census(record.state)["rack 0"] if f'"{tile}"' in output]
    assert record.secret.hex() not in output


def _drawn_for_all_to_see(envelopes: Sequence[Envelope[Any]]) -> set[str]:
    """Tiles that were drawn for who begins, which everybody sees."""
    drawn = [one.event.drawn for one in envelopes if isinstance(one.event, StarterDrawn)]
    return {tile.origin for some in drawn for _, tile in some}


def _told_of(player: Playing, entry: Entry, next_seq: int) -> str:
    """The events of an entry as a player was told them, and the view after, without what is unseen."""
    view = {name: value for name, value in player.views.get(next_seq, {}).items() if name != "unseen"}
    return json.dumps([[player.events[seq] for seq in range(entry.seq, next_seq)], view])


def _seed_is_in_no_file(folder: Path, table: str) -> None:
    """While a game goes on its seed can be read nowhere but from the key."""
    secret = secret_of(server_key(database_of(folder)), table)
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert any(file.suffix == ".db" for file in files)
    for file in files:
        content = file.read_bytes()
        assert secret not in content
        assert secret.hex().encode() not in content


def test_key_and_database_can_be_read_by_their_owner_alone(private: Server, folder: Path) -> None:
    httpx.post(f"{private.url}/api/me", json={"name": "Anna"})
    files = {file.name: file.stat().st_mode for file in (folder / "data/stolik").iterdir()}
    assert {"stolik.key", "stolik.db", "stolik.db-wal", "stolik.db-shm"} <= set(files)
    assert not [name for name, mode in files.items() if mode & 0o077]


def test_statement_that_fails_tells_the_log_nothing_of_what_goes_into_it(
    private: Server, folder: Path
) -> None:
    eve = Person(private, "Eve")
    with closing(sqlite3.connect(folder / "data/stolik/stolik.db")) as database:
        database.execute("ALTER TABLE reports RENAME TO gone")
    answer = eve.http.post("/api/reports", json={"kind": "word", "what": "QUIXOTRY"})
    assert answer.status_code == 503
    assert "INSERT INTO reports" in private.output()
    assert "QUIXOTRY" not in private.output()
    eve.close()


def test_log_of_a_table_without_spectators_is_for_its_players(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", "generic", spectators=False)["id"]
    assert bruno.http.get(f"/api/tables/{table}/log").status_code == 404
    assert anna.http.get(f"/api/tables/{table}/log").status_code == 200


def test_log_of_a_delayed_table_is_delayed(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", "generic", delay_s=600)["id"]
    assert len(bruno.http.get(f"/api/tables/{table}/log").json()["entries"]) == 1
    assert len(anna.http.get(f"/api/tables/{table}/log").json()["entries"]) > 1


# --- ids, cookies, headers, limits ------------------------------------------------------------------------


def test_ids_cannot_be_guessed(anna: Person) -> None:
    tables = [anna.table("pl", None)["id"] for _ in range(5)]
    tokens = [anna.http.post("/api/tokens", json={"name": "x"}).json()["token"] for _ in range(5)]
    player = anna.http.get("/api/me").json()["id"]
    # 64 characters to choose from: 16 of them are 96 bits
    for ids, least in ((tables, 16), ([player], 16), (tokens, 32)):
        assert all(len(one.removeprefix("stolik_")) >= least for one in ids)
        assert len({one.removeprefix("stolik_")[:6] for one in ids}) == len(ids)


@pytest.mark.soak  # machines look for it every half minute
def test_socket_of_a_token_that_another_machine_revoked_is_closed_without_a_hint(
    private: Server, folder: Path
) -> None:
    anna = Person(private, "Anna")
    token = anna.http.post("/api/tokens", json={"name": "my bot"}).json()["token"]
    address, said = private.url.replace("http", "ws", 1) + "/ws", {"Authorization": f"Bearer {token}"}
    with connect(address, additional_headers=said) as program:
        program.recv(20)
        with closing(sqlite3.connect(folder / "data/stolik/stolik.db")) as database:
            database.execute("DELETE FROM tokens")
            database.commit()
        with pytest.raises(ConnectionClosed) as closed:
            program.recv(60)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == LOGGED_OUT
    anna.close()


@pytest.mark.parametrize(("forwarded", "secure"), [("http", False), ("https", True)])
def test_cookie_is_out_of_reach_of_scripts_and_other_pages(
    server: Server, forwarded: str, secure: bool
) -> None:
    answer = httpx.get(f"{server.url}/", headers={"X-Forwarded-Proto": forwarded})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert ("secure" in cookie) is secure


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/api/me", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/api/tables/nowhere", 404),
        ("POST", "/api/tables", 400),
        ("PUT", "/api/me", 405),
    ],
)
def test_every_answer_has_its_guards(server: Server, method: str, path: str, status: int) -> None:
    answer = httpx.request(method, server.url + path)
    assert answer.status_code == status
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_nothing_is_changed_by_another_page(anna: Person, headers: dict[str, str]) -> None:
    anna.table("pl", None)
    for method, path in (("POST", "/api/me"), ("POST", "/api/tokens"), ("DELETE", "/api/tables/x/seats")):
        assert anna.http.request(method, path, json={"name": "Eve"}, headers=headers).status_code == 403


def test_address_that_asks_too_often_is_told_to_wait(private: Server) -> None:
    place = some_place()
    with httpx.Client(base_url=private.url, headers=place) as client:
        refused = next(answer for answer in _asked(client, "/api/me") if answer.status_code != 200)
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
        described.calls(private.url).check_answer(refused)
        assert client.get("/healthz").status_code == 200
        assert client.get("/static/verify.js").status_code == 200
        for path in ("/api/words/pl/metrics", "/words/pl/healthz", "/p/static/x"):
            assert 429 in {answer.status_code for answer in _asked(client, path, 100)}
        with pytest.raises(InvalidStatus) as shut:
            _open_until_refused(private, place)
        assert shut.value.response.status_code == 429
        assert "message" in json.loads(shut.value.response.body)
    with httpx.Client(base_url=private.url, headers=some_place()) as other:
        assert other.get("/api/me").status_code == 200


def _open_until_refused(server: Server, place: dict[str, str]) -> None:
    for _ in range(100):  # another call is free 20 times a second
        ask_often(server.port, 50, "/nowhere", place)
        with connect(server.url.replace("http", "ws", 1) + "/ws", additional_headers=place):
            pass


def _asked(client: httpx.Client, path: str, times: int = 5000) -> Iterator[httpx.Response]:
    return (client.get(path) for _ in range(times))


def _open_sockets(person: Person, times: int) -> None:
    for _ in range(times):
        with person.socket():
            pass


def test_opening_sockets_counts_as_asking(private: Server) -> None:
    eve = Person(private, "Eve")
    with pytest.raises(InvalidStatus) as shut:
        _open_sockets(eve, 3000)
    assert shut.value.response.status_code == 429
    eve.close()


def test_address_has_so_many_sockets_and_no_more(folder: Path) -> None:
    server = Server(folder, "--sockets-per-address", "5")
    eve, anna = Person(server, "Eve"), Person(server, "Anna")
    try:
        with ExitStack() as opened:
            for _ in range(4):
                opened.enter_context(eve.socket())
            with eve.socket() as fifth:
                fifth.expect("welcome")
                with pytest.raises(InvalidStatus) as shut, eve.socket():
                    pass
                assert shut.value.response.status_code == 429
                with anna.socket() as hers:
                    hers.expect("welcome")
            wait_until(lambda: _has_room(eve))
    finally:
        eve.close()
        anna.close()
        server.close()


def wait_until(holds: Callable[[], bool]) -> None:
    """Wait for what comes soon."""
    for _ in range(200):
        if holds():
            return
        time.sleep(0.02)
    raise AssertionError("it never came true")


def _has_room(person: Person) -> bool:
    try:
        with person.socket() as another:
            return another.expect("welcome") is not None
    except InvalidStatus:
        return False


def test_messages_of_a_player_count_through_all_sockets(anna: Person) -> None:
    anna.table("pl", None)
    with ExitStack() as opened:
        sockets = [opened.enter_context(anna.socket()) for _ in range(20)]
        n_answered = 0
        for socket in sockets:
            with suppress(ConnectionClosed):
                for n in range(100):
                    socket.send("ping", n=n)
                for _ in range(100):
                    socket.expect("pong")
                    n_answered += 1
        assert 300 < n_answered < 1500


# --- anything that the interface allows -------------------------------------------------------------------


def test_nothing_that_the_interface_allows_breaks_the_server(private: Server) -> None:
    _try_everything(private, n_examples=5)


@pytest.mark.soak
def test_nothing_that_the_interface_allows_breaks_the_server_in_long_trials(private: Server) -> None:
    _try_everything(private, n_examples=60)


def _try_everything(server: Server, n_examples: int) -> None:
    """Generated calls of every operation: whatever they say, the answer is no failure of ours."""
    print(f"seed {_SEED}")
    schema = schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")
    cookies = dict(httpx.post(f"{server.url}/api/me", json={"name": "Anna"}).cookies)
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    assert len(operations) > 10
    for operation in operations:

        @hypothesis.seed(_SEED)
        @hypothesis.settings(
            max_examples=n_examples,
            deadline=None,
            database=None,
            derandomize=False,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def call(case: Any) -> None:
            answer = case.call(cookies=cookies)
            assert answer.status_code < 500, f"{case.method} {case.path}: {answer.text}"

        call()
    assert server.process.poll() is None
    assert "Traceback" not in server.output()
