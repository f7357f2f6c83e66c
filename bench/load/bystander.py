"""How long people wait for a move to be seen while somebody else attacks the server.

python -m bench.load.bystander URL SEED N     attacks, in a process of its own, and prints what was answered
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil

from tests.web.attack import Attack, Bystanders, percentile

_ROOT = Path(__file__).parents[2]
#: How long is measured without the attack, how often the bystanders move, and how much is sent.
_QUIET_S, _PAUSE_S, N_CALLS = 10.0, 0.02, 4_000
_ATTACKERS = 2


def bystander(url: str) -> None:
    """Print the waits without and with attackers."""
    before = psutil.cpu_times()
    with Bystanders(url, _PAUSE_S) as alone:
        time.sleep(_QUIET_S)
    _print("nobody attacks", alone, before)
    command = [sys.executable, "-m", "bench.load.bystander", url]
    before = psutil.cpu_times()
    with Bystanders(url, _PAUSE_S) as beside:
        attacking = [
            subprocess.Popen([*command, str(seed), str(N_CALLS // _ATTACKERS)], cwd=_ROOT)
            for seed in range(_ATTACKERS)
        ]
        statuses = [each.wait() for each in attacking]
    if any(statuses):
        raise SystemExit("an attack found something that fails")
    _print(f"{N_CALLS:,} generated calls and frames by {_ATTACKERS} attackers", beside, before)


def _print(when: str, people: Bystanders, before: Any) -> None:
    if people.trouble is not None:
        raise people.trouble
    # a virtual machine is not always given the processors that it wants: such a run says little
    after = psutil.cpu_times()
    taken = (after.steal - before.steal) / (sum(after[:8]) - sum(before[:8]))
    half, most = (percentile(people.waits_s, share) for share in (0.5, 0.99))
    print(
        f"    a move acknowledged and shown to the other, while {when}: p50 {half:.1f} ms, p99 {most:.1f} ms"
        f" ({people.n_moves:,} moves; target p99 50 ms; others took {taken:.0%} of the processors)",
        flush=True,
    )


if __name__ == "__main__":
    os.nice(10)  # attackers have machines of their own: here they get what server and bystanders leave
    attack = Attack(sys.argv[1], int(sys.argv[2]))
    attack.run(int(sys.argv[3]))
    attack.close()
    print(f"    answers: {dict(sorted(attack.statuses.items()))}", flush=True)
    if attack.failures:
        print("\n".join(attack.failures))
        sys.exit(1)
