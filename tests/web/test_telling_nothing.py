"""Whether there is an account is told neither by an answer nor by the work behind it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import argon2
import httpx
import pytest

from stolik.web.app import make_app
from stolik.web.site import Site, open_site

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::litestar.exceptions.base_exceptions.LitestarDeprecationWarning"),
]

LOGIN, PASSWORD = "anna", "correct horse"


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with open_site(f"sqlite:///{tmp_path}/stolik.db", b"key") as opened:
        yield opened


@pytest.fixture
async def browser(site: Site) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody who has no cookie; Anna has an account."""
    transport = httpx.ASGITransport(app=make_app(site))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
        made = await client.post("/api/account", json={"login": LOGIN, "password": PASSWORD})
        assert made.status_code == 201
        client.cookies.clear()
        # what is compared with where there is no account is made once
        await client.post("/api/login", json={"login": LOGIN, "password": "first"})
        yield client


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every hash that is really made or compared with, and what it costs."""
    done: list[Any] = []
    make, compare = argon2.PasswordHasher.hash, argon2.PasswordHasher.verify

    def hash_noted(self: argon2.PasswordHasher, password: str, **more: Any) -> str:
        made = make(self, password, **more)
        done.append(("made", argon2.extract_parameters(made)))
        return made

    def verify_noted(self: argon2.PasswordHasher, stored: str, password: str) -> bool:
        done.append(("compared", argon2.extract_parameters(stored)))
        return compare(self, stored, password)

    monkeypatch.setattr(argon2.PasswordHasher, "hash", hash_noted)
    monkeypatch.setattr(argon2.PasswordHasher, "verify", verify_noted)
    return done


async def test_unknown_name_costs_as_much_as_a_wrong_password(
    browser: httpx.AsyncClient, work: list[Any]
) -> None:
    wrong = await browser.post("/api/login", json={"login": LOGIN, "password": "incorrect"})
    for_known = work.copy()
    work.clear()
    unknown = await browser.post("/api/login", json={"login": "nobody", "password": "incorrect"})
    assert [kind for kind, _ in for_known] == ["compared"]
    assert work == for_known
    assert (unknown.status_code, unknown.text) == (wrong.status_code, wrong.text)


async def test_code_of_an_unknown_name_costs_as_much_as_a_wrong_one(
    browser: httpx.AsyncClient, work: list[Any]
) -> None:
    guess = {"code": "aaaa-bbbb-cccc-dddd", "password": "another horse"}
    wrong = await browser.post("/api/recovery", json={"login": LOGIN, **guess})
    for_known = work.copy()
    work.clear()
    unknown = await browser.post("/api/recovery", json={"login": "nobody", **guess})
    assert [kind for kind, _ in for_known] == ["made"]
    assert work == for_known
    assert (unknown.status_code, unknown.text) == (wrong.status_code, wrong.text)
