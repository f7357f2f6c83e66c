"""Log lines: for people on a terminal, as JSON for programs. Tiles on racks and seeds are never in them."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

LogStyle = Literal["text", "json"]
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


def set_up_logs(style: LogStyle | None = None) -> None:
    """Send our log lines to standard error; without a style, JSON where nobody looks on."""
    chosen = style or ("text" if sys.stderr.isatty() else "json")
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines() if chosen == "json" else logging.Formatter("%(levelname)s %(message)s"))
    ours = logging.getLogger("stolik")
    ours.handlers = [lines]
    ours.setLevel(logging.INFO if chosen == "json" else logging.WARNING)
    ours.propagate = False
