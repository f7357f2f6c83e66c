"""Coming in: what registering, logging in and proving oneself have in common, whatever the way."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request

from stolik.core.message import Complaint
from stolik.storage.accounts import Account, NameTaken
from stolik.storage.attempts import Limit
from stolik.storage.passkeys import Passkey
from stolik.storage.players import Player
from stolik.table.lobby import Guest
from stolik.web.accounts.authenticators import NotProven, checked_place, used
from stolik.web.accounts.identity import Session, address, new_player_id, token_of
from stolik.web.accounts.names import name_from, new_login, readable
from stolik.web.accounts.passwords import code_digest, new_codes
from stolik.web.site import Site
from stolik.web.tables.api import Me

AnyRequest = Request[Any, Any, Any]
LoginName = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
#: A password as it is typed to log in; only a new one has to be long enough.
Password = Annotated[str, msgspec.Meta(max_length=200)]
NewPassword = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]
#: What `navigator.credentials` gives, as JSON.
Credential = dict[str, Any]

#: What may be tried in a quarter of an hour: by one address, by one address for one account, for one account.
#: The last is high, because whoever knows a name could otherwise lock its owner out.
_PER_ADDRESS, _PER_PAIR, _PER_ACCOUNT = 60, 10, 200
_REGISTRATIONS = 60


class Proof(msgspec.Struct):
    """That it is really you, for what cannot be undone: the password, or a passkey used just now."""

    password: Password | None = None
    passkey: Credential | None = None


class Registered(msgspec.Struct):
    """A new account, with codes that are shown this once."""

    me: Me
    recovery_codes: tuple[str, ...]


class WrongLogin(Complaint):
    """Name and password do not belong together; which of them is wrong is not said."""

    def __init__(self) -> None:
        super().__init__("The name or the password is wrong.")


def check_is_person(request: AnyRequest) -> None:
    """A token plays, it does not keep an account: who steals one gets no further."""
    if token_of(request) is not None:
        raise Complaint("A program cannot do this with its token. Use a browser.")


async def own_account(request: AnyRequest, site: Site) -> Account:
    """The account of whoever asks."""
    check_is_person(request)
    player: Player | None = request.state.player
    account = await site.members.accounts.find(player.id) if player else None
    if account is None:
        raise Complaint("You have no account yet.")
    return account


async def register(
    request: AnyRequest,
    site: Site,
    player: Player,
    login: str,
    name: str | None,
    *,
    password: str | None = None,
    passkey: Passkey | None = None,
) -> Registered:
    """Make an account of a guest; cookie and tokens of before end."""
    codes = new_codes()
    called = readable(name) if name else player.name or name_from(login)
    generation = await site.members.accounts.register(
        player.id,
        new_login(login),
        called,
        [code_digest(player.id, code) for code in codes],
        password=password,
        passkey=passkey,
    )
    site.members.presence.dismiss(player.id)
    request.state.new_session = Session(player.id, generation)
    return Registered(Me(player.id, called, False, player.language), tuple(codes))


async def check_name_free(request: AnyRequest, site: Site, login: str) -> None:
    """The one place that tells whether there is an account; so an address may ask only so often."""
    wanted = new_login(login)
    limit = Limit(f"register {address(request)}", _REGISTRATIONS)
    await site.members.count([limit], site.host.now_ms())
    if await site.members.accounts.is_taken(wanted):
        raise NameTaken


async def enter(request: AnyRequest, site: Site, account: Account) -> Me:
    """Log in; what a guest had before goes over to the account."""
    guest: Player | None = request.state.player
    if guest is not None and guest.login is None and guest.language:
        await site.members.handover.move(guest.id, Guest(account.id, account.name))
        site.members.presence.dismiss(guest.id)
    request.state.new_session = Session(account.id, account.generation)
    player = await site.players.find(account.id)
    return Me(account.id, account.name, False, player.language if player else request.state.language)


async def leave(request: AnyRequest, site: Site) -> None:
    """Be a newcomer again; the cookie of before counts no more, whoever has a copy of it."""
    session: Session | None = request.state.session
    if session is not None:
        await site.members.sessions.end(session.digest, session.until_ms, site.host.now_ms())
        site.members.presence.dismiss(session.digest)
    request.state.new_session = Session(new_player_id())


async def checked_password(
    request: AnyRequest, site: Site, login: str, account: Account | None, password: str
) -> Account:
    """The account if this is its password; an unknown name costs the same work and gets the same answer."""
    members = site.members
    limits = guessing(request, login)
    await members.count(limits, site.host.now_ms())
    fits = await members.passwords.fits(account.password if account else None, password)
    if account is None or account.password is None or not fits:
        raise WrongLogin
    await members.attempts.forgive(limits)
    if members.passwords.is_dated(account.password):
        await members.accounts.rehash(account.id, account.password, await members.passwords.hash(password))
    return account


def guessing(request: AnyRequest, login: str) -> list[Limit]:
    """How often a password or a code may be guessed."""
    place = address(request)
    return [
        Limit(f"guess from {place}", _PER_ADDRESS),
        Limit(f"guess from {place} for {login}", _PER_PAIR),
        Limit(f"guess for {login}", _PER_ACCOUNT),
    ]


async def prove(request: AnyRequest, site: Site, account: Account, proof: Proof) -> None:
    """Refuse unless it is really the owner who asks."""
    if proof.passkey is not None:
        place = checked_place(request)
        passkey = await used(place, site.members, proof.passkey, site.host.now_ms())
        if passkey.player_id != account.id:
            raise NotProven
    else:
        await checked_password(request, site, account.login, account, proof.password or "")
