"""Ratings over HTTP: leaderboards, and what everybody may know of a player."""

from __future__ import annotations

import math
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from stolik.storage.aside import as_text
from stolik.storage.ratings import Kept, Rating
from stolik.table.ratings import LADDERS, ladder_of, parse_pool, pool_named
from stolik.texts import N_, translator
from stolik.web.accounts.sharing import pages_of
from stolik.web.site import Site
from stolik.web.tables.api import AnyRequest

_Part = Annotated[str, Parameter(max_length=40)]


class RatingShown(msgspec.Struct):
    """A rating: the number people see, how sure it is, and after how many games."""

    pool: str
    rating: float
    deviation: float
    n_games: int
    #: Whether it is known well enough for the leaderboard.
    sure: bool


class Leader(msgspec.Struct):
    """Somebody on a leaderboard."""

    player: str
    name: str
    rating: RatingShown
    #: Where the page about them lies, if they want one.
    page: str | None


class PlayerShown(msgspec.Struct):
    """What everybody may know of a player."""

    id: str
    name: str
    guest: bool
    n_games: int
    ratings: tuple[RatingShown, ...]
    #: Where the page about them lies, if they want one.
    page: str | None


@get("/api/leaderboards/{game:str}/{language:str}/{players:str}", tags=["players"])
async def get_leaderboard(
    request: AnyRequest, site: Site, game: _Part, language: _Part, players: _Part
) -> list[Leader]:
    """The best of a pool: a game in a language, with `two` or `many` players."""
    if players not in LADDERS:
        raise _missing(request, N_("There is no such leaderboard: it is GAME/LANGUAGE/two or /many."))
    return await leaders_of(site, pool_named(game, language, players))


async def leaders_of(site: Site, pool: str) -> list[Leader]:
    """Those of a pool whose ratings are sure enough, the best first."""
    ladder = ladder_of(pool)
    leaders = await site.ratings.leaders(pool, widest=ladder.widest, doubts=ladder.doubts)
    pages = await pages_of(site, [each.player_id for each in leaders])
    found = []
    for each in leaders:
        with site.host.aside.each("rating", f"{each.player_id} {pool}"):
            rating = rating_shown(pool, each.kept)
            found.append(Leader(each.player_id, as_text(each.name), rating, pages.get(each.player_id)))
    return found


async def ratings_of(site: Site, player_id: str) -> list[RatingShown]:
    """How somebody is rated; ratings that cannot be read are left out."""
    found = []
    for pool, kept in (await site.ratings.of_player(player_id)).items():
        with site.host.aside.each("rating", f"{player_id} {pool}"):
            found.append(rating_shown(pool, kept))
    return found


@get("/api/players/{player_id:str}", tags=["players"])
async def get_player(
    request: AnyRequest, site: Site, player_id: Annotated[str, Parameter(max_length=32)]
) -> PlayerShown:
    """A player: name, number of games, ratings."""
    player = await site.players.find(player_id)
    if player is None:
        raise _missing(request, N_("There is no such player."))
    return PlayerShown(
        player.id,
        player.name,
        player.login is None,
        await site.ratings.n_games(player_id),
        tuple(await ratings_of(site, player_id)),
        (await pages_of(site, [player_id])).get(player_id),
    )


def rating_shown(pool: str, kept: Kept) -> RatingShown:
    """A rating as everybody may see it; `ValueError` where nothing like it could have been stored."""
    rating: Rating = kept.rating
    parse_pool(pool)
    if not all(map(math.isfinite, rating)):
        raise ValueError("this is no rating")
    ladder = ladder_of(pool)
    return RatingShown(
        pool, ladder.shown(rating), round(rating.deviation, 1), kept.n_games, ladder.is_sure(rating)
    )


def _missing(request: AnyRequest, text: str) -> NotFoundException:
    return NotFoundException(detail=translator(request.state.language)(text))


HANDLERS: list[Any] = [get_leaderboard, get_player]
