"""A switch for tests: turn one clause of a rulebook off, to see that a test notices.

Rules ask `in_force(clause)` where they apply a clause. In play everything is in force.
"""

_disabled: set[str] = set()


def in_force(clause: str) -> bool:
    """Whether the clause applies; always true outside of tests."""
    return clause not in _disabled


def disable(clause: str) -> None:
    """Turn a clause off for the rest of the process."""
    _disabled.add(clause)
