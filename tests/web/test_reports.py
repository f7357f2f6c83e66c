"""What people report: it reaches whoever looks after the server, and nobody can bury it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stolik.cli.app import main
from tests.web.servers import Person, Server, database_of

PER_PLAYER = 10


def report(person: Person, what: str, **more: str) -> int:
    return person.http.post("/api/reports", json={"kind": "word", "what": what, **more}).status_code


def test_reports_are_listed_the_newest_first(
    private: Server, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = database_of(folder)
    anna, bruno = Person(private, "Anna"), Person(private, "Bruno")
    assert main(["reports", "--database", url]) == 0
    assert capsys.readouterr().out == "Nothing was reported.\n"
    table = anna.table("pl", None)["id"]
    anna.http.post("/api/account", json={"login": "Anna K", "password": "correct horse"})
    assert report(anna, "XYZZY", comment="it is\nno word \x1b[2J") == 201
    bruno.http.post("/api/me", json={"name": "Bruno"})
    assert report(bruno, "Eve: hello", kind="chat", table=table) == 201
    assert main(["reports", "--database", url]) == 0
    newest, said, older, word, comment = capsys.readouterr().out.splitlines()
    assert newest.endswith(f" · something said · Bruno, a guest · at table {table}")
    assert said.strip() == "Eve: hello"
    assert older.endswith(" · a word · Anna, account anna k")
    assert (word.strip(), comment.strip()) == ("XYZZY", "it is no word  [2J")
    monkeypatch.setenv("STOLIK_LANGUAGE", "pl")
    assert main(["reports", "--database", url]) == 0
    assert " · wypowiedź · Bruno, gość · przy stole " in capsys.readouterr().out
    assert main(["reports", "--database", url, "--json", "--since", "2020-01-31"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(each["name"], each["login"], each["table"]) for each in told] == [
        ("Bruno", None, table),
        ("Anna", "anna k", None),
    ]
    assert told[1]["comment"] == "it is\nno word \x1b[2J"
    assert main(["reports", "--database", url, "--json", "--since", "2999-01-31"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    anna.close()
    bruno.close()


def test_reports_of_no_database_or_no_day_are_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none.db"
    assert main(["reports", "--database", f"sqlite:///{file}"]) == 2
    assert "There is no database" in capsys.readouterr().err
    assert not file.exists()
    assert main(["reports", "--since", "yesterday"]) == 2
    assert "yesterday is no day" in capsys.readouterr().err


def test_player_who_reports_again_and_again_has_to_wait(server: Server, bruno: Person) -> None:
    eve = Person(server, "Eve")
    told = [report(eve, "XYZZY") for _ in range(PER_PLAYER + 1)]
    assert told == [201] * PER_PLAYER + [429]
    assert report(bruno, "XYZZY") == 201
    eve.close()


def test_guests_of_one_address_who_report_again_and_again_have_to_wait(server: Server) -> None:
    eve = Person(server, "Eve")
    told = set()
    for _ in range(100):
        eve.http.cookies.clear()
        told.add(report(eve, "XYZZY"))
    assert told == {201, 429}
    eve.close()
