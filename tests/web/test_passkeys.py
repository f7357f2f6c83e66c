"""Passkeys over a real server, with an authenticator in software."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from stolik.web.accounts.passkey_challenges import PasskeyChallenges
from tests.web.authenticator import Authenticator
from tests.web.servers import Person, Server

PASSWORD = "correct horse"


@pytest.fixture
def place(server: Server) -> str:
    """The server as a browser on the same machine may name it."""
    return server.url.replace("127.0.0.1", "localhost")


@pytest.fixture
def person(place: str) -> Iterator[Person]:
    anna = Person(place, "Anna")
    yield anna
    anna.close()


@pytest.fixture
def elsewhere(place: str) -> Iterator[Person]:
    """The same person with another browser."""
    anna = Person(place, "Anna")
    yield anna
    anna.close()


def made(person: Person, key: Authenticator, **more: Any) -> httpx.Response:
    """A passkey for this person; a guest gets an account by it."""
    login = f"anna {secrets.token_hex(6)}"
    options = person.http.post("/api/passkeys/options", json={"login": login})
    assert options.status_code == 200, options.text
    wanted = {"credential": key.create(options.json()), "name": "telephone", "login": login, **more}
    return person.http.post("/api/passkeys", json=wanted)


def challenge(person: Person) -> dict[str, Any]:
    return dict(person.http.post("/api/passkeys/challenge").json())


def log_in(person: Person, credential: dict[str, Any]) -> httpx.Response:
    return person.http.post("/api/passkeys/login", json={"credential": credential})


def me(person: Person) -> dict[str, Any]:
    return dict(person.http.get("/api/me").json())


@pytest.mark.parametrize(
    ("host", "https", "offered"),
    [
        ("localhost:8000", False, True),
        ("play.example", True, True),
        ("play.example", False, False),
        ("127.0.0.1:8000", False, False),
        ("192.168.1.5:8000", True, False),
        ("[::1]:8000", False, False),
        ("localhost.evil.example", False, False),
    ],
)
def test_passkeys_are_offered_where_browsers_allow_them(
    anna: Person, host: str, https: bool, offered: bool
) -> None:
    headers = {"Host": host, **({"X-Forwarded-Proto": "https"} if https else {})}
    answer = anna.http.get("/api/passkeys/offer", headers=headers).json()
    assert answer["offered"] is offered
    assert (answer["why_not"] is None) is offered
    refused = anna.http.post("/api/passkeys/challenge", headers=headers)
    assert refused.status_code == (200 if offered else 409)
    assert offered or refused.json()["message"] == answer["why_not"]


def test_guest_gets_an_account_by_passkey_and_logs_in_elsewhere(
    person: Person, elsewhere: Person, place: str
) -> None:
    table = person.table("rummikub", "generic")["id"]
    before = me(person)["id"]
    key = Authenticator(place)
    answer = made(person, key)
    assert answer.status_code == 201, answer.text
    assert len(answer.json()["recovery_codes"]) == 10
    assert me(person)["id"] == before
    assert not me(person)["guest"]
    assert log_in(elsewhere, key.get(challenge(elsewhere))).json()["id"] == before
    assert [each["id"] for each in elsewhere.http.get("/api/me/tables").json()] == [table]
    assert person.http.get("/api/account").json()["has_password"] is False


def test_key_that_never_counts_its_uses_works_again_and_again(
    person: Person, elsewhere: Person, place: str
) -> None:
    key = Authenticator(place, counts=False)
    made(person, key)
    for _ in range(3):
        assert log_in(elsewhere, key.get(challenge(elsewhere))).status_code == 200


@pytest.mark.parametrize("counts", [True, False])
def test_answer_that_was_overheard_is_worth_nothing(
    person: Person, elsewhere: Person, place: str, counts: bool
) -> None:
    key = Authenticator(place, counts=counts)
    made(person, key)
    answer = key.get(challenge(person))
    assert log_in(person, answer).status_code == 200
    assert log_in(elsewhere, answer).status_code == 401
    assert me(elsewhere)["guest"]


def test_copied_key_is_found_by_its_count(person: Person, elsewhere: Person, place: str) -> None:
    key = Authenticator(place)
    made(person, key)
    for _ in range(3):
        assert log_in(person, key.get(challenge(person))).status_code == 200
    key.n_used = 1
    assert log_in(elsewhere, key.get(challenge(elsewhere))).status_code == 401


def test_answer_given_to_another_page_does_not_count(person: Person, elsewhere: Person, place: str) -> None:
    key = Authenticator(place)
    made(person, key)
    key.origin = "https://evil.example"
    assert log_in(elsewhere, key.get(challenge(elsewhere))).status_code == 401
    assert made(elsewhere, Authenticator("https://evil.example")).status_code == 401


def test_answer_of_another_key_does_not_count(person: Person, elsewhere: Person, place: str) -> None:
    key, other = Authenticator(place), Authenticator(place)
    made(person, key)
    other.id = key.id
    assert log_in(elsewhere, other.get(challenge(elsewhere))).status_code == 401
    other.id = secrets.token_bytes(16)
    assert log_in(elsewhere, other.get(challenge(elsewhere))).status_code == 401


def test_authenticator_has_to_know_who_uses_it(person: Person, elsewhere: Person, place: str) -> None:
    assert made(person, Authenticator(place, verifies=False)).status_code == 401
    assert me(person)["guest"]


def test_challenge_counts_only_for_what_it_was_made_for(
    person: Person, elsewhere: Person, place: str
) -> None:
    key = Authenticator(place)
    made(person, key)
    to_make = elsewhere.http.post("/api/passkeys/options", json={"login": secrets.token_hex(6)}).json()
    misused = key.get({"rpId": "localhost", "challenge": to_make["challenge"]})
    assert log_in(elsewhere, misused).status_code == 401
    for_another = person.http.post("/api/passkeys/options", json={}).json()
    made_for_another = Authenticator(place).create(for_another)
    wanted = {"credential": made_for_another, "name": "x", "login": secrets.token_hex(6)}
    assert elsewhere.http.post("/api/passkeys", json=wanted).status_code == 401
    assert me(elsewhere)["guest"]
    invented = key.get({"rpId": "localhost", "challenge": "A" * 75})
    assert log_in(elsewhere, invented).status_code == 401


def test_account_by_passkey_proves_itself_by_passkey(person: Person, elsewhere: Person, place: str) -> None:
    key = Authenticator(place)
    made(person, key)
    change = {"password": PASSWORD, "proof": {}}
    assert person.http.post("/api/account/password", json=change).status_code == 401
    stranger = Authenticator(place)
    made(elsewhere, stranger)
    change["proof"] = {"passkey": stranger.get(challenge(elsewhere))}
    assert person.http.post("/api/account/password", json=change).status_code == 401
    change["proof"] = {"passkey": key.get(challenge(person))}
    assert person.http.post("/api/account/password", json=change).status_code == 200
    assert person.http.get("/api/account").json()["has_password"]


def test_account_by_passkey_is_deleted_by_passkey(person: Person, elsewhere: Person, place: str) -> None:
    key = Authenticator(place)
    made(person, key)
    proof = {"passkey": key.get(challenge(person))}
    assert person.http.request("DELETE", "/api/me", json=proof).status_code == 204
    assert log_in(elsewhere, key.get(challenge(elsewhere))).status_code == 401


def test_further_passkey_needs_proof_and_can_be_removed(
    person: Person, elsewhere: Person, place: str
) -> None:
    first, second = Authenticator(place), Authenticator(place)
    made(person, first)
    assert made(person, second).status_code == 401
    options = person.http.post("/api/passkeys/options", json={}).json()
    assert len(options["excludeCredentials"]) == 1
    assert made(person, second, proof={"passkey": first.get(challenge(person))}).status_code == 201
    again = made(person, second, proof={"passkey": first.get(challenge(person))})
    assert again.status_code == 409
    held = person.http.get("/api/passkeys").json()
    assert len(held) == 2
    assert person.http.delete(f"/api/passkeys/{held[0]['id']}").status_code == 204
    refused = person.http.delete(f"/api/passkeys/{held[1]['id']}")
    assert refused.status_code == 409
    assert "only way" in refused.json()["message"]
    assert log_in(elsewhere, first.get(challenge(elsewhere))).status_code == 401
    assert log_in(elsewhere, second.get(challenge(elsewhere))).status_code == 200


@pytest.mark.parametrize(
    "credential",
    [
        {},
        {"response": None},
        {"response": {"clientDataJSON": "!"}},
        {"response": {"clientDataJSON": "bnVsbA"}},
        {"rawId": 5, "response": {"clientDataJSON": "e30"}},
    ],
)
def test_nonsense_is_no_passkey(person: Person, credential: dict[str, Any]) -> None:
    assert log_in(person, credential).status_code == 401


def test_challenge_is_good_for_minutes_and_on_every_machine_with_the_same_key() -> None:
    one, other, stranger = PasskeyChallenges(b"key"), PasskeyChallenges(b"key"), PasskeyChallenges(b"another")
    challenge = one.new("log in", 1_000)
    until_ms = other.until_ms(challenge, "log in", 1_000)
    assert until_ms is not None
    assert other.until_ms(challenge, "log in", until_ms - 1) == until_ms
    assert other.until_ms(challenge, "log in", until_ms) is None
    assert other.until_ms(challenge, "make a passkey", 1_000) is None
    assert stranger.until_ms(challenge, "log in", 1_000) is None
    assert one.until_ms(challenge[:-1], "log in", 1_000) is None
    longer = challenge[:16] + (until_ms + 1).to_bytes(8, "big") + challenge[24:]
    assert one.until_ms(longer, "log in", 1_000) is None
