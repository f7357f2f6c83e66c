"""Accounts over HTTP: register, log in and out, passwords, codes for those who forgot theirs."""

from __future__ import annotations

import msgspec
from litestar import get, post

from stolik.core.message import Complaint
from stolik.storage.players import Player
from stolik.web.accounts.identity import Session
from stolik.web.accounts.login import (
    AnyRequest,
    LoginName,
    NewPassword,
    Password,
    Proof,
    Registered,
    WrongLogin,
    check_is_person,
    check_name_free,
    checked_password,
    enter,
    guessing,
    leave,
    own_account,
    prove,
    register,
)
from stolik.web.accounts.names import login_of, new_login
from stolik.web.accounts.passwords import code_digest, new_codes
from stolik.web.live.presence import cookies_of
from stolik.web.site import Site
from stolik.web.tables.api import Me, Name, known_player


class NewAccount(msgspec.Struct):
    """An account wanted: what one logs in by, and what others see if that is to be something else."""

    login: LoginName
    password: NewPassword
    name: Name | None = None


class LogIn(msgspec.Struct):
    """Somebody comes back."""

    login: LoginName
    password: Password


class AccountShown(msgspec.Struct):
    """How one can log in; nothing of it for guests."""

    login: str | None
    has_password: bool = False
    recovery_codes_left: int = 0


class ChangePassword(msgspec.Struct):
    """Another password; tokens of programs go on counting unless they are revoked with it."""

    password: NewPassword
    proof: Proof
    revoke_tokens: bool = False


class LeaveEverywhere(msgspec.Struct):
    """All devices are to be logged out; tokens of programs go on counting unless they are revoked too."""

    revoke_tokens: bool = False


class TokensLeft(msgspec.Struct):
    """How many tokens of your programs go on counting."""

    tokens_left: int


class NewCodes(msgspec.Struct):
    """Other codes."""

    proof: Proof


class Codes(msgspec.Struct):
    """Codes that are shown this once; each lets set a new password, once."""

    recovery_codes: tuple[str, ...]


class Recover(msgspec.Struct):
    """A new password by a code."""

    login: LoginName
    code: LoginName
    password: NewPassword


@post("/api/account", tags=["accounts"])
async def create_account(request: AnyRequest, site: Site, data: NewAccount) -> Registered:
    """Make an account of the guest you are: all games stay yours."""
    check_is_person(request)
    new_login(data.login)
    player: Player | None = request.state.player
    if player is not None and player.login is not None:
        raise Complaint("You have an account already.")
    await check_name_free(request, site, data.login)
    player = await known_player(request, site)
    password = await site.members.passwords.hash(data.password)
    return await register(request, site, player, data.login, data.name, password=password)


@get("/api/account", tags=["accounts"])
async def get_account(request: AnyRequest, site: Site) -> AccountShown:
    """How you can log in."""
    player: Player | None = request.state.player
    account = await site.members.accounts.find(player.id) if player else None
    if account is None:
        return AccountShown(None)
    left = await site.members.accounts.codes_left(account.id)
    return AccountShown(account.login, account.password is not None, left)


@post("/api/login", tags=["accounts"], status_code=200)
async def log_in(request: AnyRequest, site: Site, data: LogIn) -> Me:
    """Log in by password; what you played as a guest goes over to the account."""
    check_is_person(request)
    login = login_of(data.login)
    found = await site.members.accounts.by_login(login)
    account = await checked_password(request, site, login, found, data.password)
    return await enter(request, site, account)


@post("/api/logout", tags=["accounts"], status_code=200)
async def log_out(request: AnyRequest, site: Site) -> None:
    """Log out here: this browser is a newcomer again, and its cookie of before counts nowhere any more."""
    check_is_person(request)
    await leave(request, site)


@post("/api/logout/everywhere", tags=["accounts"], status_code=200)
async def log_out_everywhere(
    request: AnyRequest, site: Site, data: LeaveEverywhere | None = None
) -> TokensLeft:
    """Log out on all devices at once; tokens of programs go on counting unless they are revoked too."""
    account = await own_account(request, site)
    with_tokens = data is not None and data.revoke_tokens
    await site.members.accounts.end_sessions(account.id, revoke_tokens=with_tokens)
    await leave(request, site)
    return await _dismissed(site, account.id, with_tokens)


@post("/api/account/password", tags=["accounts"], status_code=200)
async def change_password(request: AnyRequest, site: Site, data: ChangePassword) -> TokensLeft:
    """Set another password; other devices are logged out, and tokens of programs are revoked if wanted."""
    account = await own_account(request, site)
    await prove(request, site, account, data.proof)
    password = await site.members.passwords.hash(data.password)
    generation = await site.members.accounts.set_password(
        account.id, password, revoke_tokens=data.revoke_tokens
    )
    request.state.new_session = Session(account.id, generation)
    return await _dismissed(site, account.id, data.revoke_tokens)


async def _dismissed(site: Site, player_id: str, with_tokens: bool) -> TokensLeft:
    """Close what the cookies of before have opened, and programs whose tokens were revoked with them."""
    site.members.presence.dismiss(player_id if with_tokens else cookies_of(player_id))
    return TokensLeft(len(await site.members.accounts.tokens(player_id)))


@post("/api/account/codes", tags=["accounts"], status_code=200)
async def change_codes(request: AnyRequest, site: Site, data: NewCodes) -> Codes:
    """Get other recovery codes; those of before do nothing any more."""
    account = await own_account(request, site)
    await prove(request, site, account, data.proof)
    codes = new_codes()
    await site.members.accounts.replace_codes(account.id, [code_digest(account.id, code) for code in codes])
    return Codes(tuple(codes))


@post("/api/recovery", tags=["accounts"], status_code=200)
async def recover(request: AnyRequest, site: Site, data: Recover) -> Me:
    """Set a new password by a recovery code; sessions, tokens and passkeys of before end."""
    check_is_person(request)
    members = site.members
    login = login_of(data.login)
    limits = guessing(request, login)
    await members.count(limits, site.host.now_ms())
    account = await members.accounts.by_login(login)
    # the same work whether there is such an account or not
    password = await members.passwords.hash(data.password)
    player_id = account.id if account else ""
    generation = await members.accounts.recover(player_id, code_digest(player_id, data.code), password)
    if account is None or generation is None:
        raise WrongLogin
    await members.attempts.forgive(limits)
    members.presence.dismiss(account.id)
    return await enter(request, site, account._replace(password=password, generation=generation))


HANDLERS = [
    create_account,
    get_account,
    log_in,
    log_out,
    log_out_everywhere,
    change_password,
    change_codes,
    recover,
]
