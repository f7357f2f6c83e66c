"""Log lines: for people on a terminal, as JSON for programs. Tiles on racks and seeds are never in them."""

from __future__ import annotations

import copy
import json
import logging
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable
from datetime import UTC, datetime
from typing import Literal

LogStyle = Literal["text", "json"]
#: How long equal lines are summed up, of how many at once, and how many of one kind are told apart.
_SUMMED_S, _MOST_SUMMED, _MOST_ALIKE = 60.0, 1000, 30
_ours = logging.getLogger("stolik")
_KNOWN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime"}


class JsonLines(logging.Formatter):
    """One object a line: when, how grave, where from, what, and whatever was added."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: value for name, value in record.__dict__.items() if name not in _KNOWN}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class Summed(logging.Handler):
    """Hands lines on; of equal ones the first at once, and a minute later how many more there were.

    Warnings and errors that differ only in what they name are told apart up to a number, then summed up too:
    whoever makes the server complain cannot fill its disk.
    """

    def __init__(self, lines: logging.Handler, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._lines = lines
        self._clock = clock
        #: Each line of the last minute, the oldest first; how many there are of a kind.
        self._told: dict[Hashable, _Told] = {}
        self._kinds: Counter[Hashable] = Counter()
        self._timer: threading.Timer | None = None

    def emit(self, record: logging.LogRecord) -> None:
        now = self._clock()
        self._sum_up(now)
        kind = _kind(record)
        line: Hashable = (kind, record.getMessage(), _added(record))
        if line not in self._told and record.levelno >= logging.WARNING and self._kinds[kind] >= _MOST_ALIKE:
            line = kind
        told = self._told.get(line)
        if told is not None:
            told.n_more += 1
            self._sum_up_later()
            return
        if len(self._told) >= _MOST_SUMMED:
            self._forget(next(iter(self._told)))
        self._told[line] = _Told(record, kind, now + _SUMMED_S)
        self._kinds[kind] += 1
        self._lines.handle(record)

    def _sum_up(self, now: float) -> None:
        """Tell how often came what has had its minute."""
        for line in [line for line, told in self._told.items() if told.until <= now]:
            self._forget(line)

    def _forget(self, line: Hashable) -> None:
        told = self._told.pop(line)
        self._kinds[told.kind] -= 1
        if not self._kinds[told.kind]:
            del self._kinds[told.kind]
        if told.n_more:
            self._lines.handle(told.summary())

    def _sum_up_later(self) -> None:
        """See to it that a sum is told even if nothing else is."""
        if self._timer is None:
            self._timer = threading.Timer(_SUMMED_S, self._sum_up_now)
            self._timer.daemon = True
            self._timer.start()

    def _sum_up_now(self) -> None:
        with self.lock or threading.RLock():
            self._timer = None
            self._sum_up(self._clock())
            if any(told.n_more for told in self._told.values()):
                self._sum_up_later()

    def flush(self) -> None:
        """Tell all sums at once: the program ends."""
        with self.lock or threading.RLock():
            for line in list(self._told):
                self._forget(line)
        self._lines.flush()


class _Told:
    """A line that was told, and how often it came again."""

    def __init__(self, record: logging.LogRecord, kind: Hashable, until: float) -> None:
        # without its traceback, which would keep alive all that was at work there
        self._record = copy.copy(record)
        self._record.msg, self._record.args = record.getMessage(), ()
        self._record.exc_info = self._record.exc_text = self._record.stack_info = None
        self.kind = kind
        self.until = until
        self.n_more = 0

    def summary(self) -> logging.LogRecord:
        """The same line with the number."""
        record = copy.copy(self._record)
        record.msg = f"{record.msg} ({self.n_more} more times)"
        record.created = time.time()
        return record


def _kind(record: logging.LogRecord) -> Hashable:
    """What lines from one place in the code have in common, and those of one mistake."""
    return record.name, record.levelno, record.msg, _origin(record)


def _origin(record: logging.LogRecord) -> Hashable:
    """Which error was raised where, if one was."""
    if not record.exc_info or record.exc_info[0] is None:
        return None
    trace = record.exc_info[2]
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = None if trace is None else (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
    return record.exc_info[0], place


def _added(record: logging.LogRecord) -> str:
    return repr([(name, value) for name, value in record.__dict__.items() if name not in _KNOWN])


def set_up_logs(style: LogStyle | None = None) -> None:
    """Send our log lines to standard error; without a style, JSON where nobody looks on."""
    chosen = style or ("text" if sys.stderr.isatty() else "json")
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines() if chosen == "json" else logging.Formatter("%(levelname)s %(message)s"))
    _ours.handlers = [Summed(lines)]
    _ours.setLevel(logging.INFO if chosen == "json" else logging.WARNING)
    _ours.propagate = False


def end_logs() -> None:
    """Tell what is still to be told; the web server takes our lines from what Python does so at the end."""
    for lines in _ours.handlers:
        lines.flush()
