"""Rates games that have ended: once each, whichever machine saw the end, and later if that machine died."""

from __future__ import annotations

from stolik.core.log import Aborted, DrawAgreed
from stolik.storage.ratings import RatingStore
from stolik.table.afterwards import Afterwards
from stolik.table.host import Host
from stolik.table.ratings import ladder_of, pool_of, rated_after
from stolik.table.record import OVER, Record, read_settings


class Rater(Afterwards):
    """Changes the ratings of those who have played a rated game."""

    kind = "rating"

    def __init__(self, host: Host, store: RatingStore) -> None:
        super().__init__(host)
        self._store = store

    def concerns(self, record: Record) -> bool:
        return record.settings.rated

    async def settle(self, record: Record) -> bool:
        """Change the ratings by a game that has ended; False if it does not count or was rated before."""
        places = places_of(record)
        people = [holder.player for holder in record.holders if holder and holder.player and not holder.bot]
        if places is None or len(set(people)) != record.settings.n_seats:
            return False
        pool, now_ms = pool_of(record.settings.preset, len(people)), self._host.now_ms()
        return await self._store.apply(
            record.id,
            pool,
            people,
            ladder_of(pool).start,
            lambda kept: rated_after(kept, places, now_ms),
            now_ms,
        )

    async def undone(self, since_ms: int) -> list[str]:
        found = []
        for table_id, settings in await self._store.unrated(since_ms):
            with self._host.aside.each("table", table_id):
                if read_settings(settings).rated:
                    found.append(table_id)
        return found


def places_of(record: Record) -> list[int] | None:
    """The place of each seat, equal ones the same; None for a game without a result, or with team mates."""
    if record.status != OVER or not record.settings.rated or isinstance(record.ended_by, Aborted):
        return None
    if record.kind != "versus":
        return None
    if isinstance(record.ended_by, DrawAgreed):
        return [1] * record.settings.n_seats
    if record.outcome is None:
        return None
    place = {seat: n for n, seats in enumerate(record.outcome.ranking, 1) for seat in seats}
    return [place[seat] for seat in range(record.settings.n_seats)]
