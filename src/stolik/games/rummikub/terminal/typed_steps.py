"""Steps with number tiles as people type them, one idea for all: tiles, and with `>` the set they go to.

`r3 r4 r5` makes a new set, `r6 > 2` adds to set 2, `3:k7` is the k7 of set 3, `2 > 5` puts all of set 2 into
set 5. `r3-6` is short for r3 r4 r5 r6 and `kbr7` for k7 b7 r7. A stroke stands between steps, or between the
sets of a whole new table. Words do the rest: split 2 r6, back r6, reset.
"""

from __future__ import annotations

import re

from stolik.core.message import Complaint
from stolik.core.tiles import Tile, origins
from stolik.games.rummikub.building import (
    Building,
    GiveBack,
    Join,
    Pick,
    Put,
    Rearrange,
    Split,
    StartAgain,
    Step,
)
from stolik.games.rummikub.sets import JOKER
from stolik.games.rummikub.terminal.vocabulary import recognise, word_for
from stolik.games.rummikub.tiletext import format_table, format_tile, parse_tile

_ARROW = re.compile(r"-+>|=+>|→|>")
_BETWEEN = re.compile(r"[\s,;+]+")
_TILES = re.compile(r"[0-9]|(?:^|[\s:])[jJ*☺]")
_SET = re.compile(r"[0-9]{1,3}")
_RUN = re.compile(r"(?P<colour>[kbro])(?P<first>[0-9]{1,2})[-–](?P=colour)?(?P<last>[0-9]{1,2})")
_COLOURS_FIRST = re.compile(r"(?P<colours>[kbro]+)(?P<number>[0-9]{1,2})")
_NUMBER_FIRST = re.compile(r"(?P<number>[0-9]{1,2})(?P<colours>[kbro]+)")
_JOKERS = ("j", "*", "☺")


def parse_steps(line: str, building: Building, language: str = "en") -> list[Step]:
    """The steps of a line; raises Complaint for what cannot be read, with the words of a language."""
    parts = [part.strip() for part in line.split("/") if part.strip()]
    steps = [_parse_step(part, language) for part in parts or [line]]
    whole = _whole_table(steps, building)
    return [whole] if whole is not None else steps


def _parse_step(part: str, language: str) -> Step:
    first, _, rest = part.partition(" ")
    match recognise(first):
        case "reset":
            return StartAgain()
        case "back":
            return GiveBack(parse_picks(rest))
        case "split":
            return _parse_split(rest, language)
    if not _TILES.search(part):
        raise Complaint("“{word}” is no command and no tile. Type ? for help.", word=first[:30])
    return _parse_put(part)


def _whole_table(steps: list[Step], building: Building) -> Rearrange | None:
    """The sets typed, if they hold every tile of the table: then they are meant as the whole new one."""
    melds = [_new_set(step) for step in steps]
    there = origins(each for meld in building.sets for each in meld)
    typed = origins(each for meld in melds for each in meld or ())
    if None in melds or not there or not there <= typed:
        return None
    return Rearrange(tuple(meld for meld in melds if meld))


def _new_set(step: Step) -> tuple[Tile, ...] | None:
    """The tiles of a step that makes a new set of tiles from anywhere."""
    if not isinstance(step, Put) or step.target is not None:
        return None
    return None if any(pick.source for pick in step.picks) else tuple(pick.tile for pick in step.picks)


def _parse_put(part: str) -> Put | Join:
    what, *where = _ARROW.split(part)
    if len(where) > 1:
        raise Complaint("Only one > fits between two strokes: “{part}”.", part=part[:40])
    target = parse_number(where[0]) if where and where[0].strip() else None
    words = _BETWEEN.split(what.strip())
    if len(words) == 1 and _SET.fullmatch(words[0]) and target is not None:
        return Join(int(words[0]), target)
    return Put(parse_picks(what), target)


def _parse_split(text: str, language: str) -> Split:
    words = text.replace(":", " ").split()
    if len(words) != 2:
        raise Complaint(
            "Write which set, and the first tile of its second part: “{word} 2 r6”.",
            word=word_for("split", language),
        )
    return Split(parse_number(words[0]), read_tiles(words[1])[0])


def parse_number(text: str) -> int:
    """The number of a set."""
    if not _SET.fullmatch(text.strip()):
        raise Complaint("“{word}” is no number of a set.", word=text.strip()[:20])
    return int(text)


def parse_picks(text: str) -> tuple[Pick, ...]:
    """Tiles, some of them perhaps of a certain set: `r3 2:r4`."""
    words = [word for word in _BETWEEN.split(text.strip()) if word]
    if not words:
        raise Complaint("Write the tiles of a set, like “r3 r4 r5”.")
    picks: list[Pick] = []
    for word in words:
        source, colon, tiles = word.rpartition(":")
        number = parse_number(source) if colon else None
        picks += [Pick(each, number) for each in read_tiles(tiles)]
    return tuple(picks)


def read_tiles(word: str) -> list[Tile]:
    """The tiles of a word, in small or capital letters: `r5`, `5r`, `J`, `J=r5`, `r3-6` or `kbr7`."""
    return [parse_tile(name) for name in _names(word.casefold()) or [word]]


def _names(word: str) -> list[str]:
    """The tiles of a word by their proper names; none if it cannot be read."""
    name, equals, face = word.partition("=")
    if name in _JOKERS:
        return [f"{JOKER}={each}" for each in _names(face)] if equals else [JOKER]
    if run := _RUN.fullmatch(word):
        return [f"{run['colour']}{number}" for number in range(int(run["first"]), int(run["last"]) + 1)]
    found = _COLOURS_FIRST.fullmatch(word) or _NUMBER_FIRST.fullmatch(word)
    return [f"{colour}{int(found['number'])}" for colour in found["colours"]] if found else []


def format_step(step: Step, language: str = "en") -> str:
    """What to type for a step."""
    match step:
        case Put():
            tiles = format_picks(step.picks)
            return tiles if step.target is None else f"{tiles} > {step.target}"
        case Join():
            return f"{step.source} > {step.target}"
        case Split():
            return f"{word_for('split', language)} {step.number} {format_tile(step.tile)}"
        case GiveBack():
            return f"{word_for('back', language)} {format_picks(step.picks)}"
        case Rearrange():
            return format_table(step.table)
        case StartAgain():
            return word_for("reset", language)


def format_picks(picks: tuple[Pick, ...]) -> str:
    """Tiles as they are typed."""
    return " ".join(
        format_tile(pick.tile) if pick.source is None else f"{pick.source}:{format_tile(pick.tile)}"
        for pick in picks
    )
