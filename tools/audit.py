"""Asks PyPI which of the locked packages have known weaknesses: `make audit`.

Exits 0 when every package was looked up and nothing is known, 1 when something is, and 2 when some could not
be looked up: pip-audit itself calls it a success when it could ask nobody.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
CLEAN, WEAK, UNKNOWN = 0, 1, 2


def judge(report: dict[str, Any]) -> tuple[int, list[str]]:
    """The exit status for what pip-audit found, and the lines that say why."""
    packages = report["dependencies"]
    weak = [
        f"{package['name']} {package['version']}: {weakness['id']}, {_mended(weakness)}"
        for package in packages
        for weakness in package.get("vulns", [])
    ]
    n_unknown = sum("skip_reason" in package for package in packages)
    if packages and not n_unknown:
        clean = f"{len(packages)} packages looked up, no weakness is known"
        return (WEAK, weak) if weak else (CLEAN, [clean])
    unknown = (
        f"NOT AUDITED: {n_unknown} of {len(packages)} packages could not be looked up."
        " This needs a network with PyPI's JSON API."
    )
    return (WEAK if weak else UNKNOWN), [*weak, unknown]


def _mended(weakness: dict[str, Any]) -> str:
    versions = ", ".join(weakness["fix_versions"])
    return f"mended in {versions}" if versions else "not mended yet"


def main() -> int:
    locks = sorted((ROOT / "requirements").glob("*.txt"))
    files = [word for path in locks for word in ("--requirement", str(path))]
    # the files are complete and have hashes: nothing has to be resolved or installed
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", *files]
    done = subprocess.run(
        [*command, "--format=json", "--progress-spinner=off", *sys.argv[1:]],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        status, lines = judge(json.loads(done.stdout))
    except json.JSONDecodeError:
        reason = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        status, lines = UNKNOWN, [f"NOT AUDITED: pip-audit gave no report: {reason}"]
    print("\n".join(f"audit: {line}" for line in lines))
    return status


if __name__ == "__main__":
    sys.exit(main())
