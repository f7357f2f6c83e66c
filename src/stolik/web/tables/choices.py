"""What a seat may do, with what each action would bring: for pages that know no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import Parameter

from stolik.core.game import AnyGame, Made, Preview
from stolik.core.message import Complaint, Message
from stolik.table import rated
from stolik.table.host import decoded_action
from stolik.table.record import PLAYING, Record
from stolik.table.scoring import note_plays_listed
from stolik.texts import translator
from stolik.web.site import Site
from stolik.web.tables.api import TablePath, own_table, own_view

#: No more actions than this are counted, and no more weighed: some games have millions.
_COUNTED, _WEIGHED = 200_000, 3_000

AnyRequest = Request[Any, Any, Any]


class PartShown(msgspec.Struct):
    """A part of an action: its worth, or what is wrong with it as a sentence and in two words.

    `ways` has what tiles that stand for others may stand for, where there is a choice.
    """

    points: int
    clause: str | None
    problem: str | None
    lack: str | None
    ways: tuple[tuple[str, ...], ...] = ()


class Choice(msgspec.Struct):
    """An action, what it makes and brings, and what speaks against it as far as the seat may know."""

    action: msgspec.Raw
    made: tuple[Made, ...]
    points: int
    clause: str | None
    problem: str | None
    parts: tuple[PartShown, ...] = ()


class Choices(msgspec.Struct):
    """Some of what a seat may do now, and how many more there are of each kind."""

    choices: tuple[Choice, ...]
    more: dict[str, int]


class Wish(msgspec.Struct):
    """An action that somebody thinks about."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=11)]
    action: Any


class Alternatives(msgspec.Struct):
    """Actions that somebody chooses between, such as one for each letter of a blank."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=11)]
    actions: Annotated[list[Any], msgspec.Meta(min_length=1, max_length=64)]


@get("/api/tables/{table_id:str}/choices", tags=["tables"])
async def list_choices(
    request: AnyRequest,
    site: Site,
    table_id: TablePath,
    seat: Annotated[int, Parameter(ge=0, le=11)],
    limit: Annotated[int, Parameter(ge=1, le=200)] = 30,
    containing: Annotated[str, Parameter(max_length=40)] = "",
) -> Choices:
    """What your seat may do now: of each kind of action the first few, with what it would bring.

    `containing` keeps those that make something with these letters in a row, or name them. In a rated game
    nothing is listed; where the table says `listing_costs_score`, the score does not stand afterwards.
    """
    record, view = await own_view(request, site, table_id, seat)
    rated.check_is_told_plays(record)
    if view is None:
        return Choices((), {})
    await note_plays_listed(site.host, record, seat)
    language = request.state.language
    return await site.off_loop.do(
        request, lambda: chosen(record.game, view, limit, containing.casefold(), language)
    )


@post("/api/tables/{table_id:str}/preview", tags=["tables"], status_code=200)
async def preview(request: AnyRequest, site: Site, table_id: TablePath, data: Wish) -> Choice:
    """What an action would bring; nothing is done, and whether a challenge would succeed is not told.

    A seat that is not waited for may ask as well: what it would bring if it were its turn now.
    """
    (found,) = await _previews(request, site, table_id, data.seat, [data.action])
    return found


@post("/api/tables/{table_id:str}/previews", tags=["tables"], status_code=200)
async def preview_all(
    request: AnyRequest, site: Site, table_id: TablePath, data: Alternatives
) -> list[Choice]:
    """What each of several actions would bring, in their order: as `preview`, asked once."""
    return await _previews(request, site, table_id, data.seat, data.actions)


async def _previews(
    request: AnyRequest, site: Site, table_id: str, seat: int, wanted: list[Any]
) -> list[Choice]:
    record = await own_table(request, site, table_id, seat)
    if record.status != PLAYING:
        raise Complaint("There is no game going on.")
    language = request.state.language
    return await site.off_loop.do(request, lambda: _weighed(record, seat, wanted, language))


def _weighed(record: Record, seat: int, wanted: list[Any], language: str) -> list[Choice]:
    game, view = record.game, record.game.view(record.state, seat)
    actions = [decoded_action(game, msgspec.json.encode(each), record.box) for each in wanted]
    return [choice(game, each, game.preview(view, each), language) for each in actions]


def chosen(game: AnyGame, view: Any, limit: int, containing: str, language: str) -> Choices:
    """The first actions of each kind that contain something, and how many more there are."""
    counted: Counter[str] = Counter()
    choices = []
    n_weighed = 0
    for action in islice(game.actions(view), _COUNTED):
        kind = type(action).__name__
        if not containing and counted[kind] >= limit:
            counted[kind] += 1
            continue
        if n_weighed >= _WEIGHED and kind in counted:
            continue
        n_weighed += 1
        one = choice(game, action, game.preview(view, action), language)
        if not containing or any(containing in text.casefold() for text in _texts(action, one.made)):
            counted[kind] += 1
            choices += [one] if counted[kind] <= limit else []
    return Choices(tuple(choices), {kind: n - limit for kind, n in counted.items() if n > limit})


def choice(game: AnyGame, action: Any, found: Preview, language: str) -> Choice:
    """An action as it is shown, with what was found of it in a language."""

    def said(message: Message | None) -> str | None:
        return None if message is None else translator(language).sentence(message)

    encoded = msgspec.Raw(game.codec.encode(action))
    parts = tuple(
        PartShown(part.points, part.clause, said(part.problem), said(part.lack), part.ways)
        for part in found.parts
    )
    return Choice(encoded, found.made, found.points, found.clause, said(found.problem), parts)


def _texts(action: Any, made: tuple[Made, ...]) -> Iterator[str]:
    """What an action makes, or what it names where it makes nothing."""
    if made:
        yield from (each.text for each in made)
    else:
        built = msgspec.to_builtins(action)
        yield from _leaves([value for name, value in built.items() if name != "type"])


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _leaves(each)


HANDLERS = [list_choices, preview, preview_all]
