"""`stolik verify`: deal a finished game again and see whether it was dealt as promised."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import cyclopts
from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape

from stolik.core.message import Complaint
from stolik.study.verify import read_log, verify
from stolik.terminal import settings
from stolik.words.store import Lexicons

_PATIENCE_S = 30
_MOST_BYTES = 50_000_000
_TABLE = re.compile(r"/(?:t|api/tables)/([^/]+)(?:/log)?/?")


def check_deal(
    game: Annotated[str, Parameter(help="A log saved from a server, or the address of a finished table.")],
    /,
    *,
    token: Annotated[
        str | None, Parameter(help="A token of one who played, for a table without spectators.")
    ] = None,
) -> int:
    """Deal a finished game again: yes, or where it differs."""
    log = read_log(_content(game, token))
    verdict = verify(log, Lexicons())
    text, console = settings.say(), Console(soft_wrap=True)
    if verdict.problem is not None:
        console.print(text("No: this game was not dealt as promised."), style="bold red")
        console.print(escape(text.sentence(verdict.problem)))
        return 1
    console.print(text("Yes: this game was dealt as promised."), style="bold green")
    console.print(
        text(
            "The seed has the hash that was published first, and it gives all {draws} draws ({tiles} tiles).",
            draws=text.number(verdict.n_draws),
            tiles=text.number(verdict.n_drawn),
        )
    )
    if not verdict.words_checked:
        console.print(
            text("The word list of the game is not installed here: its verdicts on words were not checked.")
        )
    return 0


def _content(game: str, token: str | None) -> bytes:
    """The log in a file or at an address."""
    if urlsplit(game).scheme in ("http", "https"):
        return _fetched(_address(game), token)
    try:
        return Path(game).read_bytes()
    except OSError as error:
        raise Complaint(
            "{file} cannot be read: {why}.", file=game, why=error.strerror or str(error)
        ) from error


def _address(url: str) -> str:
    """Where the log of a table is, from any address of the table."""
    parts = urlsplit(url)
    table = _TABLE.fullmatch(parts.path)
    if table is None:
        raise Complaint("{url} is no address of a table: it looks like http://SERVER/t/TABLE.", url=url)
    return f"{parts.scheme}://{parts.netloc}/api/tables/{table[1]}/log"


def _fetched(url: str, token: str | None) -> bytes:
    try:
        asked = urllib.request.Request(url)  # http and https only: see _content
        if token is not None:
            asked.add_unredirected_header("Authorization", f"Bearer {token}")  # for this server and no other
        with urllib.request.urlopen(asked, timeout=_PATIENCE_S) as answer:
            content: bytes = answer.read(_MOST_BYTES)
            return content
    except urllib.error.HTTPError as error:
        with error:
            if error.code == 404:
                raise Complaint(
                    "There is no such table at {url}, or it is only for those who played. If you did, save "
                    "the log in your browser and verify the file, or give --token with a token of yours.",
                    url=url,
                ) from error
            if error.code == 401:
                raise Complaint(
                    "{url} does not know this token; it may have been revoked. Make another one.", url=url
                ) from error
            raise Complaint("{url} answers: {why}.", url=url, why=f"{error.code} {error.reason}") from error
    except (urllib.error.URLError, OSError, ValueError) as error:
        why = str(getattr(error, "reason", error))
        raise Complaint("{url} cannot be reached: {why}.", url=url, why=why) from error


def register(app: cyclopts.App) -> None:
    """Add the command."""
    app.command(check_deal, name="verify")
