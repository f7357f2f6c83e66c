"""Passkeys over HTTP: whether they can be had, making one, logging in by one."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import delete, get, post
from litestar.params import Parameter
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from stolik.core.message import Complaint
from stolik.storage.attempts import Limit
from stolik.storage.players import Player
from stolik.texts import translator
from stolik.web.accounts.authenticators import (
    NotProven,
    checked_place,
    made,
    options_to_log_in,
    options_to_make,
    used,
    why_not,
)
from stolik.web.accounts.identity import address
from stolik.web.accounts.login import (
    AnyRequest,
    Credential,
    LoginName,
    Proof,
    Registered,
    check_is_person,
    check_name_free,
    enter,
    own_account,
    prove,
    register,
)
from stolik.web.accounts.names import readable
from stolik.web.site import Site
from stolik.web.tables.api import Me, Name, known_player

#: More are not checked for one address in a quarter of an hour.
_PER_ADDRESS = 120


class Offer(msgspec.Struct):
    """Whether passkeys can be used here, or a sentence why not."""

    offered: bool
    why_not: str | None = None


class WantPasskey(msgspec.Struct):
    """A passkey is to be made; a guest chooses what to log in by where no passkey is at hand."""

    login: LoginName | None = None


class NewPasskey(msgspec.Struct):
    """A passkey was made: a guest gets an account by it, an account proves that it wants it."""

    credential: Credential
    name: Name
    login: LoginName | None = None
    proof: Proof | None = None


class UsePasskey(msgspec.Struct):
    """Somebody comes back."""

    credential: Credential


class PasskeyShown(msgspec.Struct):
    """A passkey of yours."""

    id: str
    name: str
    created_ms: int


@get("/api/passkeys/offer", tags=["accounts"], sync_to_thread=False)
def passkeys_offered(request: AnyRequest) -> Offer:
    """Whether passkeys can be used at this address."""
    reason = why_not(request)
    return Offer(reason is None, None if reason is None else translator(request.state.language)(reason))


@get("/api/passkeys", tags=["accounts"])
async def list_passkeys(request: AnyRequest, site: Site) -> list[PasskeyShown]:
    """Your passkeys."""
    account = await own_account(request, site)
    held = await site.members.passkeys.of_player(account.id)
    return [PasskeyShown(bytes_to_base64url(each.id), each.name, each.created_ms) for each in held]


@post("/api/passkeys/options", tags=["accounts"], status_code=200)
async def want_passkey(request: AnyRequest, site: Site, data: WantPasskey) -> dict[str, Any]:
    """What `navigator.credentials.create` takes."""
    check_is_person(request)
    place = checked_place(request)
    player: Player | None = request.state.player
    login = player.login if player else None
    if login is None:
        login = _chosen(data.login)
        await check_name_free(request, site, login)
    player = await known_player(request, site)
    held = await site.members.passkeys.of_player(player.id)
    return options_to_make(place, site.members, player, login, held, site.host.now_ms())


@post("/api/passkeys", tags=["accounts"])
async def add_passkey(request: AnyRequest, site: Site, data: NewPasskey) -> Registered:
    """Log in by this passkey from now on; a guest gets an account by it, with recovery codes."""
    check_is_person(request)
    place = checked_place(request)
    player: Player | None = request.state.player
    if player is None or not player.language:
        raise NotProven
    now_ms = site.host.now_ms()
    passkey = made(place, site.members, player.id, data.credential, readable(data.name), now_ms)
    if await site.members.passkeys.find(passkey.id) is not None:
        raise Complaint("This passkey is known already.")
    if player.login is None:
        login = _chosen(data.login)
        await check_name_free(request, site, login)
        return await register(request, site, player, login, None, passkey=passkey)
    await prove(request, site, await own_account(request, site), data.proof or Proof())
    await site.members.passkeys.add(passkey)
    return Registered(Me(player.id, player.name, False, player.language), ())


@delete("/api/passkeys/{passkey_id:str}", tags=["accounts"])
async def remove_passkey(
    request: AnyRequest, site: Site, passkey_id: Annotated[str, Parameter(max_length=1400)]
) -> None:
    """Use a passkey no more; the only way into an account stays."""
    account = await own_account(request, site)
    try:
        number = base64url_to_bytes(passkey_id)
    except ValueError as error:
        raise Complaint("You have no such passkey.") from error
    await site.members.passkeys.remove(account.id, number)


@post("/api/passkeys/challenge", tags=["accounts"], status_code=200)
async def want_login(request: AnyRequest, site: Site) -> dict[str, Any]:
    """What `navigator.credentials.get` takes, to log in or to prove that it is you."""
    return options_to_log_in(checked_place(request), site.members, site.host.now_ms())


@post("/api/passkeys/login", tags=["accounts"], status_code=200)
async def log_in_by_passkey(request: AnyRequest, site: Site, data: UsePasskey) -> Me:
    """Log in by passkey; what you played as a guest goes over to the account."""
    check_is_person(request)
    place = checked_place(request)
    now_ms = site.host.now_ms()
    await site.members.count([Limit(f"passkey from {address(request)}", _PER_ADDRESS)], now_ms)
    passkey = await used(place, site.members, data.credential, now_ms)
    account = await site.members.accounts.find(passkey.player_id)
    if account is None:
        raise NotProven
    return await enter(request, site, account)


def _chosen(login: str | None) -> str:
    if login is None:
        raise Complaint("Choose a name to log in by.")
    return login


HANDLERS = [
    passkeys_offered,
    list_passkeys,
    want_passkey,
    add_passkey,
    remove_passkey,
    want_login,
    log_in_by_passkey,
]
