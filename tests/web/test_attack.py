"""Whoever has read the documents and means no good makes nothing fail, and disturbs no game beside it."""

from __future__ import annotations

import time

import pytest

from tests.web.attack import Attack, Bystanders, percentile
from tests.web.servers import Server


def attack(server: Server, seed: int, n: int) -> None:
    print(f"seed {seed}")
    attacker = Attack(server.url, seed)
    with Bystanders(server.url) as bystanders:
        attacker.run(n)
    attacker.close()
    print(dict(attacker.statuses))
    print(f"{bystanders.n_moves} moves beside it, p99 {percentile(bystanders.waits_s, 0.99):.1f} ms")
    assert attacker.failures == []
    assert bystanders.trouble is None, repr(bystanders.trouble)
    assert bystanders.n_moves > 20
    assert len([status for status in attacker.statuses if status.startswith("2")]) > 1
    assert server.process.poll() is None
    assert "Traceback" not in server.output()


def test_generated_calls_and_frames_make_nothing_fail_and_disturb_nobody(private: Server) -> None:
    attack(private, seed=14, n=2_000)


@pytest.mark.soak
def test_many_other_generated_calls_and_frames_make_nothing_fail(private: Server) -> None:
    attack(private, seed=time.time_ns(), n=20_000)
