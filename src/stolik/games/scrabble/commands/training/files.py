"""What a training leaves on disk: written whole or not at all, never mixed with that of another training."""

from __future__ import annotations

from pathlib import Path

from stolik.core.message import Complaint
from stolik.words.graphfile import write_whole


def write_training(path: Path, content: bytes) -> None:
    """Write a file of a training; raises Complaint."""
    try:
        write_whole(path, content)
    except OSError as error:
        raise Complaint(
            "{directory} cannot be written: {why}.", directory=str(path.parent), why=error.strerror or ""
        ) from error


def refuse_other_training(path: Path, preset: str, games: int, seed: int) -> Complaint:
    """What to say of a file that belongs to a training with these numbers."""
    return Complaint(
        "{file} belongs to another training: preset {preset}, {games} games, seed {seed}. "
        "Choose another file.",
        file=str(path),
        preset=preset,
        games=games,
        seed=seed,
    )
