"""The document of the API is true: every operation answers as it says, whether it does something or refuses.

Every call of any person in the tests is held against the document (tests/web/servers.py); here are calls of
every operation.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stolik.web.description import REFUSALS
from stolik.web.operations import refusals
from tests.web import described
from tests.web.authenticator import Authenticator
from tests.web.described import Calls, Schema
from tests.web.servers import Person, Server
from tests.web.test_accounts import PASSWORD, delete, register
from tests.web.test_alerts import Browser
from tests.web.test_client_pages import brought
from tests.web.test_passkeys import challenge, made
from tests.web.test_puzzles import idle_game
from tests.web.test_reviews import review_of


@pytest.fixture
def calls(server: Server) -> Calls:
    return described.calls(server.url)


@pytest.fixture
def people(folder: Path) -> Iterator[tuple[Person, Person]]:
    """Two at a server that has passkeys by its name, and whose push service may be on this machine."""
    server = Server(folder, STOLIK_PUSH_LOOPBACK="1")
    place = server.url.replace("127.0.0.1", "localhost")
    anna, bruno = Person(place, "Anna"), Person(place, "Bruno")
    yield anna, bruno
    anna.close()
    bruno.close()
    server.close()


def least(document: Calls, schema: Schema) -> Any:
    """Something small that fits a schema."""
    schema = document.resolved(schema)
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return least(document, schema[choice][0])
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    match schema.get("type"):
        case "object":
            needed = schema.get("required", ())
            return {name: least(document, schema["properties"][name]) for name in needed}
        case "array":
            return [least(document, schema["items"]) for _ in range(schema.get("minItems", 0))]
        case "string":
            return "word" * max(1, schema.get("minLength", 1) // 4)
        case "integer":
            return int(schema.get("minimum", 0))
        case "boolean":
            return True
    raise AssertionError(schema)


def request_of(document: Calls, operation_id: str, **known: str) -> dict[str, Any]:
    """A call of an operation with the least that it takes."""
    method, path, operation = document.operations[operation_id]
    query = {}
    for parameter in operation.get("parameters", ()):
        name = parameter["name"]
        value = known.get(name) or least(document, parameter["schema"])
        if parameter["in"] == "path":
            path = path.replace(f"{{{name}}}", str(value))
        elif parameter["required"]:
            query[name] = value
    call: dict[str, Any] = {"method": method, "url": path, "params": query}
    if "requestBody" in operation:
        call["json"] = least(document, operation["requestBody"]["content"]["application/json"]["schema"])
    return call


def test_every_operation_does_what_it_says(people: tuple[Person, Person], calls: Calls) -> None:
    before, (anna, bruno) = described.answered.copy(), people
    _play_and_look_back(anna)
    _be_at_a_table(anna, bruno)
    _ask_around(anna)
    _have_an_account(anna)
    done = {operation for operation, status in described.answered - before if status < 300}
    assert done == set(calls.operations)


def _play_and_look_back(person: Person) -> None:
    lesson = None
    while lesson is None:  # with poor tiles little is lost by passing
        table = idle_game(person, "pl", 2)
        review_of(person, f"/api/tables/{table}/review")
        lesson = brought(person.http.get("/me/puzzles/scrabble").text, "lesson")
    person.http.post("/api/me/review")
    person.http.get("/api/me/review")
    [step, *_] = lesson["steps"]
    at, attempt = step["puzzle"], {"action": step["solution"], "final": True}
    person.http.post(f"/api/puzzles/{at['table']}/{at['seq']}", json=attempt)
    for part in ("", "/log", "/draws", "/past?seq=5", "/past?seq=5&seat=1", "/files/gcg", "/qr.svg"):
        person.http.get(f"/api/tables/{table}{part}")
    for part in ("export", "profile", "tables"):
        person.http.get(f"/api/me/{part}")


def _be_at_a_table(anna: Person, bruno: Person) -> None:
    table = anna.table("rummikub", None, None, open=True, name="Anna")
    address = f"/api/tables/{table['id']}"
    anna.http.get("/api/tables")
    anna.http.get(f"/api/codes/{table['code']}")
    anna.http.post(f"{address}/salt", json={"salt": "sugar"})
    for _ in range(2):
        bruno.join(table["id"])
        bruno.http.delete(f"{address}/seats")
    for _ in range(2):
        anna.http.post(f"{address}/bots", json={"bot": "generic"})
    anna.actions(table["id"], 0)
    anna.http.get(f"{address}/choices", params={"seat": 0})
    action = {"type": "Ready"}
    anna.http.post(f"{address}/preview", json={"seat": 0, "action": action})
    anna.http.post(f"{address}/previews", json={"seat": 0, "actions": [action, action]})
    anna.http.post("/api/reports", json={"kind": "other", "what": "nothing", "table": table["id"]})


def _ask_around(person: Person) -> None:
    me = person.http.get("/api/me").json()["id"]
    person.http.post("/api/me", json={"name": "Anna", "language": "pl"})
    for path in (
        "games",
        "presets",
        "words",
        "words/pl/kot",
        "words/pl?letters=kot",
        "leaderboards/scrabble/pl/two",
        "scores/rummikub",
        f"players/{me}",
        "alerts",
        "passkeys/offer",
    ):
        person.http.get(f"/api/{path}")
    person.http.post("/api/lessons/rummikub/open", json={"action": {"type": "Draw"}})
    browser = Browser()
    browser.subscribe(person)
    delete(person, "/api/alerts", endpoint=browser.endpoint)
    browser.close()


def _have_an_account(person: Person) -> None:
    person.http.post("/api/tokens", json={"name": "bot"})
    [token] = person.http.get("/api/tokens").json()
    delete(person, f"/api/tokens/{token['id']}")
    login = f"openapi {secrets.token_hex(6)}"
    codes, proof = register(person, login), {"proof": {"password": PASSWORD}}
    person.http.get("/api/account")
    key = Authenticator(str(person.http.base_url).rstrip("/"))
    made(person, key, **proof)
    [passkey] = person.http.get("/api/passkeys").json()
    person.http.post("/api/me/sharing", json={"page": True, "ratings": False})
    person.http.get("/api/me/sharing")
    codes = person.http.post("/api/account/codes", json=proof).json()["recovery_codes"]
    person.http.post("/api/account/password", json={"password": PASSWORD, **proof})
    person.http.post("/api/logout")
    person.http.post("/api/passkeys/login", json={"credential": key.get(challenge(person))})
    delete(person, f"/api/passkeys/{passkey['id']}")
    person.http.post("/api/logout/everywhere")
    person.http.post("/api/login", json={"login": login, "password": PASSWORD})
    person.http.post("/api/logout")
    person.http.post("/api/recovery", json={"login": login, "code": codes[0], "password": PASSWORD})
    delete(person, "/api/me", **proof)


def test_every_operation_refuses_as_it_says(anna: Person, calls: Calls) -> None:
    nowhere = {"table_id": "nowhere", "player_id": "nobody", "code": "nowhere"}
    for operation_id, (method, _, operation) in calls.operations.items():
        call = request_of(calls, operation_id, **nowhere)
        stranger = {"Authorization": "Bearer stolik_nobody"}
        assert anna.http.request(**call, headers=stranger).status_code == 401, operation_id
        if method != "GET":
            answer = anna.http.request(**call, headers={"Origin": "http://evil.example"})
            assert answer.status_code == 403, operation_id
        if "{table_id}" in calls.operations[operation_id][1]:
            assert anna.http.request(**call).status_code == 404, operation_id
        if "requestBody" in operation:
            for body, status in ((b"{", 400), (b"[" * 30_000, 400), (b"x" * 100_000, 413)):
                # nobody reads to the end what is too long, so the connection is not used again
                said = {"Content-Type": "application/json", "Connection": "close"}
                answer = anna.http.request(method, call["url"], content=body, headers=said)
                assert answer.status_code == status, operation_id
        told = {int(status) for status in operation["responses"]}
        assert {401, 429, 500, 503} <= told, operation_id


def test_whoever_may_not_make_a_call_by_the_document_may_not_make_it(anna: Person, calls: Calls) -> None:
    table = anna.table("rummikub", "generic")["id"]
    token = anna.http.post("/api/tokens", json={"name": "bot"}).json()["token"]
    for operation_id, (_, _, operation) in calls.operations.items():
        call = request_of(calls, operation_id, table_id=table)
        if {} not in operation["security"]:
            anna.http.cookies.clear()
            assert not anna.http.request(**call).is_success, operation_id
        answer = anna.http.request(**call, headers={"Authorization": f"Bearer {token}"})
        refused = answer.status_code == 409 and "A program cannot" in answer.text
        assert refused is ({"token": []} not in operation["security"]), f"{operation_id}: {answer.text}"


def test_every_refusal_of_the_server_is_described(calls: Calls) -> None:
    described_there = {int(status) for status in calls.content["components"]["responses"]}
    assert {*refusals._STATUSES.values(), refusals._OTHERWISE} <= set(REFUSALS) == described_there


def test_nothing_is_left_open(calls: Calls) -> None:
    """Every body has a type, every parameter a bound, every operation a name of its own and a purpose."""
    assert {} not in list(_schemas(calls.content["paths"]))
    assert len(calls.operations) == sum(map(len, calls.content["paths"].values()))
    for operation_id, (_, _, operation) in calls.operations.items():
        assert operation["summary"], operation_id
        for parameter in operation.get("parameters", ()):
            bounds = {"maxLength", "maximum", "enum"}
            schema = parameter["schema"]
            kinds = [
                each for each in schema.get("oneOf", [schema]) if each["type"] not in ("null", "boolean")
            ]
            assert all(bounds & set(each) for each in kinds), (operation_id, parameter["name"])


def _schemas(value: Any) -> Iterator[Any]:
    """Every schema that stands in a part of a document."""
    if isinstance(value, dict):
        yield from (value[name] for name in ("schema", "items") if name in value)
        for each in value.values():
            yield from _schemas(each)
    elif isinstance(value, list):
        for each in value:
            yield from _schemas(each)
