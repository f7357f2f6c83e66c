"""Takes a picture of every page and game: `make screenshots`, or `python -m tools.screenshots [NAME...]`.

Each picture of SCENES is taken by day and by night, on a phone and on a wide screen, and written to
docs/screenshots. The server of the pictures gives its tables the same names every time, so that the same
tiles are drawn, and every move is the first that may be made: a picture changes only if the page does.
"""

from __future__ import annotations

import base64
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

from playwright.sync_api import Error as PlaywrightError

from tests.browser.board import Finger, Mouse, hint
from tests.browser.test_board_game import QUICK
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
Do = Callable[[Page], object]


class Scene(NamedTuple):
    """A picture: where it is taken, and what is done before."""

    name: str
    path: str
    do: Do
    #: Sizes in which it can be taken; what is a sheet on phones may be a column elsewhere.
    sizes: tuple[str, ...] = ("phone", "wide")


def press(*names: str) -> Do:
    """Press buttons by their names."""

    def do(page: Page) -> None:
        for name in names:
            page.get_by_role("button", name=name).locator("visible=true").first.click()
        page.get_by_role("dialog").wait_for()

    return do


def lay(page: Page) -> None:
    """Lay the tiles of the best play for trial."""
    page.locator("[data-place]").first.wait_for()
    table = page.url.rpartition("/")[2]
    player = (Finger if page.viewport_size["width"] < 900 else Mouse)(page, table)
    for row, col, (origin, face) in hint(page, table)["tiles"]:
        player.lay(row, col, origin, face)
    page.locator(".badge span").wait_for()


def see(selector: str) -> Do:
    """Wait for something."""
    return lambda page: page.locator(selector).first.wait_for()


#: {names} are tables that `tables` sets up.
SCENES = (
    Scene("home", "/", see("[data-place]")),
    Scene("home-start", "/", press("Z botem")),
    Scene("home-settings", "/", press("Ustawienia")),
    Scene("board", "/t/{board}", lay),
    Scene("board-four", "/t/{four}", see("[data-place]")),
    Scene("board-exchange", "/t/{board}", press("Wymień")),
    Scene("board-unseen", "/t/{board}", press("Niewidziane"), ("phone",)),
    Scene("board-more", "/t/{board}", press("Więcej")),
    Scene("board-result", "/t/{over}", see(".result")),
    Scene("numbers", "/t/{numbers}", see("[data-place]")),
    Scene("numbers-six", "/t/{six}", see("[data-place]")),
    Scene("waiting", "/t/{waiting}", see("img")),
    Scene("review", "/t/{over}/review", see("main h1")),
    Scene("words", "/words/pl/żółw", see("h1")),
    Scene("rules-board", "/rules/scrabble", see("h1")),
    Scene("rules-numbers", "/rules/rummikub", see("h1")),
    Scene("learn-board", "/learn/scrabble", see("[data-place]")),
    Scene("learn-numbers", "/learn/rummikub", see("[data-place]")),
    Scene("me", "/me", see("#me section")),
    Scene("offline", "/offline", see("[data-place]")),
)


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
    judged, unhurried = {"challenge": "off"}, {"turn_seconds": None}
    return {
        "board": played(person, person.table("pl", "club", options=judged)["id"], 5),
        "four": played(person, person.table("pl", "club", "beginner", "club", options=judged)["id"], 3),
        "over": reviewed(person, played(person, person.table("pl", "beginner", options=QUICK)["id"], 200)),
        "numbers": played(person, person.table("rummikub", "club", options=unhurried)["id"], 9),
        "six": played(person, person.table("rummikub-xp", *5 * ["beginner"], options=unhurried)["id"], 5),
        "waiting": str(person.table("pl", None)["id"]),
    }


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


def take(page: Page, scene: Scene, path: str, file: Path) -> None:
    """Go there, do what is to be done, and keep what is seen."""
    answer = page.goto(path)
    if not answer.ok:
        raise LookupError(f"{path} answers {answer.status}")
    scene.do(page)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    tools = page.context.new_cdp_session(page)
    taken = tools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    file.write_bytes(base64.b64decode(taken["data"]))


def main(names: list[str]) -> int:
    """0 when every picture was taken."""
    FOLDER.mkdir(exist_ok=True)
    failed = []
    with tempfile.TemporaryDirectory() as folder, browser() as running:
        server = SameServer(Path(folder))
        person = Person(server, "Ania")
        try:
            person.http.headers["accept-language"] = "pl"
            places = tables(person)
            storage = signed_in(running, person, server.url)
            for size, theme in product(SIZES, THEMES):
                wanted = [
                    each for each in SCENES if size in each.sizes and each.name in (names or [each.name])
                ]
                with pages(running, server.url, storage, theme, size) as page:
                    for scene in wanted:
                        file = FOLDER / f"{scene.name}-{size}-{theme}.webp"
                        try:
                            take(page, scene, scene.path.format(**places), file)
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
