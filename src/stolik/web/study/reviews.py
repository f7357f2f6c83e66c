"""Reviews of finished games over HTTP: what an engine says of one game, and of all own ones together."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import Parameter

from stolik.core.log import TABLE_EVENTS, standing
from stolik.core.message import Complaint
from stolik.notation.exports import exports_of
from stolik.storage.players import Player
from stolik.storage.reviews import KeptReview
from stolik.study.review import NOTHING, Tally, TurnReview, missed, reviewer_of, tallied
from stolik.study.reviewing import NotOver, can_be_reviewed, read_turns
from stolik.table.record import OVER, Record
from stolik.texts import translator
from stolik.web.site import Site
from stolik.web.tables.api import AnyRequest, TablePath, check_may_see, written

#: How many of the latest games are reviewed together, and how many doubtful parts of plays are told.
_LATEST, _DOUBTFUL = 50, 30


class ReviewShown(msgspec.Struct):
    """The review of a game as far as it has come."""

    #: What is lost and won, by the game's own name for it: `points`; null where nobody can judge the game.
    unit: str | None
    n_turns: int
    n_done: int
    done: bool
    #: Whether somebody works on it; else ask for it by POST.
    under_way: bool
    turns: tuple[TurnReview, ...]
    #: The ways in which the game can be written for other programs: `gcg`.
    files: tuple[str, ...]


class Sum(msgspec.Struct):
    """What the reviews of many games of one kind say together."""

    game: str
    unit: str
    n_games: int
    n_turns: int
    #: A turn on the average.
    loss: float
    #: In how many turns what the game counts was earned, and in how many it could have been.
    earned: dict[str, int]
    missed: dict[str, int]
    #: Parts of plays that may be challenged, such as words in no list, the most frequent first.
    doubtful: tuple[str, ...]
    #: Turns in which much got away: /me/puzzles/GAME.
    n_puzzles: int


class OwnReviews(msgspec.Struct):
    """Your finished games: how many are reviewed, and what that says by game."""

    n_games: int
    n_reviewed: int
    under_way: bool
    sums: tuple[Sum, ...]


async def finished(request: AnyRequest, site: Site, table_id: str) -> Record:
    """A finished game that whoever asks may see."""
    record = (await site.host.live(table_id)).record
    check_may_see(request, record)
    if record.status != OVER:
        raise NotOver
    return record


@get("/api/tables/{table_id:str}/review", tags=["tables"])
async def get_review(request: AnyRequest, site: Site, table_id: TablePath) -> ReviewShown:
    """What an engine says of each turn of a finished game, as far as it has come."""
    record = await finished(request, site, table_id)
    kept = (await site.reviews.found([table_id])).get(table_id)
    return await written(request, site, lambda: _shown(site, record, kept))


@post("/api/tables/{table_id:str}/review", tags=["tables"], status_code=200)
async def begin_review(request: AnyRequest, site: Site, table_id: TablePath) -> ReviewShown:
    """Have a finished game reviewed; asked again it goes on, or tells what there is."""
    record = await finished(request, site, table_id)
    kept = (await site.reviews.found([table_id])).get(table_id)
    is_done = kept is not None and kept.is_done
    if not is_done and can_be_reviewed(record) and not site.reviews.is_under_way(table_id, kept):
        site.reviews.begin([table_id])
    return await written(request, site, lambda: _shown(site, record, kept))


def _shown(site: Site, record: Record, kept: KeptReview | None) -> ReviewShown:
    reviewer = reviewer_of(record.game.name) if can_be_reviewed(record) else None
    return ReviewShown(
        None if reviewer is None else reviewer.unit,
        0 if kept is None else kept.n_turns,
        0 if kept is None else kept.n_done,
        reviewer is None or (kept is not None and kept.is_done),
        site.reviews.is_under_way(record.id, kept),
        tuple(read_turns(kept)),
        tuple(exports_of(record.game.name, record.settings.n_seats)),
    )


@get("/api/tables/{table_id:str}/files/{ending:str}", tags=["tables"], media_type=MediaType.TEXT)
async def get_file(
    request: AnyRequest, site: Site, table_id: TablePath, ending: Annotated[str, Parameter(max_length=8)]
) -> Response[str]:
    """A finished game as other programs read it; its review says in which ways it can be written."""
    record = await finished(request, site, table_id)
    export = exports_of(record.game.name, record.settings.n_seats).get(ending)
    if export is None:
        raise Complaint("This game cannot be written as {ending}.", ending=ending)
    entries = await site.host.store.entries(table_id)
    named = translator(request.state.language).unfilled
    names = [holder.name or named(holder.bot or "guest") if holder else "" for holder in record.holders]

    def write() -> str:
        counting = standing([one for entry in entries for one in record.decode(entry)])
        events = [one.event for one in counting if not isinstance(one.event, TABLE_EVENTS)]
        return export.write(events, names)

    headers = {"content-disposition": f'attachment; filename="stolik-{table_id}.{ending}"'}
    return Response(await site.off_loop.do(request, write), media_type=MediaType.TEXT, headers=headers)


@get("/api/me/review", tags=["players"])
async def get_own_reviews(request: AnyRequest, site: Site) -> OwnReviews:
    """What the reviews of your latest finished games say together."""
    return await _own(request, site)


@post("/api/me/review", tags=["players"], status_code=200)
async def begin_own_reviews(request: AnyRequest, site: Site) -> OwnReviews:
    """Have all your latest finished games reviewed, one after another."""
    games = await judged_games(request, site)
    kept = await site.reviews.found(games)
    done = {table_id for table_id, review in kept.items() if review.is_done}
    site.reviews.begin(
        [
            table_id
            for table_id in games
            if table_id not in done and not site.reviews.is_under_way(table_id, kept.get(table_id))
        ],
        in_turn=True,
    )
    return await _own(request, site)


async def judged_games(request: AnyRequest, site: Site) -> dict[str, Record]:
    """The latest finished games of whoever asks that somebody can judge."""
    player: Player | None = request.state.player
    found = await site.reviews.store.finished_games(player.id, _LATEST) if player else []
    games: dict[str, Record] = {}
    for table_id in found:
        with site.host.aside.each("table", table_id):
            record = (await site.host.live(table_id)).record
            games |= {table_id: record} if can_be_reviewed(record) else {}
    return games


async def _own(request: AnyRequest, site: Site) -> OwnReviews:
    player: Player | None = request.state.player
    games = await judged_games(request, site)
    kept = await site.reviews.found(games)
    under_way = any(site.reviews.is_under_way(table_id, kept.get(table_id)) for table_id in games)
    return await site.off_loop.do(request, lambda: _summed(player, games, kept, under_way))


def _summed(
    player: Player | None, games: dict[str, Record], kept: dict[str, KeptReview], under_way: bool
) -> OwnReviews:
    tallies: dict[str, Tally] = {}
    n_games, n_puzzles, n_reviewed = Counter[str](), Counter[str](), 0
    for table_id, review in kept.items():
        record = games[table_id]
        name = record.game.name
        n_reviewed += review.is_done
        n_games[name] += 1
        own = record.seats_of(player.id) if player else []
        turns, reviewer = read_turns(review), reviewer_of(name)
        tallies[name] = tallied(turns, own, tallies.get(name, NOTHING))
        n_puzzles[name] += len(missed(turns, own, reviewer.much)) if reviewer else 0
    sums = tuple(
        Sum(
            name,
            reviewer.unit,
            n_games[name],
            tally.n_turns,
            round(tally.loss / tally.n_turns, 2) if tally.n_turns else 0.0,
            Counter(tally.earned),
            Counter(tally.missed),
            tuple(part for part, _ in Counter(tally.doubtful).most_common(_DOUBTFUL)),
            n_puzzles[name],
        )
        for name, tally in sorted(tallies.items())
        if (reviewer := reviewer_of(name)) is not None
    )
    return OwnReviews(len(games), n_reviewed, under_way, sums)


HANDLERS: list[Any] = [get_review, begin_review, get_file, get_own_reviews, begin_own_reviews]
