"""`stolik worker`: makes the heavy moves that servers of a cluster have sent away."""

from __future__ import annotations

from procrastinate import App

from stolik.core.message import Complaint
from stolik.web.jobs import QUEUE
from stolik.web.server import server_key
from stolik.web.site import Site, open_site


async def run_worker(database: str, redis: str | None, n_threads: int) -> None:
    """Work until a signal says stop."""
    async with open_site(database, server_key(database), redis=redis, bot_threads=n_threads) as site:
        if site.jobs is None:
            raise Complaint("Workers need PostgreSQL: on one machine the server thinks by itself.")
        await work(site, site.jobs, n_threads)


async def work(site: Site, app: App, n_at_once: int) -> None:
    """Make moves that servers have sent away, until cancelled."""

    async def move(table: str, seat: int, turn: int) -> None:
        await site.host.refresh(table)
        record = (await site.host.live(table)).record
        if record.opened.get(seat) == turn:
            await site.bots.move(record, seat)

    app.task(name="move", queue=QUEUE)(move)
    site.bots.elsewhere = None
    await app.run_worker_async(queues=[QUEUE], concurrency=n_at_once)
