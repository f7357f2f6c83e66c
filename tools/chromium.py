"""The browser that tests, pictures and measurements use: a real Chromium, wherever this machine has it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")
#: The same browser without windows, tabs and notifications: it needs two thirds of the time.
_LIGHT = "chromium-headless-shell"
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class NoBrowser(Exception):
    """There is no browser; the message says what to do."""


@contextmanager
def browser(*, light: bool = False) -> Iterator[Any]:
    """A browser: the one that is named, one of the system, or the one that playwright has installed.

    A light one is taken where pages are all that matters, if there is one.
    """
    found = [shutil.which(name) for name in ((_LIGHT,) if light else ()) + _NAMES]
    path = os.environ.get("STOLIK_CHROMIUM") or next((path for path in found if path), None)
    with sync_playwright() as playwright:
        if path is None and not Path(playwright.chromium.executable_path).exists():
            raise NoBrowser("set STOLIK_CHROMIUM or run `.venv/bin/playwright install chromium`")
        running = playwright.chromium.launch(executable_path=path, args=_ARGUMENTS)
        yield running
        running.close()
