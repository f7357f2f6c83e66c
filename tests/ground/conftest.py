"""Games that come, installed for a module, and a server that finds them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.person import Home
from tests.ground.added_games import installed
from tests.services import new_folder, remove
from tests.web.servers import Server


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The games of this folder are installed."""
    with installed(tmp_path_factory.mktemp("games"), "draw_out", "lighthouse", "stairs") as folder:
        yield folder


@pytest.fixture(scope="module")
def server(added: Path) -> Iterator[Server]:
    folder = new_folder("conformance")
    running = Server(folder)
    yield running
    running.close()
    remove(folder)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)
