"""Games on disk: a readable log, and beside it the secret that its draws come from.

The secret stays out of the log, so that a log can be shown to anybody while the game goes on. The file that
holds it is readable by its owner alone, remembers when the game is over, and is locked while somebody plays.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import platformdirs

from stolik.core import registry
from stolik.core.chance import Chance, CommittedChance, SeededChance
from stolik.core.codec import CodecError
from stolik.core.game import AnyGame
from stolik.core.log import Envelope, LogError, Seated, replay
from stolik.core.message import Complaint
from stolik.storage.logfile import Header, LogFile, read_header, read_log, reopen
from stolik.table.local import LocalTable
from stolik.terminal.commands import Unfinished
from stolik.words.store import Lexicons


class Source(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where draws come from: a secret in hexadecimal digits, or a seed for games one can repeat."""

    secret: str | None = None
    seed: str | None = None
    finished: bool = False

    def chance(self, game_id: str, seq: int) -> Chance:
        """The draws of the event with this number."""
        if self.seed is not None:
            return SeededChance(f"{self.seed}/{seq}")
        return CommittedChance(bytes.fromhex(self.secret or ""), game_id, seq)

    def bot_chance(self, game_id: str, seat: int) -> Chance:
        """What a bot throws its dice with; apart from the draws."""
        if self.seed is not None:
            return SeededChance(f"{self.seed}/bot{seat}")
        return self.chance(f"{game_id}/bot", seat)


class OpenElsewhere(Complaint):
    """Another process plays this very game."""


class CannotSave(Complaint):
    """The disk does not take a game; nothing may be shown as done that is not saved."""


class SavingLog:
    """A log that puts the disk's refusals into words, and takes back what was written by halves."""

    def __init__(self, log: LogFile) -> None:
        self._log = log

    def append(self, envelopes: Sequence[Envelope[Any]]) -> None:
        size = self._log.path.stat().st_size
        with writing(self._log.path):
            try:
                self._log.append(envelopes)
            except OSError:
                os.truncate(self._log.path, size)
                raise


