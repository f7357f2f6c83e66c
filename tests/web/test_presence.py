"""Sockets whose sessions have ended, also when no hint came from the machine that ended them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from stolik.storage.players import Player, token_digest
from stolik.web.live.presence import Pass, Presence, cookies_of
from stolik.web.site import Site, open_site

pytestmark = pytest.mark.anyio


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    async with open_site(f"sqlite:///{tmp_path}/stolik.db", b"key") as opened:
        yield opened


async def attending(presence: Presence, held: Pass) -> asyncio.Task[bool]:
    """A socket that stays open until somebody closes it."""

    async def serve() -> None:
        await asyncio.Event().wait()

    task = asyncio.create_task(presence.attend(held, serve()))
    await asyncio.sleep(0)
    return task


async def test_sockets_of_ended_sessions_are_closed_and_others_stay(site: Site) -> None:
    members = site.members
    sockets = {}
    for name in ("anna", "bruno", "celia"):
        guest = await site.players.add_guest(name, name, "pl", 0)
        generation = 0 if name == "celia" else await members.accounts.register(name, name, name, [])
        held = Pass(guest._replace(generation=generation), f"session of {name}")
        sockets[name] = await attending(members.presence, held)
    await members.close_ended_sessions()
    await members.accounts.end_sessions("anna")
    await members.close_ended_sessions()
    assert await sockets["anna"]
    assert not sockets["bruno"].done()
    assert not sockets["celia"].done()
    members.presence.dismiss("celia")
    assert await sockets["celia"]
    await members.belongings.drop("bruno")
    await members.close_ended_sessions()
    assert await sockets["bruno"]
    assert members.presence.passes() == ()


async def test_socket_of_a_revoked_token_is_closed_also_without_a_hint(site: Site) -> None:
    members = site.members
    sockets = {}
    for name in ("anna", "bruno"):
        guest = await site.players.add_guest(name, name, "pl", 0)
        digest = token_digest(await site.players.new_token(name, "my bot", 0))
        sockets[name] = await attending(members.presence, Pass(guest, token=digest))
    browser = await attending(members.presence, Pass(guest._replace(id="anna"), "session"))
    (token,) = await members.accounts.tokens("anna")
    await members.close_ended_sessions()
    assert await members.accounts.revoke_token("anna", token.id)
    await members.close_ended_sessions()
    assert await sockets["anna"]
    assert not sockets["bruno"].done()
    assert not browser.done()
    for name in ("anna", "bruno"):
        members.presence.dismiss(name)
    assert await sockets["bruno"]
    assert await browser
    assert members.presence.passes() == ()


async def test_socket_of_an_ended_session_is_closed_also_without_a_hint(site: Site) -> None:
    members = site.members
    guest = await site.players.add_guest("anna", "Anna", "pl", 0)
    here, there = [await attending(members.presence, Pass(guest, each)) for each in ("here", "there")]
    await members.sessions.end("here", 1000, 0)
    await members.close_ended_sessions()
    assert await here
    assert not there.done()
    members.presence.dismiss("anna")
    assert await there


async def test_browsers_are_dismissed_without_the_programs(site: Site) -> None:
    presence, anna = site.members.presence, Player("anna", "", "anna", "pl", 1)
    browser = await attending(presence, Pass(anna, "session"))
    program = await attending(presence, Pass(anna, token="token"))
    presence.dismiss(cookies_of("anna"))
    assert await browser
    assert not program.done()
    presence.dismiss("anna")
    assert await program
    assert not presence.is_here("anna")


async def test_socket_that_ends_by_itself_was_not_logged_out(site: Site) -> None:
    async def serve() -> None:
        await asyncio.sleep(0)

    presence = site.members.presence
    assert not await presence.attend(Pass(Player("anna", "", "anna", "pl", 1), "session"), serve())
    assert presence.passes() == ()
