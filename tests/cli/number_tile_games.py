"""Saved games of the number-tile game at a position of one's choice, for a person to resume."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

from stolik.core.log import Envelope, Seated, replay
from stolik.core.tiles import Rack
from stolik.games.rummikub import Rummikub
from stolik.games.rummikub.events import Dealt, Laid, RedealOffered, Started, StarterChosen
from stolik.games.rummikub.sets import box_without, in_order, on_rack
from stolik.games.rummikub.state import State
from stolik.games.rummikub.tiletext import parse_table, parse_tiles
from stolik.storage.logfile import Header, LogFile, read_log
from tests.cli.person import Home, Person
from tests.golden.number_tiles import options_of

GAME = Rummikub()


def save(
    home: Home,
    table: str,
    rack: str,
    *,
    theirs: str = "k1",
    opened: bool = True,
    asked: bool = False,
    n_left: int | None = None,
    **options: Any,
) -> str:
    """A game of two in which the person is to move; the name to resume it by.

    Everything else is in the bank; where the bank shall have only so many tiles, the other rack has them.
    """
    rules = options_of(**options)
    melds, mine, other = parse_table(table), parse_tiles(rack), parse_tiles(theirs)
    laid = tuple(on_rack(tile) for meld in melds for tile in meld)
    if n_left is not None:
        rest = in_order(box_without(rules.n_copies, rules.n_jokers, (*laid, *mine, *other)))
        other = (*other, *rest[n_left:])
    events: list[Any] = [
        Seated(0, "Player"),
        Seated(1, "Lipka", "generic"),
        Started(rules, 2),
        StarterChosen(0),
        Dealt(0, Rack((*mine, *(laid if opened else ())))),
        Dealt(1, Rack((*other, *(() if opened else laid)))),
    ]
    if asked:
        events.append(RedealOffered())
    elif opened:
        # The whole table was laid by the person; then the other seat laid nothing new but is open too.
        events += [Laid(0, melds, laid, opening=True), Laid(1, melds, (), opening=True)]
    else:
        events += [StarterChosen(1), Laid(1, melds, laid, opening=True)]
    home.games.mkdir(parents=True, exist_ok=True)
    path = home.games / "20260101-000000-rummikub.jsonl"
    path.unlink(missing_ok=True)
    log = LogFile.create(path, GAME, Header(game="rummikub", version=GAME.codec.version, preset="rummikub"))
    log.append([Envelope(seq, event) for seq, event in enumerate(events)])
    path.with_suffix(".secret").write_text(json.dumps({"seed": "1"}), encoding="utf-8")
    return path.stem


def resumed(home: Home, table: str, rack: str, **more: Any) -> Person:
    """A person at a position of one's choice."""
    columns = more.pop("columns", "80")
    return Person(home, "play", "--resume", save(home, table, rack, **more), COLUMNS=columns)


def sets_in(screen: str) -> dict[int, str]:
    """The sets of the last screen by number, without marks."""
    last = screen.rpartition("in the bank")[2].partition("Your tiles")[0]
    found = re.findall(r"(?<![\w=])(\d+)[ ✗] ((?:[ <\[][kbroJ=0-9]+[ >\]])+)", last)
    return {int(number): " ".join(re.findall(r"[kbroJ][=kbro0-9]*", tiles)) for number, tiles in found}


def rack_in(screen: str) -> list[str]:
    """The tiles on the rack of the last screen, from left to right."""
    rows = screen.rpartition("Your tiles by")[2].split("\n\n")[0].splitlines()[1:]
    return re.findall(r"[kbro]\d+|J", " ".join(rows))


def marked_in(screen: str, brackets: str) -> Counter[str]:
    """The tiles of a screen that stand in these brackets."""
    left, right = map(re.escape, brackets)
    return Counter(re.findall(rf"{left}([kbroJ][=kbro0-9]*){right}", screen))


def hinted_lines(said: str) -> list[str]:
    """The lines a hint says to type."""
    _, found, rest = said.partition("line by line:")
    return (
        [line.strip() for line in rest.partition("Then press")[0].splitlines() if line.strip()]
        if found
        else []
    )


def follow_hint(person: Person) -> str:
    """Take a whole turn as the hint says."""
    said = person.types("hint")
    lines = hinted_lines(said)
    for line in lines:
        person.types(line)
        assert "Traceback" not in person.said
    if lines:
        assert "Enter ends your turn" in person.said, person.said
        return person.types("")
    instead = re.search(r"Type (draw|pass)\.", said)
    assert instead, said
    return person.types(instead.group(1))


def state_on_disk(home: Home) -> State:
    """The state that the only log leads to."""
    state = replay(GAME, read_log(home.log, GAME))[-1]
    assert state is not None
    return state