class Save:
    """One game on disk, open for playing on."""

    def __init__(self, log: Path, source: Source) -> None:
        self.log = log
        self.source = source
        self._lock = _lock(secret_file(log))

    @property
    def game_id(self) -> str:
        return self.log.stem

    def chance_at(self, seq: int) -> Chance:
        return self.source.chance(self.game_id, seq)

    def bot_chance(self, seat: int) -> Chance:
        return self.source.bot_chance(self.game_id, seat)

    def finish(self) -> None:
        """Remember that there is nothing left to play."""
        self.source = msgspec.structs.replace(self.source, finished=True)
        fresh = self.log.with_suffix(".secret.new")
        fresh.unlink(missing_ok=True)
        _write_privately(fresh, msgspec.json.encode(self.source))
        fresh.replace(secret_file(self.log))

    def close(self) -> None:
        """Let other processes play on."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def games_directory() -> Path:
    return platformdirs.user_data_path("stolik") / "games"


def secret_file(log: Path) -> Path:
    return log.with_suffix(".secret")


def create_save(preset: str, seed: str | None, now: datetime) -> Save:
    """A new place for a game; the secret is on disk before the first line of the log."""
    source = Source(seed=seed) if seed is not None else Source(secret=secrets.token_hex(32))
    with writing(games_directory()):
        games_directory().mkdir(parents=True, exist_ok=True)
        for name in _names(f"{now:%Y%m%d-%H%M%S}", preset):
            log = games_directory() / f"{name}.jsonl"
            with contextlib.suppress(FileExistsError):
                _write_privately(secret_file(log), msgspec.json.encode(source))
                return Save(log, source)
    raise AssertionError("there are always more names")


def open_save(log: Path) -> Save:
    """A saved game to play on; raises Complaint."""
    return Save(log, read_source(log))


def read_source(log: Path) -> Source:
    """Where the draws of a saved game come from."""
    try:
        return msgspec.json.decode(secret_file(log).read_bytes(), type=Source)
    except (OSError, msgspec.DecodeError):
        raise Complaint(
            "{file} cannot be played on, because {secret} beside it is missing or damaged. "
            "You can still look at it: stolik replay {file}",
            file=str(log),
            secret=secret_file(log).name,
        ) from None


def find_log(name: Path) -> Path:
    """The log a person means: a path, or the name of a saved game."""
    for candidate in (name, games_directory() / name, games_directory() / f"{name}.jsonl"):
        if candidate.is_file():
            return candidate
    raise LogError("There is no saved game {file}.", file=str(name))


def new_table(save: Save, game: AnyGame, header: Header) -> LocalTable:
    """A table with an empty log."""
    with writing(save.log):
        log = LogFile.create(save.log, game, header)
    return LocalTable(game, save.chance_at, SavingLog(log))


def resume_table(save: Save, game: AnyGame) -> LocalTable:
    """The table as the log left it; raises Complaint."""
    with writing(save.log):
        log, envelopes = reopen(save.log, game)
    table = LocalTable.resume(game, save.chance_at, envelopes, SavingLog(log))
    if not envelopes or table.state is None:
        raise LogError("{file} holds no dealt game; start a new one.", file=save.log.name)
    return table


def saved_at(log: Path) -> datetime:
    """When something last happened in a saved game."""
    return datetime.fromtimestamp(log.stat().st_mtime)


def seated(table: LocalTable) -> list[Seated]:
    """Who sits where."""
    found = {each.event.seat: each.event for each in table.envelopes if isinstance(each.event, Seated)}
    return [found[seat] for seat in sorted(found)]


def latest_unfinished(words: Any, preset: str | None) -> Path | None:
    """The log of the newest game that can be played on, of one preset or of any."""
    for secret in sorted(games_directory().glob("*.secret"), reverse=True):
        log = secret.with_suffix(".jsonl")
        with contextlib.suppress(Complaint, CodecError, OSError):
            if log.is_file() and _can_go_on(log, words, preset):
                return log
    return None


def newest_unfinished(words: Lexicons) -> Unfinished | None:
    """The newest game that waits for the person of this machine, as that person sees it."""
    log = latest_unfinished(words, None)
    if log is None:
        return None
    header = read_header(log)
    game = registry.create(header.game, words)
    save = open_save(log)
    try:
        table = resume_table(save, game)
        me = next(person.seat for person in seated(table) if person.bot is None)
        return Unfinished(log, registry.find_preset(header.preset), game, table.view(me))
    finally:
        save.close()


def _can_go_on(log: Path, words: Any, preset: str | None) -> bool:
    source = read_source(log)
    header = read_header(log)
    if source.finished or preset not in (None, header.preset) or header.game not in registry.packages():
        return False
    game = registry.create(header.game, words)
    states = replay(game, read_log(log, game))
    if not states or states[-1] is None:
        return False
    save = Save(log, source)  # refused while another process plays it
    try:
        if game.outcome(states[-1]) is None:
            return True
        save.finish()
        return False
    finally:
        save.close()


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the disk refuses into a sentence."""
    try:
        yield
    except OSError as error:
        raise CannotSave(
            "{file} cannot be written: {why}. What was played before is saved.",
            file=str(path),
            why=error.strerror or str(error),
        ) from None


def _names(time: str, preset: str) -> Iterator[str]:
    yield f"{time}-{preset}"
    n = 2
    while True:
        yield f"{time}-{preset}-{n}"
        n += 1


def _write_privately(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(descriptor, content + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _lock(path: Path) -> int | None:
    """Keep other processes out while the descriptor is open; a killed process leaves no lock behind."""
    if sys.platform == "win32":
        return None
    import fcntl

    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise OpenElsewhere("This game is open in another window: {file}", file=path.stem) from None
    return descriptor
