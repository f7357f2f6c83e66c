"""`stolik reports`: what people have reported to whoever looks after a server."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

import cyclopts
from cyclopts import Parameter
from rich.console import Console
from rich.text import Text

from stolik.core.message import Complaint
from stolik.terminal import settings
from stolik.terminal.output import print_json
from stolik.texts import N_, Translator

if TYPE_CHECKING:
    from stolik.storage.chat import Report

_KINDS = {"word": N_("a word"), "chat": N_("something said"), "other": N_("something else")}


def show_reports(
    *,
    database: Annotated[
        str | None,
        Parameter(
            help="sqlite:///FILE or postgresql://SERVER/NAME, that of the server; else a file of yours."
        ),
    ] = None,
    since: Annotated[
        str | None, Parameter(help="The first day, as 2026-01-31; else from the beginning.")
    ] = None,
    json: Annotated[bool, Parameter(help="Print JSON.")] = False,
) -> int:
    """List what people have reported on a server, the newest first: words, and what was said at tables."""
    since_ms = 0 if since is None else _beginning_ms(since)
    found = asyncio.run(_reports(database, since_ms))
    if json:
        print_json([_plain(report) for report in found])
        return 0
    text, console = settings.say(), Console(highlight=False, soft_wrap=True)
    for report in found:
        console.print(_shown(report, text))
    if not found:
        console.print(text("Nothing was reported."))
    return 0


async def _reports(given: str | None, since_ms: int) -> list[Report]:
    # a database takes a quarter of a second to import, which no other command should pay
    from stolik.storage.chat import ChatStore
    from stolik.storage.database import DatabaseTrouble, kind_of_database, open_database
    from stolik.web.server import default_database

    url = given or default_database()
    address, driver = kind_of_database(url)
    if driver.startswith("sqlite") and not os.path.exists(address.database or ""):
        raise DatabaseTrouble(
            "There is no database {file}. Which one is it? Say --database.", file=address.database or ""
        )
    database = await open_database(url)
    try:
        return await ChatStore(database).reports(since_ms)
    finally:
        await database.close()


def _beginning_ms(day: str) -> int:
    try:
        return round(1000 * datetime.strptime(day, "%Y-%m-%d").astimezone().timestamp())
    except (ValueError, OverflowError) as error:
        raise Complaint("{day} is no day: write it as 2026-01-31.", day=day) from error


def _plain(report: Report) -> dict[str, Any]:
    """A report for programs, with its time in the form of ISO 8601."""
    return {
        "at": datetime.fromtimestamp(report.at_ms / 1000, UTC).isoformat(timespec="seconds"),
        "kind": report.kind,
        "player": report.player_id,
        "name": report.name,
        "login": report.login,
        "table": report.table_id,
        "what": report.what,
        "comment": report.comment,
    }


def _shown(report: Report, text: Translator) -> Text:
    at = datetime.fromtimestamp(report.at_ms / 1000).strftime("%Y-%m-%d %H:%M")
    name = _printable(report.name) or "?"
    if report.login is None:
        who = text("{name}, a guest", name=name)
    else:
        who = text("{name}, account {login}", name=name, login=_printable(report.login))
    head = [at, text(_KINDS[report.kind]) if report.kind in _KINDS else report.kind, who]
    if report.table_id is not None:
        head.append(text("at table {table}", table=report.table_id))
    lines = [each for each in (_printable(report.what), _printable(report.comment)) if each]
    return Text("\n").join([Text(" · ".join(head), "dim"), *(Text(f"    {line}") for line in lines)])


def _printable(written: str) -> str:
    """What somebody wrote, without anything that a terminal would obey."""
    return "".join(letter if letter.isprintable() else " " for letter in written).strip()


def register(app: cyclopts.App) -> None:
    """Add the command."""
    app.command(show_reports, name="reports")
