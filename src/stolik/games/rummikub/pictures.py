"""Pictures of the rules: what the client draws, made from the same examples as the lesson."""

from __future__ import annotations

import msgspec

from stolik.core.message import Message
from stolik.core.teaching import Picture
from stolik.core.tiles import Tile
from stolik.games.rummikub.lessons import EXAMPLES, Example
from stolik.games.rummikub.options import Options
from stolik.games.rummikub.sets import Meld, meld_value
from stolik.games.rummikub.tiletext import parse_table, parse_tiles


class SetsDrawn(msgspec.Struct, frozen=True, tag="sets", tag_field="kind"):
    """Sets on the table, or what is none."""

    sets: tuple[Meld, ...]
    right: bool = True


class ChangeDrawn(msgspec.Struct, frozen=True, tag="change", tag_field="kind"):
    """A table, the tiles of a rack that are laid, and the table with them."""

    before: tuple[Meld, ...]
    rack: tuple[Tile, ...]
    after: tuple[Meld, ...]


def sets() -> tuple[Picture, ...]:
    """A group, a run, and a joker in one."""
    return (
        _sets("k7 r7 b7", Message("A group of sevens.")),
        _sets("b3 b4 b5 b6", Message("A run in blue.")),
        _sets("r9 J=r10 r11", Message("A run in red: the joker stands for the 10.")),
    )


def wrong_sets() -> tuple[Picture, ...]:
    """What looks like a set and is none."""
    return (
        _sets("k7 r7 r7", Message("No group: red is there twice."), right=False),
        _sets("o12 o13 o1", Message("No run: 1 never follows 13."), right=False),
    )


def opening(options: Options) -> Picture:
    """An opening and its points."""
    example = EXAMPLES["open"]
    old = parse_table(example.before)
    laid = [meld for meld in parse_table(example.after) if meld not in old]
    points = sum(map(meld_value, laid))
    caption = Message(
        "An opening worth {points} points; {least} are needed. The run in blue lay there before.",
        {"points": points, "least": options.opening_points},
    )
    return _change(example, caption)


def six_ways(_options: Options) -> tuple[Picture, ...]:
    """The ways to rebuild the table."""
    captions = {
        "add": Message("Add tiles to sets."),
        "take": Message("Take the fourth tile of a group for a run."),
        "push": Message("Add to a run, and take its other end for a group."),
        "split": Message("Split a run: one more tile makes two of it."),
        "gather": Message("Gather tiles of several sets for a new one."),
        "combine": Message("Do several of these things at once."),
    }
    return tuple(_change(EXAMPLES[name], caption) for name, caption in captions.items())


def joker_set_free(_options: Options) -> Picture:
    """A joker that moves on."""
    return _change(EXAMPLES["joker"], Message("The red 6 sets the joker free for a group of nines."))


def _sets(text: str, caption: Message, *, right: bool = True) -> Picture:
    return Picture(SetsDrawn(parse_table(text), right), text, caption)


def _change(example: Example, caption: Message) -> Picture:
    drawn = ChangeDrawn(parse_table(example.before), parse_tiles(example.laid), parse_table(example.after))
    return Picture(drawn, f"{example.before} + {example.laid} → {example.after}", caption)
