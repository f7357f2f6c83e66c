"""The client as an app: it is there without a network, says so, and takes up its work by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.board import set_up, tap_any
from tests.browser.conftest import Open, running_browser
from tests.browser.test_pages_in_browser import PHONE, violations
from tests.web.servers import Server

KEPT = """async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys())));
    return all.flat().map((each) => new URL(each.url).pathname);
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that this module may end."""
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser that can show notifications."""
    with running_browser(light=False) as running:
        yield running


def wait_for_worker(page: Any) -> None:
    """Until the worker answers for the page: then it has kept what it keeps."""
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def push(page: Any, **message: str) -> None:
    """Let a push arrive, as from the push service of the browser."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: found.extend(each["registrationId"] for each in told["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    while not found:
        page.evaluate("1")
    data = {"origin": page.evaluate("origin"), "registrationId": found[0], "data": json.dumps(message)}
    tools.send("ServiceWorker.deliverPushMessage", data)
    tools.detach()


LOOK = """async () => {
    const worker = await navigator.serviceWorker.ready;
    const look = async () => {
        window.shown = (await worker.getNotifications()).map(({title, body, tag}) => [title, body, tag]);
        setTimeout(look, 50);
    };
    await look();
}"""


def wait_until_shown(page: Any, *wanted: list[str]) -> None:
    """Until these are the messages of the browser; its own waiting takes any promise for a yes."""
    page.evaluate(LOOK)
    page.wait_for_function(
        "(wanted) => JSON.stringify(window.shown) === wanted", arg=json.dumps(wanted, separators=(",", ":"))
    )


def test_push_shows_a_turn_until_it_is_taken_back_or_looked_at(open_page: Open) -> None:
    page = open_page("/offline", service_workers="allow", permissions=["notifications"], **PHONE)
    wait_for_worker(page)
    turn = {"type": "turn", "title": "Twoja kolej.", "text": "Marek"}
    push(page, table="one", **turn)
    wait_until_shown(page, ["Twoja kolej.", "Marek", "one"])
    push(page, table="one", type="gone")
    wait_until_shown(page)
    table = set_up(page, "pl", None)  # whoever has just been there might be taken to look still
    push(page, table=table, **turn)
    wait_until_shown(page, ["Twoja kolej.", "Marek", table])
    page.goto(f"/t/{table}")
    wait_until_shown(page)


def test_page_is_there_without_a_network_in_the_language_chosen_last(open_page: Open, server: Server) -> None:
    page = open_page(service_workers="allow", **PHONE)
    page.get_by_role("grid").wait_for()
    wait_for_worker(page)
    page.evaluate("fetch('/api/me', {method: 'POST', body: '{\"language\": \"pt\"}'})")
    table = page.evaluate("async () => (await (await fetch('/api/me/tables')).json())[0].id")
    page.goto(f"/t/{table}")
    page.locator("li.chip").first.wait_for()
    paths = page.evaluate(KEPT)
    assert not [path for path in paths if path.startswith(("/api", "/ws", "/t/")) or path == "/"]
    server.kill()
    page.reload()
    page.get_by_role("heading", name="Sem conexão com o servidor").wait_for()
    expect(page.locator("[data-place]")).to_have_count(7)
    assert violations(page) == []
    tap_any(page, 0, 7, 7, "A")
    page.get_by_role("combobox").select_option(index=1)
    page.get_by_role("button", name="777").wait_for()
    server.start()
    page.get_by_role("button", name="Tentar de novo").tap()
    page.locator("li.chip").first.wait_for()
