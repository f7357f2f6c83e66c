"""The web client as a browser sees it: how soon a page is there, and whether anything jumps while one plays.

    python bench/client.py [--visits 7] [--only paints|games]

A real Chromium on this machine, slowed down to a quarter of its speed for the paints. A visit is that of
somebody new, with nothing kept. Beside the time of the largest paint stands what the page's own thread has
computed until then, four times: a busy machine does not change that much. The shifts are those of a whole
game, on a phone and on a wide screen: `counted` as the web's own measure does, and `all` with those that
follow a touch or a key at once: of number tiles those are the sets that make room for others. Writes
docs/results/client.md, unless only a part is wanted.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
from stolik.core import registry
from stolik.core.about import Preset
from tests.browser.whole_games import WHOLE_GAMES
from tests.web.servers import Server
from tools.chromium import browser
from tools.client import BUDGET_BYTES, BUILT, page_sizes

ROOT = Path(__file__).parents[1]
RESULT = ROOT / "docs/results/client.md"
SLOWER, SETTLED_MS = 4, 3000
PAINT, TASK = "largestContentfulPaint::Candidate", "RunTask"
_TRACED = ["disabled-by-default-devtools.timeline", "loading", "blink.user_timing"]
LARGEST_MS = 1000
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1360, "height": 850}}
WATCH = """
window.seen = {largest: 0, counted: 0, all: 0, shifts: []};
new PerformanceObserver((list) => {
    for (const each of list.getEntries()) seen.largest = each.startTime;
}).observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
        seen.all += each.value;
        seen.counted += each.hadRecentInput ? 0 : each.value;
        const what = each.sources.map(({node}) => node?.className ?? node?.nodeName ?? "");
        seen.shifts.push([each.value, each.hadRecentInput, what.join(" | ")]);
    }
}).observe({type: "layout-shift", buffered: true});
"""


class Visits:
    """Pages of people who have not been here before."""

    def __init__(self, running: Any, url: str) -> None:
        self._browser, self._url = running, url

    def page(self, size: dict[str, Any], **more: Any) -> Any:
        """An empty page that will be watched."""
        wanted = {"base_url": self._url, "locale": "pl-PL", "service_workers": "block"} | size | more
        context = self._browser.new_context(**wanted)
        context.add_init_script(WATCH)
        page = context.new_page()
        page.set_default_timeout(120_000)
        return page

    def largest_ms(self, path: Callable[[Any], str], size: dict[str, Any]) -> tuple[float, float]:
        """When the largest thing of a page was painted, and what moved until then."""
        page = self.page(size)
        wanted = path(page)
        tools = page.context.new_cdp_session(page)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        self._settle(page, wanted)
        seen = page.evaluate("seen")
        page.context.close()
        return float(seen["largest"]), float(seen["counted"])

    def computed_ms(self, path: Callable[[Any], str], size: dict[str, Any]) -> float:
        """What the page's thread computes until the largest paint, at full speed."""
        page = self.page(size)
        wanted = path(page)
        self._browser.start_tracing(page=page, categories=_TRACED)
        self._settle(page, wanted)
        events = json.loads(self._browser.stop_tracing())["traceEvents"]
        page.context.close()
        last = max((each for each in events if each["name"] == PAINT), key=lambda each: int(each["ts"]))
        tasks = [each for each in events if (each["pid"], each["tid"]) == (last["pid"], last["tid"])]
        visit = last["args"]["data"]["navigationId"]
        # a first visit begins in the thread of an empty page; what this one did before is little
        starts = [
            each["ts"] for each in tasks if each["name"] == "navigationStart" and visit in str(each["args"])
        ]
        began = min(starts, default=0)
        return sum(
            each["tdur"] / 1000
            for each in tasks
            if each["name"] == TASK and began <= each["ts"] <= last["ts"] and "tdur" in each
        )

    def _settle(self, page: Any, path: str) -> None:
        """Go to a page and leave it alone until all is there: answering costs its thread time too."""
        page.goto(path)
        page.wait_for_timeout(SETTLED_MS)
        page.locator("[data-place]").first.wait_for()

    def shifts(self, play: Callable[[Any], object], size: dict[str, Any]) -> dict[str, Any]:
        """What moved during a whole game."""
        page = self.page(size)
        page.goto("/")
        play(page)
        page.locator(".result").wait_for()
        seen: dict[str, Any] = page.evaluate("seen")
        page.context.close()
        return seen


def home(_page: Any) -> str:
    return "/"


