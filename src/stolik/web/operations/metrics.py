"""What a machine does, as Prometheus reads it; nothing of what anybody holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from stolik.core.log import Envelope, Revealed
from stolik.storage.entry import Entry
from stolik.table.host import Host
from stolik.table.record import Record


class Metrics:
    """Counts of one machine."""

    def __init__(self, host: Host) -> None:
        self.registry = CollectorRegistry()
        self._entries = Counter(
            "stolik_entries", "Actions and other entries stored", ["game"], registry=self.registry
        )
        self._ended = Counter("stolik_games_over", "Games that ended", ["game"], registry=self.registry)
        self.refused = Counter("stolik_refused", "Messages refused", ["why"], registry=self.registry)
        self.sockets = Gauge("stolik_sockets", "Sockets open", registry=self.registry)
        tables = Gauge("stolik_tables_kept", "Tables in memory", registry=self.registry)
        tables.set_function(lambda: float(host.n_kept))
        self._aside = Gauge("stolik_put_aside", "Rows that cannot be read", ["kind"], registry=self.registry)
        self._host = host
        host.after.append(self)

    def changed(self, record: Record, entry: Entry, envelopes: Sequence[Envelope[Any]]) -> None:
        self._entries.labels(record.game.name).inc()
        if any(isinstance(one.event, Revealed) for one in envelopes):
            self._ended.labels(record.game.name).inc()

    def text(self) -> bytes:
        """All of it."""
        for kind, n in self._host.aside.counted().items():
            self._aside.labels(kind).set(n)
        return generate_latest(self.registry)
