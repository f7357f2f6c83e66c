"""Every route of the application, as it is served."""

from __future__ import annotations

import asyncio
import warnings
from functools import cache

from tools.protocol_types import make_whole_app


@cache
def routes() -> list[tuple[str, list[str]]]:
    """Each route with its methods; a socket has none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the framework about its next version
        app = asyncio.run(make_whole_app())
    return sorted((route.path, sorted(getattr(route, "methods", ()))) for route in app.routes)
