"""The rules of rated play, all of them: ratings compare what people find by themselves.

1. Players have accounts, and a seat each; they play against each other, and no bot plays with them.
2. Nothing is taken back.
3. Where finding plays is up to the players, nobody is told while the game runs what could be played: neither
   a list of plays nor hints.
4. Who plays by a word list looks nothing up in any list meanwhile, neither a word nor by letters or patterns.
   What a play under one's hands would bring is told, as everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from stolik.core import registry
from stolik.core.codec import decoder_of
from stolik.core.message import Complaint
from stolik.core.outcome import Kind
from stolik.storage.tables import TableStore
from stolik.table.record import OVER, Record
from stolik.table.settings import Settings


class BotsAreNotRated(Complaint):
    """A bot is wanted at a table where a rated game is to be played."""

    def __init__(self) -> None:
        super().__init__("A game with bots is not rated. Play it unrated, or with people only.")


class FindItYourself(Complaint):
    """Somebody wants to be told what can be played in a rated game."""

    def __init__(self) -> None:
        super().__init__("In a rated game possible plays are not listed: finding them is up to the players.")


class NoWordsMeanwhile(Complaint):
    """Somebody wants to look words up while he plays a rated game with them."""

    def __init__(self) -> None:
        super().__init__("You are playing a rated word game: words cannot be looked up until it is over.")


def check_table(settings: Settings, kind: Kind, bots: Sequence[str | None]) -> None:
    """Whether a table of this kind with these bots may be set up."""
    if not settings.rated:
        return
    if any(level is not None for level in bots):
        raise BotsAreNotRated
    if settings.n_seats < 2:
        raise Complaint("A game that one plays alone is not rated.")
    if kind != "versus":
        raise Complaint("Only games that people play against each other are rated.")


def check_comes(settings: Settings, has_account: bool, own_seats: Sequence[int] = ()) -> None:
    """Whether a person who has these seats there may sit down at a table."""
    if not settings.rated:
        return
    if own_seats:
        raise Complaint("In a rated game everybody has one seat.")
    if not has_account:
        raise Complaint("Rated games are for players with an account. Make one, or play unrated.")


def has_own_name(settings: Settings) -> bool:
    """Whether everybody sits under the name of his account, also on somebody else's device."""
    return settings.rated


def check_bot_comes(settings: Settings) -> None:
    """Whether a bot may sit down at a table."""
    if settings.rated:
        raise BotsAreNotRated


def check_takes_back(settings: Settings) -> None:
    """Whether a move may be taken back."""
    if settings.rated:
        raise Complaint("In a rated game nothing is taken back.")


def check_is_told_plays(record: Record) -> None:
    """Whether those at a table may be told what can be played there."""
    if not tells_plays(record) and record.status != OVER:
        raise FindItYourself


def tells_plays(record: Record) -> bool:
    """Whether plays are listed at a table while its game runs."""
    return not (record.game.plays_are_found and record.settings.rated)


async def check_looks_up(store: TableStore, player: str | None) -> None:
    """Whether somebody may look words up just now."""
    if player is None:
        return
    for table_id, settings in await store.playing_of(player):
        # nobody plays on at a table that cannot be read
        if store.aside.read("table", table_id, partial(_forbids_words, settings), False):
            raise NoWordsMeanwhile


class _Terms(msgspec.Struct):
    """Of the settings of a table, what is played and whether it is rated: nothing else matters here."""

    preset: str
    rated: bool = False


_terms: msgspec.json.Decoder[_Terms] = decoder_of(_Terms)


def _forbids_words(settings: bytes) -> bool:
    """Whether a table with these settings keeps its players from looking words up."""
    terms = _terms.decode(settings)
    return terms.rated and _has_words(terms.preset)


def _has_words(preset: str) -> bool:
    known = registry.presets().get(preset)
    return known is not None and registry.lexicon_of(known) is not None
