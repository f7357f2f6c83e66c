"""A real Chromium against a real server. Where there is no browser, these tests say so and are left out."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from stolik.web.client import client
from tests.web.servers import Server

try:
    from playwright import sync_api
except ModuleNotFoundError:
    sync_api = None

_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
Open = Callable[..., Any]


def chromium() -> str | None:
    """The browser: the one that is named, one of the system, or the one playwright has installed."""
    named = os.environ.get("STOLIK_CHROMIUM")
    found = [shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome")]
    return named or next((path for path in found if path), None)


def _give_up(why: str) -> NoReturn:
    """Leave the tests out, or fail where a browser is a must."""
    if os.environ.get("STOLIK_NEEDS_BROWSER"):
        pytest.fail(why)
    pytest.skip(f"NO BROWSER TESTS: {why}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if client() is None:
        _give_up("the web client is not built; run `make test`")
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.close()


# For one module: as long as it runs, its event loop is the one of this thread.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if sync_api is None:
        _give_up("playwright is not installed; run `make test`")
    with sync_api.sync_playwright() as playwright:
        path = chromium()
        if path is None and not Path(playwright.chromium.executable_path).exists():
            _give_up("set STOLIK_CHROMIUM or run `.venv/bin/playwright install chromium`")
        running = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield running
        running.close()


def is_wrong(line: Any) -> bool:
    """Whether a line on the console is a fault of ours: what the network refuses is told there as well."""
    return bool(line.type == "error" and not line.text.startswith(("Failed to load", "WebSocket connection")))


@pytest.fixture
def open_page(server: Server, browser: Any) -> Iterator[Open]:
    """A page of somebody of his own; whatever goes wrong in it fails the test."""
    wrong: list[str] = []
    contexts = []

    def open_page(path: str = "/", *, language: str = "pl-PL", **more: Any) -> Any:
        context = browser.new_context(base_url=server.url, locale=language, reduced_motion="reduce", **more)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if is_wrong(line) else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrong
