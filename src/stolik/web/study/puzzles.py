"""Positions from one's own finished games in which much got away, to be played again like a lesson.

What is laid is judged by the rules, and what is done by the engine that reviewed the game: it need not be the
engine's own choice, only lose little against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import Parameter
from litestar.response import Redirect

from stolik.core import registry, teaching
from stolik.core.chance import SeededChance
from stolik.core.game import AnyGame
from stolik.core.judging import Taken, Verdict
from stolik.core.message import Complaint, Message
from stolik.core.teaching import Step, Wording
from stolik.storage.entry import Entry
from stolik.storage.players import Player
from stolik.study.review import TurnReview, missed, reviewed, reviewer_of, turns_of
from stolik.study.reviewing import read_turns, turn_at
from stolik.table.calling import timed
from stolik.table.host import decoded_action
from stolik.table.record import Record
from stolik.texts import Translator, translator
from stolik.web.accounts.identity import address
from stolik.web.pages.client import built_client
from stolik.web.site import Site
from stolik.web.study.reviews import finished, judged_games
from stolik.web.study.teaching import Judged, Lesson, PuzzleAt, StepShown, lesson_html
from stolik.web.tables.api import HIGHEST_SEQ, AnyRequest, TablePath
from stolik.web.tables.choices import choice

#: How many positions there are at a time, and how much of what got away then may get away now.
_MOST, _MAY_LOSE = 10, 0.25


class PuzzleAttempt(msgspec.Struct):
    """What somebody would do; while tiles are still being laid out it is not final."""

    action: Any
    final: bool


class Found(msgspec.Struct, frozen=True):
    """A turn in which much got away, and the game it was in."""

    record: Record
    turn: TurnReview


class PuzzlePosition(msgspec.Struct, frozen=True):
    """Such a turn with what its seat saw before it."""

    record: Record
    turn: TurnReview
    view: Any


@get("/me/puzzles/{game:str}", include_in_schema=False)
async def puzzle_page(
    request: AnyRequest, site: Site, game: Annotated[str, Parameter(max_length=40)]
) -> Response[Any]:
    """Positions from own games of this kind; back to the reviews where there are none."""
    built, say = built_client(), translator(request.state.language)
    found = await _positions(request, site, await _worst(request, site, game))
    if not found:
        return Redirect("/me/review")
    if not built.has(game):
        raise NotFoundException
    preset = registry.find_preset(found[0].record.settings.preset)
    steps = tuple(_shown(n, each, say) for n, each in enumerate(found, 1))
    shown = Lesson(game, preset.id, preset.notation, say("Positions from your games"), steps, "/me/review")
    return lesson_html(request, site, built, shown)


@post("/api/puzzles/{table_id:str}/{seq:int}", tags=["lessons"], status_code=200)
async def try_puzzle(
    request: AnyRequest,
    site: Site,
    table_id: TablePath,
    seq: Annotated[int, Parameter(ge=0, le=HIGHEST_SEQ)],
    data: PuzzleAttempt,
) -> Judged:
    """What the rules and, of a final attempt, the engine say of an action at a turn of yours."""
    record = await finished(request, site, table_id)
    player: Player | None = request.state.player
    kept = (await site.reviews.found([table_id])).get(table_id)
    own = record.seats_of(player.id if player else None)

    def read() -> tuple[TurnReview, Any]:
        turn = next((each for each in read_turns(kept) if each.seq == seq and each.seat in own), None)
        if turn is None or reviewer_of(record.game.name) is None:
            raise Complaint("There is no such position among your games.")
        return turn, decoded_action(record.game, msgspec.json.encode(data.action), record.box)

    turn, action = await site.off_loop.do(request, read)
    entries = await site.host.store.entries(table_id)
    say = translator(request.state.language)
    judge = partial(_judged, record, entries, turn, action, data.final, say)
    place = address(request)
    return await site.reviews.in_pool(timed(judge, partial(request.state.calls.charge, place)))


async def _worst(request: AnyRequest, site: Site, game: str) -> list[Found]:
    """The turns of whoever asks in which most got away."""
    player: Player | None = request.state.player
    reviewer = reviewer_of(game)
    if player is None or reviewer is None:
        return []
    games = await judged_games(request, site)
    kept = await site.reviews.found(games)
    found = await site.off_loop.do(
        request,
        lambda: [
            Found(games[table_id], turn)
            for table_id, review in kept.items()
            if games[table_id].game.name == game
            for turn in missed(read_turns(review), games[table_id].seats_of(player.id), reviewer.much)
        ],
    )
    return sorted(found, key=lambda each: -each.turn.verdict.loss)


async def _positions(request: AnyRequest, site: Site, worst: Sequence[Found]) -> list[PuzzlePosition]:
    """As many of these turns as are shown; a game whose review does not fit it is passed over."""
    positions: list[PuzzlePosition] = []
    unread: set[str] = set()
    for found in worst:
        if len(positions) < _MOST and found.record.id not in unread:
            unread.add(found.record.id)
            with site.host.aside.each("review", found.record.id):
                positions.append(await _position(request, site, found))
                unread.remove(found.record.id)
    return positions


async def _position(request: AnyRequest, site: Site, found: Found) -> PuzzlePosition:
    record, turn = found.record, found.turn
    entries = await site.host.store.entries(record.id)
    taken = await site.off_loop.do(request, lambda: turn_at(turns_of(record, entries), turn))
    return PuzzlePosition(record, turn, record.game.view(taken.state, turn.seat))


def _shown(n: int, position: PuzzlePosition, say: Translator) -> StepShown:
    record, turn = position.record, position.turn
    return StepShown(
        f"{record.id}-{turn.seq}",
        say("Position {n}", n=n),
        say.sentence(_said(turn, record).task),
        None,
        turn.seat,
        position.view,
        turn.verdict.better.action if turn.verdict.better else None,
        PuzzleAt(record.id, turn.seq),
    )


def _said(turn: TurnReview, record: Record) -> Wording:
    """What is said at a position."""
    reviewer = reviewer_of(record.game.name)
    assert reviewer is not None  # or there were no review
    return Wording(
        Message("Positions from your games"),
        msgspec.structs.replace(reviewer.task, values={"n": round(turn.verdict.loss)}),
        Message("There is something better. Try again, or have it shown."),
        Message("That is it: hardly anything better can be done here."),
    )


def _judged(
    record: Record, entries: Sequence[Entry], turn: TurnReview, action: Any, final: bool, say: Translator
) -> Judged:
    game, taken = record.game, turn_at(turns_of(record, entries), turn)
    step = Step(
        id=str(turn.seq),
        said=_said(turn, record),
        state=taken.state,
        seat=turn.seat,
        solution=None,
        is_it=lambda tried: final and is_good(game, taken, tried, turn.verdict),
    )
    tried = teaching.judge(game, step, action)
    weighed = choice(game, action, tried.found, say.language)
    if tried.solved:
        events = tuple(game.redact(event, turn.seat) for event in tried.events)
        praise = say.sentence(step.said.praise)
        return Judged(weighed, True, praise, game.view(tried.state, turn.seat), events)
    nudge = say.sentence(step.said.nudge) if final and tried.state is not None else None
    return Judged(weighed, False, nudge, None, ())


def is_good(game: AnyGame, taken: Taken, action: Any, verdict: Verdict) -> bool:
    """Whether an allowed action loses little against the best, and nothing of it is doubtful."""
    events = game.decide(taken.state, taken.seat, action, SeededChance("puzzle"))
    last = taken.seq + len(events) - 1
    found = reviewed(game, taken._replace(action=action, last=last, since=tuple(events)))
    return found is not None and not found.verdict.doubtful and found.verdict.loss <= _MAY_LOSE * verdict.loss


HANDLERS: list[Any] = [puzzle_page, try_puzzle]
