"""Stolik: word and number tile games as a library, a command line and a table to play at."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stolik.library import lexicon, lexicons, new_table, position

__version__ = "0.1.0"
__all__ = ["lexicon", "lexicons", "new_table", "position"]


def __getattr__(name: str) -> Any:
    """The library is loaded when it is first asked for, so that a part of it can be used alone."""
    if name not in __all__:
        raise AttributeError(f"module 'stolik' has no attribute {name!r}")
    return getattr(import_module("stolik.library"), name)
