"""`stolik worker`: does the heavy work that servers of a cluster have sent away."""

from __future__ import annotations

from stolik.core.message import Complaint
from stolik.web.server import server_key
from stolik.web.site import open_site


async def run_worker(database: str, redis: str | None, n_threads: int) -> None:
    """Work until a signal says stop."""
    async with open_site(database, server_key(database), redis=redis, bot_threads=n_threads) as site:
        if site.jobs is None:
            raise Complaint("Workers need PostgreSQL: on one machine the server thinks by itself.")
        from stolik.web.operations.jobs import (
            work,  # a cluster's packages are there, or this had been refused
        )

        await work(site, site.jobs, n_threads)
