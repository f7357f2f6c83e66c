"""Takes a picture of every page and game: `make screenshots`, or `python -m tools.screenshots [NAME...]`.

Each picture of SCREENS, and of the facet `screens` of each game, is taken by day and by night, on a phone and
on a wide screen, and written to docs/screenshots. The server of the pictures gives its tables the same names
every time, so that the same tiles are drawn, and every move is the first that may be made: a picture changes
only if the page does.
"""

from __future__ import annotations

import base64
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count, product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Error as PlaywrightError

from stolik.core import registry
from stolik.core.facets import facet
from stolik.core.screens import Played, Screen
from tests.browser.board import Finger, Mouse, hint
from tests.web.servers import Person, Server
from tools.chromium import browser

FOLDER = Path(__file__).parent.parent / "docs/screenshots"
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "wide": {"viewport": {"width": 1360, "height": 900}},
}
THEMES = ("light", "dark")
QUALITY = 72
#: It stands in invitations.
PORT = 18_943
Page = Any


def press(page: Page, names: Sequence[str]) -> None:
    """Press buttons by their names; the last one opens something."""
    for name in names:
        page.get_by_role("button", name=name).locator("visible=true").first.click()
    page.get_by_role("dialog").wait_for()


def lay(page: Page) -> None:
    """Lay the tiles of the best play for trial."""
    page.locator("[data-place]").first.wait_for()
    table = page.url.rpartition("/")[2]
    player = (Finger if page.viewport_size["width"] < 900 else Mouse)(page, table)
    for row, col, (origin, face) in hint(page, table)["tiles"]:
        player.lay(row, col, origin, face)
    page.locator(".badge span").wait_for()


#: The pages that are there whatever is played; {waiting} is a table at which a seat is free.
SCREENS = (
    Screen("home", "/"),
    Screen("home-start", "/", ("Z botem",)),
    Screen("home-settings", "/", ("Ustawienia",)),
    Screen("waiting", "/t/{waiting}", sees="img"),
    Screen("words", "/words/pl/żółw", sees="h1"),
    Screen("me", "/me", sees="#me section"),
    Screen("offline", "/offline"),
)


def of_games(name: str) -> Iterator[Any]:
    """What the games that bring pictures say under a name, in the order in which they are offered."""
    for game in dict.fromkeys(each.game for each in registry.presets().values()):
        found = facet(game, "screens")
        if found is not None:
            yield getattr(found, name)


# --- the tables of the pictures -----------------------------------------------------------------------------


class SameServer(Server):
    """A server whose tables have the same names every time it is started, at the same address."""

    def start(self) -> None:
        self.port = PORT
        super().start()

    def _launch(self, arguments: list[str], environment: dict[str, str], output: Path) -> Any:
        with output.open("ab") as file:
            return subprocess.Popen(
                [sys.executable, "-m", "tools.screenshots", "--serve", *arguments],
                env=environment | {"STOLIK_KEY": "the key of the pictures"},
                stdout=file,
                stderr=subprocess.STDOUT,
            )


def serve(arguments: list[str]) -> int:
    """Run the program, whose lobby throws loaded dice."""
    from stolik.cli import main as program
    from stolik.table import lobby

    numbers, chance = count(1), Random(7)
    vars(lobby)["secrets"] = SimpleNamespace(
        token_urlsafe=lambda _: f"picture-{next(numbers)}", choice=chance.choice
    )
    sys.argv[1:] = arguments
    return int(program() or 0)


def tables(person: Person) -> dict[str, str]:
    """Set the tables up, and play at some of them."""
    found = {name: table(person, wanted) for each in of_games("TABLES") for name, wanted in each.items()}
    return found | {"waiting": str(person.table(registry.in_order("pl")[0].id, None)["id"])}


def table(person: Person, wanted: Played) -> str:
    """A table as a game wants it."""
    made = person.table(wanted.preset, *wanted.bots, options=wanted.options)["id"]
    shown = played(person, made, wanted.n_moves)
    return reviewed(person, shown) if wanted.reviewed else shown


def played(person: Person, table: str, n_moves: int) -> str:
    """Make so many moves, each the first that may be made, and wait for one's turn again."""
    with person.socket() as socket:
        shown = socket.watch(table, 0)
        while shown["status"] == "playing":
            turn = shown["turns"].get("0")
            if turn is not None and n_moves == 0:
                break
            if turn is not None:
                n_moves -= 1
                socket.act(table, 0, turn, person.actions(table, 0)[0])
            shown = socket.expect("table")
    return table


def reviewed(person: Person, table: str) -> str:
    """Have every move of a finished game judged, and wait for it."""
    while not person.http.post(f"/api/tables/{table}/review").json()["done"]:
        time.sleep(1)
    return table


# --- taking them --------------------------------------------------------------------------------------------


@contextmanager
def pages(running: Any, url: str, storage: Any, theme: str, size: str) -> Iterator[Page]:
    """A page of the person who sits at the tables."""
    context = running.new_context(
        base_url=url,
        locale="pl-PL",
        color_scheme=theme,
        reduced_motion="reduce",
        service_workers="block",
        storage_state=storage,
        **SIZES[size],
    )
    # what a page chooses by chance, it chooses alike in every picture
    context.add_init_script("Math.random = () => 0.42")
    yield context.new_page()
    context.close()


def signed_in(running: Any, person: Person, url: str) -> Any:
    """The state of a browser in which the person has seen the first page."""
    context = running.new_context(base_url=url, locale="pl-PL")
    context.add_cookies(
        [{"name": each.name, "value": each.value, "url": url} for each in person.http.cookies.jar]
    )
    page = context.new_page()
    page.goto("/")
    page.locator("[data-place]").first.wait_for()
    return context.storage_state()


def take(page: Page, screen: Screen, path: str, file: Path) -> None:
    """Go there, do what is to be done, and keep what is seen."""
    answer = page.goto(path)
    if not answer.ok:
        raise LookupError(f"{path} answers {answer.status}")
    if screen.presses:
        press(page, screen.presses)
    elif screen.lays:
        lay(page)
    else:
        page.locator(screen.sees).first.wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    tools = page.context.new_cdp_session(page)
    taken = tools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    file.write_bytes(base64.b64decode(taken["data"]))


def main(names: list[str]) -> int:
    """0 when every picture was taken."""
    FOLDER.mkdir(exist_ok=True)
    failed, screens = [], [*SCREENS, *(screen for each in of_games("SCREENS") for screen in each)]
    with tempfile.TemporaryDirectory() as folder, browser() as running:
        server = SameServer(Path(folder))
        person = Person(server, "Ania")
        try:
            person.http.headers["accept-language"] = "pl"
            places = tables(person)
            storage = signed_in(running, person, server.url)
            for size, theme in product(SIZES, THEMES):
                wanted = [
                    each for each in screens if size in each.sizes and each.name in (names or [each.name])
                ]
                with pages(running, server.url, storage, theme, size) as page:
                    for screen in wanted:
                        file = FOLDER / f"{screen.name}-{size}-{theme}.webp"
                        try:
                            take(page, screen, screen.path.format(**places), file)
                        except (LookupError, PlaywrightError) as problem:
                            failed.append(file.name)
                            print(f"{file.name}: {str(problem).splitlines()[0]}", flush=True)
        finally:
            person.close()
            server.close()
    total = sum(file.stat().st_size for file in FOLDER.glob("*.webp"))
    print(f"{total / 1e6:.1f} MB in docs/screenshots; not taken: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(serve(sys.argv[2:]) if sys.argv[1:2] == ["--serve"] else main(sys.argv[1:]))
