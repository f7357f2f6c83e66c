"""Oneself over HTTP: the games one plays and has played, and what they add up to."""

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
from stolik.core.outcome import Kind, Outcome, Seat
from stolik.storage.entry import Entry
from stolik.storage.players import Player
from stolik.storage.tables import TableRow
from stolik.table.record import OVER, read_settings
from stolik.table.results import result_said
from stolik.table.scoring import score_of
from stolik.table.settings import Settings
from stolik.table.showing import SeatShown, seats_shown
from stolik.texts import Translator, translator
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
    #: How it is won.
    kind: Kind = "versus"
    #: How it ended, as a sentence; null while it goes on.
    result: str | None = None


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
    #: How they are won; nobody wins where one plays alone for a score.
    kind: Kind = "versus"
    #: The best result of those who play alone for a score, of games that stand.
    #: Null where games of several presets are added up.
    best_score: int | None = None


class OwnScore(msgspec.Struct, frozen=True):
    """Your best result in a way to play alone, of games that stand."""

    preset: str
    #: The way to play, as a sentence.
    sentence: str
    score: int
    table: str
    at_ms: int


class Profile(msgspec.Struct, frozen=True):
    """Your latest games, and statistics of the latest `n_counted` finished ones that you played alone."""

    games: tuple[OwnGame, ...]
    statistics: tuple[Statistic, ...]
    n_counted: int
    scores: tuple[OwnScore, ...] = ()


class Result(NamedTuple):
    """What a finished game came to: by seat the best play and what plays earned."""

    preset: str
    outcome: Outcome
    best: Mapping[Seat, Feat]
    earned: Mapping[Seat, Mapping[str, int]]
    kind: Kind = "versus"
    #: Whether it was played for a score that stands.
    stands: bool = False


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
    language = request.state.language
    games = await own_games(site, rows[:_LISTED], player.id, translator(language))
    finished = await played(request, site, rows, player.id)
    scores = await _own_scores(site, player.id, language)
    return Profile(tuple(games), statistics(finished, language), len(finished), scores)


async def _own_scores(site: Site, player_id: str, language: str) -> tuple[OwnScore, ...]:
    """The best results of somebody; those of ways to play that are not played here any more are left out."""
    known, found = registry.presets(), []
    for each in await site.scores.best_of(player_id):
        if each.preset in known:
            sentence = in_language(known[each.preset].sentence, language)
            found.append(OwnScore(each.preset, sentence, each.score, each.table_id, each.at_ms))
    return tuple(found)


async def own_games(
    site: Site, rows: Iterable[TableRow], player_id: str, say: Translator, to_others: bool = False
) -> list[OwnGame]:
    """Games of a player in a list, as told to him or to others; those that cannot be read are left out."""
    return await site.host.aside.read_each(
        "table", rows, lambda row: _own_game(site, row, player_id, say, to_others)
    )


async def _own_game(site: Site, row: TableRow, player_id: str, say: Translator, to_others: bool) -> OwnGame:
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
        record.kind,
        result_said(record, say, () if to_others else own),
    )


async def played(request: AnyRequest, site: Site, rows: Iterable[TableRow], player_id: str) -> list[Own]:
    """The finished games with a result; one who held several seats has played against himself.

    In a team he has played with himself, which is a game like any other.
    """
    held = _by_table(await site.members.belongings.seats(player_id))

    async def own(row: TableRow) -> Own | None:
        result, seats = await _result(request, site, row), held[row.id]
        counts = result is not None and (len(seats) == 1 or result.kind == "together")
        return Own(row.id, seats[0], result) if result is not None and counts else None

    over = [row for row in rows if row.status == OVER and row.id in held]
    found = await site.host.aside.read_each("table", over, own)
    return [each for each in found if each is not None]


def _by_table(seats: Iterable[tuple[str, Seat]]) -> dict[str, list[Seat]]:
    return {table: [seat for _, seat in own] for table, own in groupby(seats, key=lambda each: each[0])}


async def _result(request: AnyRequest, site: Site, row: TableRow) -> Result | None:
    """What a finished game came to; None if it ended without a result."""
    if row.id not in _kept:
        settings = read_settings(row.settings)
        game = site.host.games.of_preset(settings.preset)
        entries = await site.host.store.entries(row.id)
        while len(_kept) >= _MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
        result = await site.off_loop.do(request, lambda: result_of(game, settings, entries))
        if result is not None and result.kind == "solo":
            live = await site.host.live(row.id)
            # what is kept here for good must not miss an end that another machine has stored
            await site.host.refresh(row.id)
            result = result._replace(stands=score_of(live.record) is not None)
        _kept[row.id] = result
    return _kept[row.id]


def result_of(game: AnyGame, settings: Settings, entries: Iterable[Entry]) -> Result | None:
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
    kind = game.kind(game.codec.decode_options(bytes(settings.options)), settings.n_seats)
    return Result(settings.preset, outcome, best, earned, kind)


@cache
def _codec(game: AnyGame) -> LogCodec[Any]:
    """Made once for a game: that takes longer than reading a log."""
    return LogCodec(game)


def statistics(played: Iterable[Own], told_in: str) -> tuple[Statistic, ...]:
    """What games add up to by game, language and how they are won, the most played first."""
    alike: dict[tuple[str, str | None, Kind], list[Own]] = {}
    for each in played:
        preset = registry.find_preset(each.result.preset)
        language = preset.language if _has_languages(preset.game) else None
        alike.setdefault((preset.game, language, each.result.kind), []).append(each)
    by_number = sorted(alike.items(), key=lambda some: -len(some[1]))
    return tuple(_statistic(*what, some, told_in) for what, some in by_number)


def _has_languages(game: str) -> bool:
    return len({each.language for each in registry.presets().values() if each.game == game}) > 1


def _statistic(game: str, language: str | None, kind: Kind, played: list[Own], told_in: str) -> Statistic:
    plays = [
        BestPlay(feat.text, feat.points, each.table)
        for each in played
        if (feat := each.result.best.get(each.seat)) is not None
    ]
    scores = [each.result.outcome.scores[each.seat] for each in played]
    tags = registry.about(game).tags if any(each.result.best for each in played) else {}
    return Statistic(
        game,
        language,
        len(played),
        sum(kind != "solo" and each.seat in each.result.outcome.winners for each in played),
        round(sum(scores) / len(scores), 1),
        max(plays, key=lambda play: play.points, default=None),
        tuple(
            Earned(
                tag,
                in_language(named, told_in),
                sum(each.result.earned.get(each.seat, {}).get(tag, 0) for each in played),
            )
            for tag, named in tags.items()
        ),
        kind,
        _best_score(played),
    )


def _best_score(played: list[Own]) -> int | None:
    """The best result that stands; scores of different ways to play are not compared."""
    if len({each.result.preset for each in played}) > 1:
        return None
    return max((each.result.outcome.scores[each.seat] for each in played if each.result.stands), default=None)


@get("/me", include_in_schema=False, sync_to_thread=False)
def own_page(request: AnyRequest, site: Site) -> Response[bytes]:
    """The page about oneself."""
    built = built_client()
    content = f'<div id="me"></div>\n<noscript>{NEEDS_SCRIPT}</noscript>'
    return framed(request, site, built, "src/me/main.ts", "/me", content)


HANDLERS: list[Any] = [get_profile, own_page]
