"""`make audit` says yes only when every package was looked up."""

from __future__ import annotations

from typing import Any

import pytest

from tools.audit import CLEAN, UNKNOWN, WEAK, judge

SOUND = {"name": "anyio", "version": "4.16.0", "vulns": []}
WEAKNESS = {"id": "PYSEC-2026-1", "fix_versions": ["2.1"], "aliases": [], "description": "It leaks."}
WEAK_ONE = {"name": "leaky", "version": "2.0", "vulns": [WEAKNESS]}
SKIPPED = {"name": "alembic", "skip_reason": "Dependency not found on PyPI and could not be audited"}


@pytest.mark.parametrize(
    ("packages", "status", "told"),
    [
        ([SOUND], CLEAN, "1 packages looked up, no weakness is known"),
        ([SOUND, WEAK_ONE], WEAK, "leaky 2.0: PYSEC-2026-1, mended in 2.1"),
        ([SOUND, SKIPPED], UNKNOWN, "NOT AUDITED: 1 of 2 packages"),
        ([], UNKNOWN, "NOT AUDITED"),
        ([WEAK_ONE, SKIPPED], WEAK, "NOT AUDITED: 1 of 2 packages"),
    ],
)
def test_audit_tells_sound_weak_and_unknown_apart(packages: list[Any], status: int, told: str) -> None:
    judged, lines = judge({"dependencies": packages, "fixes": []})
    assert judged == status
    assert told in "\n".join(lines)
