"""A server for the tests of one worker; each test has its own tables."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.services import new_folder, remove
from tests.web.servers import Person, Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    folder = new_folder("web")
    running = Server(folder)
    yield running
    running.close()
    remove(folder)


@pytest.fixture(scope="session")
def hasty() -> Iterator[Server]:
    """A server that waits a second for the rest of a request."""
    folder = new_folder("hasty")
    running = Server(folder, "--read-seconds", "1")
    yield running
    running.close()
    remove(folder)


@pytest.fixture
def anna(server: Server) -> Iterator[Person]:
    person = Person(server, "Anna")
    yield person
    person.close()


@pytest.fixture
def bruno(server: Server) -> Iterator[Person]:
    person = Person(server, "Bruno")
    yield person
    person.close()


@pytest.fixture
def private(folder: Path) -> Iterator[Server]:
    """A server of this test alone."""
    server = Server(folder)
    yield server
    server.close()
