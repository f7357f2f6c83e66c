"""Oneself over HTTP: the games one plays and has played, and what they add up to by game and language."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from litestar import Response, get

from stolik.core import registry
from stolik.core.about import in_language
from stolik.core.game import AnyGame, Feat, play_out
from stolik.core.log import TABLE_EVENTS, LogCodec, standing
from stolik.core.outcome import Outcome, Seat
from stolik.storage.entry import Entry
from stolik.storage.players import Player
from stolik.storage.tables import TableRow
from stolik.table.record import OVER, read_settings
from stolik.table.showing import SeatShown, seats_shown
from stolik.web.pages.client import NEEDS_SCRIPT, built_client
from stolik.web.pages.frames import framed
from stolik.web.site import Site
from stolik.web.tables.api import AnyRequest

#: How many of the latest games are listed, and how many are counted.
_LISTED, _COUNTED = 40, 200
#: Finished games never change, so what they came to is kept; so many of them.
_MOST_KEPT = 5000


class OwnGame(msgspec.Struct, frozen=True):
    """A game of yours: who plays, whether you are to move, and how it ended."""

    id: str
    preset: str
    status: str
    seats: tuple[SeatShown | None, ...]
    your_seats: tuple[int, ...]
    your_turn: bool
    outcome: Outcome | None
    changed_ms: int


class BestPlay(msgspec.Struct, frozen=True):
    """The play that brought most, and where."""

    text: str
    points: int
    table: str


class Earned(msgspec.Struct, frozen=True):
    """How many plays earned something that the game counts, and what it is called."""

    tag: str
    name: str
    n: int


class Statistic(msgspec.Struct, frozen=True):
    """What the games of one kind in one language add up to."""

    game: str
    #: Null where the game is the same in every language.
    language: str | None
    n_games: int
    n_won: int
    #: On the average of a game.
    points: float
    best: BestPlay | None
    #: What plays earned, as the game names it; nothing where plays are not compared.
    earned: tuple[Earned, ...]


class Profile(msgspec.Struct, frozen=True):
    """Your latest games, and statistics of the latest `n_counted` finished ones that you played alone."""

    games: tuple[OwnGame, ...]
    statistics: tuple[Statistic, ...]
    n_counted: int


class Result(NamedTuple):
    """What a finished game came to: by seat the best play and what plays earned."""

    preset: str
    outcome: Outcome
    best: Mapping[Seat, Feat]
    earned: Mapping[Seat, Mapping[str, int]]


class Own(NamedTuple):
    """A finished game and the seat one had in it."""

    table: str
    seat: Seat
    result: Result


_kept: dict[str, Result | None] = {}


@get("/api/me/profile", tags=["players"])
async def get_profile(request: AnyRequest, site: Site) -> Profile:
    """Your games and what they add up to."""
    player: Player | None = request.state.player
    if player is None:
        return Profile((), (), 0)
    rows = await site.host.store.of_player(player.id, _COUNTED)
    games = await own_games(site, rows[:_LISTED], player.id)
    finished = await played(request, site, rows, player.id)
    return Profile(tuple(games), statistics(finished, request.state.language), len(finished))


async def own_games(site: Site, rows: Iterable[TableRow], player_id: str) -> list[OwnGame]:
    """Games as one of their players sees them in a list; those that cannot be read are left out."""
    return await site.host.aside.read_each("table", rows, lambda row: _own_game(site, row, player_id))


async def _own_game(site: Site, row: TableRow, player_id: str) -> OwnGame:
    """A game as one of its players sees it in a list."""
    record = (await site.host.live(row.id)).record
    own = tuple(record.seats_of(player_id))
    return OwnGame(
        row.id,
        record.settings.preset,
        record.status,
        seats_shown(record),
        own,
        not record.waiting_for().isdisjoint(own),
        record.outcome,
        row.changed_ms,
    )


async def played(request: AnyRequest, site: Site, rows: Iterable[TableRow], player_id: str) -> list[Own]:
    """The finished games with a result; one who held several seats has played against himself."""
    seats = await site.members.belongings.seats(player_id)
    alone = {table: own[0] for table, own in _by_table(seats).items() if len(own) == 1}

    async def own(row: TableRow) -> Own | None:
        result = await _result(request, site, row)
        return Own(row.id, alone[row.id], result) if result else None

    over = [row for row in rows if row.status == OVER and row.id in alone]
    found = await site.host.aside.read_each("table", over, own)
    return [each for each in found if each is not None]


def _by_table(seats: Iterable[tuple[str, Seat]]) -> dict[str, list[Seat]]:
    return {table: [seat for _, seat in own] for table, own in groupby(seats, key=lambda each: each[0])}


async def _result(request: AnyRequest, site: Site, row: TableRow) -> Result | None:
    """What a finished game came to; None if it ended without a result."""
    if row.id not in _kept:
        preset = read_settings(row.settings).preset
        game = site.host.games.of_preset(preset)
        entries = await site.host.store.entries(row.id)
        while len(_kept) >= _MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
        _kept[row.id] = await site.off_loop.do(request, lambda: result_of(game, preset, entries))
    return _kept[row.id]


def result_of(game: AnyGame, preset: str, entries: Iterable[Entry]) -> Result | None:
    """What a finished game came to, by its log."""
    envelopes = standing([each for entry in entries for each in _codec(game).decode(entry.events)])
    events = tuple(each.event for each in envelopes if not isinstance(each.event, TABLE_EVENTS))
    outcome = game.outcome(play_out(game, None, events)) if events else None
    if outcome is None:
        return None
    best: dict[Seat, Feat] = {}
    earned: dict[Seat, Counter[str]] = defaultdict(Counter)
    for feat in game.feats(events):
        earned[feat.seat].update(feat.tags)
        if feat.seat not in best or feat.points > best[feat.seat].points:
            best[feat.seat] = feat
    return Result(preset, outcome, best, earned)


@cache
def _codec(game: AnyGame) -> LogCodec[Any]:
    """Made once for a game: that takes longer than reading a log."""
    return LogCodec(game)


def statistics(played: Iterable[Own], told_in: str) -> tuple[Statistic, ...]:
    """What games add up to by game and language, the most played first."""
    kinds: dict[tuple[str, str | None], list[Own]] = {}
    for each in played:
        preset = registry.find_preset(each.result.preset)
        language = preset.language if _has_languages(preset.game) else None
        kinds.setdefault((preset.game, language), []).append(each)
    by_number = sorted(kinds.items(), key=lambda kind: -len(kind[1]))
    return tuple(_statistic(game, language, some, told_in) for (game, language), some in by_number)


def _has_languages(game: str) -> bool:
    return len({each.language for each in registry.presets().values() if each.game == game}) > 1


def _statistic(game: str, language: str | None, played: list[Own], told_in: str) -> Statistic:
    plays = [
        BestPlay(feat.text, feat.points, each.table)
        for each in played
        if (feat := each.result.best.get(each.seat)) is not None
    ]
    tags = registry.about(game).tags if any(each.result.best for each in played) else {}
    return Statistic(
        game,
        language,
        len(played),
        sum(each.seat in each.result.outcome.winners for each in played),
        round(sum(each.result.outcome.scores[each.seat] for each in played) / len(played), 1),
        max(plays, key=lambda play: play.points, default=None),
        tuple(
            Earned(
                tag,
                in_language(named, told_in),
                sum(each.result.earned.get(each.seat, {}).get(tag, 0) for each in played),
            )
            for tag, named in tags.items()
        ),
    )


@get("/me", include_in_schema=False, sync_to_thread=False)
def own_page(request: AnyRequest, site: Site) -> Response[bytes]:
    """The page about oneself."""
    built = built_client()
    content = f'<div id="me"></div>\n<noscript>{NEEDS_SCRIPT}</noscript>'
    return framed(request, site, built, "src/me/main.ts", "/me", content)


HANDLERS: list[Any] = [get_profile, own_page]
