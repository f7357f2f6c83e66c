"""Several threads read the first games of a process: none meets a type that another is still making."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: As after a restart, when long games are read beside the event loop; a fault of this kind ends the process.
FIRST_READERS = """
import sys, threading
from stolik.core import registry
from stolik.core.chance import SeededChance
from stolik.core.log import LogCodec
from stolik.library import lexicons

preset = registry.find_preset(sys.argv[1])
game = registry.create(preset.game, lexicons())
events = game.setup(preset.options, preset.players[0], SeededChance("first"))
line = b"[" + b",".join(
    b'{"seq":%d,"event":%s}' % (n, game.codec.encode(event)) for n, event in enumerate(events)
) + b"]"
sys.setswitchinterval(1e-6)
together = threading.Barrier(8)

def read():
    together.wait()
    codec = LogCodec(game)
    assert len(codec.decode(line)) == len(events)

readers = [threading.Thread(target=read) for _ in range(8)]
for reader in readers:
    reader.start()
for reader in readers:
    reader.join()
"""


@pytest.mark.parametrize("preset", ["rummikub", "pl"])
def test_first_games_of_a_process_are_read_by_several_threads(preset: str) -> None:
    for _ in range(6):  # without the lock one of five processes ends
        command = [sys.executable, "-c", FIRST_READERS, preset]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