def table(preset: Preset) -> Callable[[Any], str]:
    """The way to a new table, as a newcomer plays there."""
    first = registry.about(preset.game).first

    def made(page: Any) -> str:
        page.goto("/healthz")
        n_seats = 1 + len(first.seats)
        wanted = {"preset": preset.id, "seats": first.seats, "n_seats": n_seats, "name": "Ania"}
        answer = page.request.post("/api/tables", data={**wanted, "options": first.options})
        return f"/t/{answer.json()['id']}"

    return made


def tables() -> Iterator[tuple[str, tuple[Callable[[Any], str], dict[str, Any]]]]:
    """The pages of tables that are measured: every game that has a folder in the client, on both screens."""
    plainest = {each.game: each for each in reversed(registry.in_order("pl"))}
    for game, preset in plainest.items():
        if game in SIZES:
            title = registry.about(game).title["en"]
            yield f"{title}, phone", (table(preset), PHONE)
            yield f"{title}, wide", (table(preset), DESKTOP)


SIZES = page_sizes(json.loads((BUILT / "manifest.json").read_text(encoding="utf-8")))
PAINTS = {"first page, phone": (home, PHONE), "first page, wide": (home, DESKTOP), **dict(tables())}
GAMES = {
    f"{name}, {'phone' if small else 'wide'}": (play, PHONE if small else DESKTOP)
    for name, (play, small) in WHOLE_GAMES.items()
}


def paints(visits: Visits, n_visits: int) -> Iterator[str]:
    """How soon each page is there."""
    yield "| page | largest paint, median (best) | computed until then, 4x | shift while it loads |"
    yield "|---|---|---|---|"
    for name, (path, size) in PAINTS.items():
        yield f"| {name} | {_paint(visits, path, size, n_visits)} |"


def games(visits: Visits) -> Iterator[str]:
    """What moves in whole games; the largest moves are printed."""
    yield "| whole game | shift, counted | shift, all |"
    yield "|---|---|---|"
    for name, (play, size) in GAMES.items():
        moved = visits.shifts(play, size)
        print(*sorted(moved["shifts"], reverse=True)[:12], sep="\n    ", flush=True)
        yield f"| {name} | {moved['counted']:.4f} | {moved['all']:.4f} |"


def sizes() -> Iterator[str]:
    """What the scripts of each page weigh."""
    yield "| page | JavaScript, gzip |"
    yield "|---|---|"
    for name, size in SIZES.items():
        yield f"| {name} | {size / 1000:.1f} kB |"


def measure(n_visits: int, only: str | None) -> list[str]:
    """The lines of the report."""
    with tempfile.TemporaryDirectory() as folder, browser() as running:
        server = Server(Path(folder))
        try:
            visits = Visits(running, server.url)
            parts = {"paints": paints(visits, n_visits), "games": games(visits), "sizes": sizes()}
            lines = []
            for name, part in parts.items():
                for line in part if only in (None, name) else ():
                    print(line, flush=True)
                    lines.append(line)
                lines.append("")
            return lines
        finally:
            server.close()


def _paint(visits: Visits, path: Callable[[Any], str], size: dict[str, Any], n_visits: int) -> str:
    seen = [visits.largest_ms(path, size) for _ in range(n_visits)]
    times, shift = [each[0] for each in seen], max(each[1] for each in seen)
    computed = SLOWER * statistics.median(visits.computed_ms(path, size) for _ in range(n_visits))
    return f"{statistics.median(times):.0f} ms ({min(times):.0f}) | {computed:.0f} ms | {shift:.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--visits", type=int, default=7)
    parser.add_argument("--only", choices=["paints", "games"])
    chosen = parser.parse_args()
    n_visits, load = chosen.visits, os.getloadavg()[0]
    lines = measure(n_visits, chosen.only)
    if chosen.only:
        return
    how = (
        f"`python bench/client.py --visits {n_visits}`: Chromium on a shared machine with {os.cpu_count()}"
        f" cores, loopback, slowed down to a quarter for the paints.\nLoad of the machine: {load:.0f} at the"
        f" start, {os.getloadavg()[0]:.0f} at the end. Wanted: largest paint under {LARGEST_MS} ms, no shift"
        f" during play, {BUDGET_BYTES / 1000:.0f} kB of scripts for a game."
    )
    report = ["# The web client in a browser", "", how, "", *lines]
    RESULT.write_text("\n".join(report), encoding="utf-8")
    print(RESULT.relative_to(ROOT))


if __name__ == "__main__":
    main()
