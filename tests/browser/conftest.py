"""A real Chromium against a real server. Where there is no browser, these tests say so and are left out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest
from playwright.sync_api import expect

from stolik.web.pages.client import client
from tests.web.servers import Person, Server
from tools import chromium

Open = Callable[..., Any]

# The page shows at once what the hand does, but what the server says comes when it comes.
expect.set_options(timeout=20_000)


def _give_up(why: str) -> NoReturn:
    """Leave the tests out, or fail where a browser is a must."""
    if os.environ.get("STOLIK_NEEDS_BROWSER"):
        pytest.fail(why)
    pytest.skip(f"NO BROWSER TESTS: {why}")


@contextmanager
def running_server(folder: Path) -> Iterator[Server]:
    """A server with the client, at home in a folder."""
    if client() is None:
        _give_up("the web client is not built; run `make test`")
    running = Server(folder)
    try:
        yield running
    finally:
        running.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@contextmanager
def running_browser(*, light: bool) -> Iterator[Any]:
    try:
        with chromium.browser(light=light) as running:
            yield running
    except chromium.NoBrowser as why:
        _give_up(str(why))


# For one module: as long as it runs, its event loop is the one of this thread.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with running_browser(light=True) as running:
        yield running


@pytest.fixture
def marek(server: Server) -> Iterator[Person]:
    """Somebody who sits down and moves only when he is told to: no bot is so patient."""
    person = Person(server, "Marek")
    yield person
    person.close()


def is_wrong(line: Any) -> bool:
    """Whether a line on the console is a fault of ours: what the network refuses is told there as well."""
    return bool(line.type == "error" and not line.text.startswith(("Failed to load", "WebSocket connection")))


@pytest.fixture
def open_page(server: Server, browser: Any) -> Iterator[Open]:
    """A page of somebody of his own; whatever goes wrong in it fails the test."""
    wrong: list[str] = []
    contexts = []

    def open_page(path: str = "/", *, language: str = "pl-PL", **more: Any) -> Any:
        # a worker would fetch the whole client for every test: only those that are about it let it
        wanted = {"service_workers": "block", "reduced_motion": "reduce"} | more
        context = browser.new_context(base_url=server.url, locale=language, **wanted)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if is_wrong(line) else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong
