"""What people let everybody see of them, over HTTP: whether they have a page, and where it lies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import get, post

from stolik.storage.sharing import Shared, SharingStore
from stolik.web.accounts.login import AnyRequest, own_account
from stolik.web.site import Site


class Sharing(msgspec.Struct):
    """What everybody may see of you, and where."""

    page: bool
    ratings: bool
    address: str


class NewSharing(msgspec.Struct):
    """What everybody is to see of you: a page, and your ratings on it."""

    page: bool
    ratings: bool


@get("/api/me/sharing", tags=["players"])
async def get_sharing(request: AnyRequest, site: Site) -> Sharing:
    """What everybody may see of you."""
    account = await own_account(request, site)
    shared = await SharingStore(site.database).of_player(account.id)
    return Sharing(shared.page, shared.ratings, address_of(account.login))


@post("/api/me/sharing", tags=["players"], status_code=200)
async def change_sharing(request: AnyRequest, site: Site, data: NewSharing) -> Sharing:
    """Have a page that everybody may see, or none any more."""
    account = await own_account(request, site)
    await SharingStore(site.database).share(account.id, Shared(data.page, data.ratings))
    return Sharing(data.page, data.ratings, address_of(account.login))


def address_of(login: str) -> str:
    """Where the page of somebody lies."""
    return f"/p/{quote(login, safe='')}"


async def pages_of(site: Site, player_ids: Iterable[str]) -> dict[str, str]:
    """Where the pages of those of these people lie who have one."""
    found = await SharingStore(site.database).logins(player_ids)
    return {player_id: address_of(login) for player_id, login in found.items()}


HANDLERS: list[Any] = [get_sharing, change_sharing]
