"""A page that misses what has changed of a table notices it with the next change, and asks for the whole."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.board import new_table
from tests.browser.conftest import Open
from tests.browser.test_pages_in_browser import DESKTOP
from tests.web.servers import Person, Server


class LossyLine:
    """The sockets of a page, on which some changes never come."""

    def __init__(self, page: Any) -> None:
        self.told: list[str] = []
        self.asked: list[str] = []
        self.loses = False
        page.route_web_socket(re.compile("/ws$"), self._open)

    def _open(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def come(message: str | bytes) -> None:
            kind = json.loads(message)["type"]
            if kind == "changed" and self.loses:
                self.loses = False
                self.told.append("lost")
            else:
                self.told.append(kind)
                route.send(message)

        def go(message: str | bytes) -> None:
            self.asked.append(json.loads(message)["type"])
            server.send(message)

        server.on_message(come)
        route.on_message(go)


def test_page_that_missed_a_change_asks_for_the_whole_table(open_page: Open, server: Server) -> None:
    page, marek = open_page(**DESKTOP), Person(server, "Marek")
    line = LossyLine(page)
    table = new_table(page, "pl", None, options={"starter": 1})
    marek.join(table)
    with marek.socket() as socket:
        page.get_by_role("grid").wait_for()
        shown = socket.watch(table, 1)
        line.loses = True
        socket.send("propose", table=table, seat=1, id="p", what="draw")
        socket.expect("done")
        n_asked = line.asked.count("watch")
        socket.act(table, 1, shown["turns"]["1"], {"type": "Pass"})
        expect(page).to_have_title(re.compile("^●"))
    first_lost = line.told.index("lost")
    assert line.told[first_lost : first_lost + 3] == ["lost", "changed", "table"]
    assert line.asked.count("watch") == n_asked + 1
    page.get_by_role("button", name="Zgadzam się").or_(page.get_by_text("remis")).first.wait_for()
    marek.close()
