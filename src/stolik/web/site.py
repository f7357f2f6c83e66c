"""Everything a server is made of, opened together and closed together."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

from litestar.channels.backends.base import ChannelsBackend
from sqlalchemy.exc import SQLAlchemyError

from stolik.core.message import PackageMissing
from stolik.storage.chat import ChatStore
from stolik.storage.database import Database, cannot_open, open_database
from stolik.storage.facts import check_key
from stolik.storage.players import PlayerStore
from stolik.storage.ratings import RatingStore
from stolik.storage.reviews import ReviewStore
from stolik.storage.scores import ScoreStore
from stolik.storage.subscriptions import SubscriptionStore
from stolik.storage.tables import TableStore
from stolik.study.reviewing import Reviews
from stolik.table.botseats import BotSeats
from stolik.table.deadlines import Deadlines
from stolik.table.games import Games
from stolik.table.host import Host
from stolik.table.late import LateTables
from stolik.table.lexicon_holds import LexiconHolds
from stolik.table.lobby import Lobby
from stolik.table.proposals import Proposals
from stolik.table.rater import Rater
from stolik.table.scoring import Scorer
from stolik.web.accounts.identity import Signer
from stolik.web.accounts.membership import Membership
from stolik.web.live.chat import ChatRooms
from stolik.web.live.fanout import Fanout
from stolik.web.operations.health import Health
from stolik.web.operations.limits import ChatLimit, MessageCount, ReviewCount, TableCount
from stolik.web.operations.metrics import Metrics
from stolik.web.operations.off_loop import OffLoop
from stolik.web.push.alerts import Alerts
from stolik.web.push.messages import PushSender
from stolik.words.store import Lexicons


@dataclass(frozen=True)
class Site:
    """One machine of a server."""

    database: Database
    host: Host
    late: LateTables
    lobby: Lobby
    proposals: Proposals
    bots: BotSeats
    players: PlayerStore
    chat: ChatStore
    ratings: RatingStore
    scores: ScoreStore
    chat_rooms: ChatRooms
    signer: Signer
    metrics: Metrics
    members: Membership
    reviews: Reviews
    alerts: Alerts
    health: Health
    messages: MessageCount
    chat_limit: ChatLimit
    new_tables: TableCount
    off_loop: OffLoop
    #: The queue of jobs, where there is one.
    jobs: Any = None


#: For tests alone: lets a push service be on this machine.
_LOOPBACK_VARIABLE = "STOLIK_PUSH_LOOPBACK"


@asynccontextmanager
async def open_site(
    database_url: str,
    key: bytes,
    *,
    redis: str | None = None,
    words: Lexicons | None = None,
    durable: bool = True,
    bot_threads: int = 1,
    new_key: bool = False,
    accept_damage: bool = False,
) -> AsyncIterator[Site]:
    """A machine that is ready: the database is up to date, lost time was given back, clocks are looked at.

    With `new_key` the key may be another one than before.
    """
    async with AsyncExitStack() as closing:  # what was opened, also where a later part fails to
        database = await open_database(database_url, durable=durable, accept_damage=accept_damage)
        closing.push_async_callback(database.close)
        with _told_at_the_start():
            await check_key(database, key, may_be_new=new_key)
        store = TableStore(database)
        closing.push_async_callback(store.close)
        games = Games(words or Lexicons())
        games.make_all()
        host = Host(store, games, key)
        lobby = Lobby(host)
        members = Membership.at(database, host, lobby, key)
        closing.callback(members.passwords.close)
        bots = BotSeats(host, bot_threads)
        reviews = Reviews(host, ReviewStore(database), ReviewCount())
        jobs = None if database.is_sqlite else await _open_jobs(database, database_url, bots, reviews)
        if jobs is not None:
            closing.push_async_callback(jobs.close_async)
        ratings, scores = RatingStore(database), ScoreStore(database)
        chat, chat_rooms = ChatStore(database), ChatRooms()
        rater, scorer, held = Rater(host, ratings), Scorer(host, scores), LexiconHolds(host)
        players, can_be_here = PlayerStore(database), os.environ.get(_LOOPBACK_VARIABLE) == "1"
        sender = PushSender(key, loopback=can_be_here)
        alerts = Alerts(host, SubscriptionStore(database), players, members.presence, sender)
        host.after += [bots, rater, scorer, held, alerts]
        fanout = Fanout(host, chat_rooms, chat, members, _redis(redis) if redis else None)
        deadlines, off_loop = Deadlines(host, bots), OffLoop()
        for part in (held, rater, scorer, reviews, alerts, bots, fanout, deadlines, off_loop):
            closing.push_async_callback(part.close)
        site = Site(
            database,
            host,
            LateTables(host),
            lobby,
            Proposals(host, lobby),
            bots,
            players,
            chat,
            ratings,
            scores,
            chat_rooms,
            Signer(key),
            Metrics(host),
            members,
            reviews,
            alerts,
            Health(deadlines),
            MessageCount(),
            ChatLimit(),
            TableCount(),
            off_loop,
            jobs,
        )
        with _told_at_the_start():
            await fanout.start()
            await rater.repair()
            await scorer.repair()
            await held.tidy()
            await deadlines.start()
        yield site


@contextmanager
def _told_at_the_start() -> Iterator[None]:
    """What the database refuses before anybody could come is for whoever starts the server."""
    try:
        yield
    except SQLAlchemyError as error:
        raise cannot_open(error) from error


async def _open_jobs(database: Database, url: str, bots: BotSeats, reviews: Reviews) -> Any:
    try:
        from stolik.web.operations.jobs import Workers, open_jobs
    except ModuleNotFoundError as missing:
        raise PackageMissing("PostgreSQL", missing) from missing
    jobs = await open_jobs(database, url)
    workers = Workers(database, jobs)
    bots.elsewhere, reviews.elsewhere = workers.take_move, workers.take
    return jobs


def _redis(url: str) -> ChannelsBackend:
    try:
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis
    except ModuleNotFoundError as missing:
        raise PackageMissing("Redis", missing) from missing
    return RedisChannelsPubSubBackend(redis=Redis.from_url(url))
