"""`stolik serve`: tables for people in the browser and for programs, everything in one process."""

from __future__ import annotations

import asyncio
import difflib
import os
import socket
import sys
import webbrowser
from collections.abc import Coroutine
from typing import Annotated, Any, Literal

import cyclopts
from cyclopts import Parameter
from rich.console import Console

from stolik.core.message import Complaint
from stolik.terminal import settings


def serve(
    *,
    host: Annotated[
        str, Parameter(help="Address to listen on; 0.0.0.0 lets others on your network come.")
    ] = "127.0.0.1",
    port: Annotated[int, Parameter(help="Port; if it is taken, the next free one is used.")] = 8000,
    database: Annotated[
        str | None,
        Parameter(help="sqlite:///FILE or postgresql://SERVER/NAME; else a file of yours."),
    ] = None,
    redis: Annotated[
        str | None, Parameter(help="redis://SERVER, through which several servers tell each other.")
    ] = None,
    logs: Annotated[
        Literal["text", "json"] | None, Parameter(help="Log lines for people or for programs.")
    ] = None,
    behind_proxy: Annotated[
        bool, Parameter(help="Believe what a proxy before it says: X-Forwarded-For, X-Forwarded-Proto.")
    ] = False,
    sockets_per_address: Annotated[
        int, Parameter(help="How many pages may be open from one address, this machine aside.")
    ] = 100,
    read_seconds: Annotated[
        int, Parameter(help="How long a client may take for the head of a request, and for its body.")
    ] = 30,
    new_key: Annotated[
        bool,
        Parameter(
            help="Go on with another key than before: people log in anew, running games lose their proof."
        ),
    ] = False,
    accept_damage: Annotated[
        bool, Parameter(help="Go on with a damaged database, without what cannot be read any more.")
    ] = False,
    calls_per_minute: Annotated[
        int, Parameter(help="How many calls one address may make in a minute; dear ones count as several.")
    ] = 1200,
    open: Annotated[bool, Parameter(help="Open a browser.")] = False,
) -> int:
    """Run the server until it is interrupted."""
    # the web takes half a second to import, which no other command should pay
    from stolik.web.operations.limits import Limits
    from stolik.web.operations.logs import set_up_logs
    from stolik.web.operations.tcp import fitting, raise_open_files
    from stolik.web.server import EVERYWHERE, default_database
    from stolik.web.server import serve as run

    def ready(address: str) -> None:
        _greet(address, host in EVERYWHERE, limits.sockets)
        if open and _has_screen():
            webbrowser.open(address)

    set_up_logs(logs)
    chosen = database or default_database()
    is_behind = behind_proxy or os.environ.get("STOLIK_BEHIND_PROXY") == "1"
    _check_positive(sockets_per_address, read_seconds, calls_per_minute)
    wanted = Limits(
        calls_per_minute=calls_per_minute,
        sockets_per_address=sockets_per_address,
        read_seconds=read_seconds,
    )
    limits = fitting(wanted, raise_open_files())
    return _to_its_end(
        run(
            host=host,
            port=port,
            database=chosen,
            redis=redis,
            ready=ready,
            behind_proxy=is_behind,
            limits=limits,
            new_key=new_key,
            accept_damage=accept_damage,
        )
    )


def worker(
    *,
    database: Annotated[str, Parameter(help="postgresql://SERVER/NAME, the one of the servers.")],
    redis: Annotated[str | None, Parameter(help="redis://SERVER, the one of the servers.")] = None,
    threads: Annotated[int, Parameter(help="How many moves to think about at once.")] = 1,
    logs: Annotated[
        Literal["text", "json"] | None, Parameter(help="Log lines for people or for programs.")
    ] = None,
) -> int:
    """Think for the servers of a cluster: moves of the strongest bots go to whichever worker is free."""
    from stolik.web.operations.logs import set_up_logs
    from stolik.web.operations.worker import run_worker

    set_up_logs(logs)
    return _to_its_end(run_worker(database, redis, threads))


def _to_its_end(work: Coroutine[Any, Any, None]) -> int:
    """Do what takes until somebody stops it; what the log has summed up is told then."""
    from stolik.web.operations.logs import end_logs

    try:
        asyncio.run(work)
    finally:
        end_logs()
    return 0


def _check_positive(*numbers: int) -> None:
    if min(numbers) < 1:
        raise Complaint("{n} is too few: take 1 or more.", n=min(numbers))


def _greet(address: str, others_may_come: bool, n_sockets: int) -> None:
    text, console = settings.say(), Console(soft_wrap=True)
    console.print(text("Stolik is at {address}", address=address))
    if others_may_come:
        port = address.rstrip("/").rpartition(":")[2]
        near = text("On your network: {address}", address=f"http://{_own_address()}:{port}/")
        console.print(near)
    console.print(text("Room for {n} open pages (sockets).", n=n_sockets), style="dim", highlight=False)
    console.print(text("Ctrl+C ends it. Nothing is lost."), style="dim")
    sys.stdout.flush()


def _own_address() -> str:
    """The address by which neighbours reach this machine; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def _has_screen() -> bool:
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def register(app: cyclopts.App) -> None:
    """Add the command; without any command the same happens, with a browser."""
    app.command(serve)
    app.command(worker)

    def serve_at_once(*words: Annotated[str, Parameter(show=False)]) -> int:
        """Word and number tile games: play them, ask about words, study positions."""
        if not words:
            return serve(open=True)
        near = difflib.get_close_matches(words[0], [name for name in app if not name.startswith("-")], n=1)
        if near:
            raise Complaint("There is no command “{word}”. Did you mean {near}?", word=words[0], near=near[0])
        raise Complaint("There is no command “{word}”. `stolik --help` lists them all.", word=words[0])

    app.default(serve_at_once)
