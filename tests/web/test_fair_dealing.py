"""Fair dealing over HTTP: the seed is nowhere before the end, and after it everything can be checked."""

from __future__ import annotations

import base64
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from stolik.cli.app import main
from stolik.table.record import secret_of
from tests.services import new_folder, remove
from tests.web.servers import Person, Server
from tests.web.test_tables import play


@pytest.fixture
def own_server() -> Iterator[tuple[Server, Path]]:
    folder = new_folder("deal")
    running = Server(folder)
    yield running, folder
    running.close()
    remove(folder)


def forms_of(secret: bytes) -> list[bytes]:
    """How a seed may be written."""
    return [
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        base64.b64encode(secret).rstrip(b"="),
        base64.urlsafe_b64encode(secret).rstrip(b"="),
    ]


def backup_of(database: Path, copy: Path) -> bytes:
    with sqlite3.connect(database) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    source.close()
    target.close()
    return copy.read_bytes()


def test_seed_is_nowhere_before_the_end(own_server: tuple[Server, Path]) -> None:
    server, folder = own_server
    person = Person(server, "Anna")
    table = person.table("rummikub", "generic", salt="my own")["id"]
    database = next(folder.rglob("*.db"))
    key = next(folder.rglob("*.key")).read_bytes()
    secret = secret_of(key, table)
    told: list[bytes] = []
    with person.socket() as socket:
        state = socket.watch(table, 0)
        for _ in range(6):
            told.append(repr(play(person, socket, table, 0, 1)).encode())
        told += [repr(state).encode(), repr(socket.watch(table)).encode()]
        for path in ("", "/log", "/draws", "/actions?seat=0", "/qr.svg"):
            told.append(person.http.get(f"/api/tables/{table}{path}").content)
        for path in ("/api/me", "/api/me/tables", "/api/tables", f"/t/{table}", "/schema/openapi.json"):
            told.append(person.http.get(path).content)
        told.append(server.output().encode())
        told += [file.read_bytes() for file in database.parent.glob(f"{database.name}*")]
        told.append(backup_of(database, folder / "copy.db"))
        assert len(told) > 15
        assert any(table.encode() in each for each in told[-4:]), "the search reads the right database"
        for each in told:
            assert not [form for form in (*forms_of(secret), *forms_of(key)) if form in each]
        socket.act(table, 0, None, {"type": "Resign"})
        while socket.expect("table", "refused").get("status") != "over":
            pass
    assert secret.hex() in person.http.get(f"/api/tables/{table}/log").text
    person.close()


def test_finished_table_is_verified_at_its_address(
    anna: Person, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    table = anna.table("rummikub", "generic", salt="pepper")["id"]
    assert main(["verify", f"{server.url}/t/{table}"]) == 2
    assert "not over yet" in capsys.readouterr().err
    with anna.socket() as socket:
        play(anna, socket, table, 0)
    for address in (f"{server.url}/t/{table}", f"{server.url}/api/tables/{table}/log"):
        assert main(["verify", address]) == 0
        assert capsys.readouterr().out.startswith("Yes")
    assert main(["verify", f"{server.url}/t/nothing"]) == 2
    assert "There is no such table" in capsys.readouterr().err


def test_table_without_spectators_is_verified_by_who_played(
    anna: Person, server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    table = anna.table("rummikub", "generic", spectators=False)["id"]
    with anna.socket() as socket:
        play(anna, socket, table, 0)
    address = f"{server.url}/t/{table}"
    token = anna.http.post("/api/tokens", json={"name": "my check"}).json()["token"]
    assert main(["verify", address, "--token", token]) == 0
    assert capsys.readouterr().out.startswith("Yes")
    assert main(["verify", address]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "or it is only for those who played" in told
    assert "--token" in told
    assert main(["verify", address, "--token", "stolik_of-nobody"]) == 2
    assert "does not know this token" in " ".join(capsys.readouterr().err.split())


def test_draws_are_told_only_after_the_end(anna: Person) -> None:
    table = anna.table("rummikub", "generic")["id"]
    assert anna.http.get(f"/api/tables/{table}/draws").status_code == 409
    with anna.socket() as socket:
        play(anna, socket, table, 0)
    draws = anna.http.get(f"/api/tables/{table}/draws").json()
    assert len(draws[0]["offered"]) == 106
    assert all(len(each["at"]) == len(each["drawn"]) for each in draws)


def test_salt_is_taken_once_the_hash_is_known_and_until_the_deal(anna: Person, bruno: Person) -> None:
    table = anna.table("pl", None)
    assert len(table["commitment"]) == 64
    path = f"/api/tables/{table['id']}/salt"
    assert anna.http.post(path, json={"salt": "after I saw the hash"}).status_code == 204
    assert bruno.http.post(path, json={"salt": "not at the table"}).status_code == 404
    bruno.join(table["id"])
    late = anna.http.post(path, json={"salt": "too late"})
    assert late.status_code == 409
    assert "before the first draw" in late.json()["message"]


def test_check_of_the_browser_is_served_as_a_script(anna: Person) -> None:
    answer = anna.http.get("/static/verify.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "export function verify" in answer.text
    assert anna.http.get("/static/../api.py").status_code == 404
    assert anna.http.get("/static/%2e%2e/api.py").status_code == 404
