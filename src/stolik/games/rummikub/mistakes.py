"""What is wrong with a set, as a sentence that names it."""

from __future__ import annotations

from stolik.core.clauses import in_force
from stolik.core.game import IllegalAction
from stolik.core.message import Message
from stolik.games.rummikub.sets import (
    HIGHEST,
    JOKER,
    LOWEST,
    SHORTEST,
    Meld,
    number_of,
    readings,
)
from stolik.games.rummikub.tiletext import format_tiles
from stolik.texts import N_

#: Whole sentences for each colour: languages do not put them together alike.
_TWICE_IN_GROUP = {
    "k": N_("{tiles}: {number} black twice in a group"),
    "b": N_("{tiles}: {number} blue twice in a group"),
    "r": N_("{tiles}: {number} red twice in a group"),
    "o": N_("{tiles}: {number} orange twice in a group"),
}
_TWICE_IN_RUN = {
    "k": N_("{tiles}: {number} black twice in a run"),
    "b": N_("{tiles}: {number} blue twice in a run"),
    "r": N_("{tiles}: {number} red twice in a run"),
    "o": N_("{tiles}: {number} orange twice in a run"),
}


class NoSet(IllegalAction):
    """A meld is neither a group nor a run: besides the sentence, what it lacks in two words."""

    def __init__(self, clause: str, text: str, lack: Message, **values: str | int) -> None:
        super().__init__(clause, text, **values)
        self.lack = lack


def mistake_in(meld: Meld) -> NoSet | None:
    """Why a meld is neither a group nor a run; None if it is one."""
    if readings(meld):
        return None
    faces = [each.face for each in meld if each.face != JOKER]
    found = _mistake_of_size(meld)
    if found is None and len({number_of(face) for face in faces}) == 1:
        found = _mistake_in_group(meld, faces)
    elif found is None and len({face[0] for face in faces}) == 1:
        found = _mistake_in_run(meld, faces)
    elif found is None:
        found = NoSet(
            "R3.1",
            "{tiles}: neither one number in different colours nor one colour in sequence",
            Message("no set"),
            tiles=format_tiles(meld),
        )
    return found if in_force(found.clause) else None


def _mistake_of_size(meld: Meld) -> NoSet | None:
    if len(meld) >= SHORTEST:
        return None
    lack = Message("{n} missing", {"n": SHORTEST - len(meld)})
    return NoSet("R3.1", "{tiles}: a set has at least three tiles", lack, tiles=format_tiles(meld))


def _mistake_in_group(meld: Meld, faces: list[str]) -> NoSet:
    text = format_tiles(meld)
    twice = _first_twice(faces)
    if twice is not None:
        number = number_of(twice)
        return NoSet("R3.2", _TWICE_IN_GROUP[twice[0]], _twice(number), tiles=text, number=number)
    return NoSet("R3.2", "{tiles}: a group has at most four tiles", Message("too many"), tiles=text)


def _mistake_in_run(meld: Meld, faces: list[str]) -> NoSet:
    text = format_tiles(meld)
    twice = _first_twice(faces)
    if twice is not None:
        number = number_of(twice)
        return NoSet("R3.3", _TWICE_IN_RUN[twice[0]], _twice(number), tiles=text, number=number)
    if len(meld) > HIGHEST:
        return NoSet("R3.3", "{tiles}: a run goes from 1 to 13", Message("too many"), tiles=text)
    numbers = {number_of(face) for face in faces}
    if _goes_round(numbers, len(meld) - len(faces)):
        lack = Message("13, then 1")
        return NoSet("R3.4", "{tiles}: 1 is always the lowest and never follows 13", lack, tiles=text)
    gap = next((n for n in range(min(numbers), max(numbers)) if n not in numbers), HIGHEST)
    lack = Message("no {number}", {"number": gap})
    return NoSet("R3.3", "{tiles}: {number} is missing in the run", lack, tiles=text, number=gap)


def _twice(number: int) -> Message:
    return Message("{number} twice", {"number": number})


def _first_twice(faces: list[str]) -> str | None:
    return next((face for place, face in enumerate(faces) if face in faces[:place]), None)


def _goes_round(numbers: set[int], n_open: int) -> bool:
    """Whether it would be a run if numbers went on from 13 to 1."""
    if not {LOWEST, HIGHEST} <= numbers:
        return False
    absent = HIGHEST - len(numbers)
    longest = max(len(part) for part in "".join(".x"[n not in numbers] for n in range(1, 14)).split("."))
    return absent - longest <= n_open
