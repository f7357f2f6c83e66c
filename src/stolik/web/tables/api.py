"""The HTTP API: who one is, tables, invitations, seats. Everything during a game goes through the socket."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Annotated, Any, TypeVar, cast

import msgspec
import segno
from litestar import Request, Response, delete, get, post
from litestar.params import Parameter

from stolik.core import registry
from stolik.core.actions import Resign
from stolik.core.message import Complaint
from stolik.core.outcome import Kind
from stolik.storage.attempts import Limit
from stolik.storage.players import Player
from stolik.storage.tables import TableRow
from stolik.table import rated
from stolik.table.clocks import Clock
from stolik.table.host import NoTable, NotYourSeat
from stolik.table.lobby import Guest
from stolik.table.logs import Log, log_of
from stolik.table.record import OVER, WAITING, Record
from stolik.table.results import result_said
from stolik.table.scoring import listing_costs_score, note_plays_listed
from stolik.table.settings import settings_for
from stolik.table.showing import SeatShown, seats_shown
from stolik.texts import translator
from stolik.web.accounts.identity import Session, address, new_player_id, token_of
from stolik.web.accounts.names import LONGEST_NAME, readable
from stolik.web.live.protocol import ID, ONE_LINE, WRITING
from stolik.web.site import Site
from stolik.web.tables.terms import Terms, terms_of

AnyRequest = Request[Any, Any, Any]
T = TypeVar("T")
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME, pattern=ONE_LINE)]
Salt = Annotated[str, msgspec.Meta(max_length=64, pattern=ONE_LINE)]
#: An action of the game that is played.
AnyAction = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
Text = Annotated[str, msgspec.Meta(max_length=500, pattern=WRITING)]
TablePath = Annotated[str, Parameter(max_length=32, pattern=ID)]
#: No game has as many events.
HIGHEST_SEQ = 1_000_000
#: Reports in a quarter of an hour: of one player, and from one address, where guests come and go.
_REPORTS_PER_PLAYER, _REPORTS_PER_ADDRESS = 10, 60


class Me(msgspec.Struct):
    """Who is asking."""

    id: str
    name: str
    guest: bool
    language: str


class NewName(msgspec.Struct):
    """What somebody wants to be called, and the language wanted."""

    name: Name | None = None
    language: Annotated[str, msgspec.Meta(pattern="^(pl|pt|en)$")] | None = None


class NewTable(msgspec.Struct, kw_only=True):
    """A table wanted: further seats are free (null) or for a bot of a level."""

    preset: str
    n_seats: Annotated[int, msgspec.Meta(ge=1, le=12)] | None = None
    seats: tuple[str | None, ...] = ()
    options: dict[str, Any] = {}
    clock: Clock | None = None
    answer_s: Annotated[int, msgspec.Meta(ge=3, le=600)] = 20
    rated: bool = False
    spectators: bool = True
    delay_s: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    phrases_only: bool = False
    #: Whether everybody may find it and come.
    open: bool = False
    salt: Salt | None = None
    name: Name | None = None


class TableSummary(msgspec.Struct):
    """A table as lists show it."""

    id: str
    preset: str
    status: str
    seats: tuple[SeatShown | None, ...]
    your_seats: tuple[int, ...]
    #: What friends type to come; only for those who sit there.
    code: str | None
    url: str
    commitment: str
    settings: dict[str, Any]
    changed_ms: int
    #: What alone may be said there, in English as it is sent; null where people say what they like.
    phrases: tuple[str, ...] | None
    terms: Terms
    #: Whether plays are listed while the game runs; elsewhere finding them is up to the players.
    tells_plays: bool = True
    #: How the game is won.
    kind: Kind = "versus"
    #: How it ended, as a sentence for everybody; null while it goes on.
    result: str | None = None
    #: Whether the score of the game does not stand any more once plays were listed.
    listing_costs_score: bool = False


class Join(msgspec.Struct):
    """Somebody sits down."""

    seat: int | None = None
    salt: Salt | None = None
    name: Name | None = None
    #: Another seat for another person on the same device.
    another: bool = False


class AddBot(msgspec.Struct):
    """A bot for a free seat."""

    bot: Annotated[str, msgspec.Meta(max_length=40)]


class YourSeat(msgspec.Struct):
    """The seat one has."""

    table: str
    seat: int


class NewToken(msgspec.Struct):
    """A token wanted, and for what."""

    name: Name


class Token(msgspec.Struct):
    """What a program sends as `Authorization: Bearer ...`."""

    token: str


class NewReport(msgspec.Struct):
    """Something that whoever looks after the server should see: a word, or what was said."""

    kind: Annotated[str, msgspec.Meta(pattern="^(word|chat|other)$")]
    what: Text
    comment: Text = ""
    table: Annotated[str, msgspec.Meta(max_length=32, pattern=ID)] | None = None


async def known_player(request: AnyRequest, site: Site, name: str | None = None) -> Player:
    """Who asks; a guest is written down when he first does something."""
    player: Player | None = request.state.player
    name = readable(name) if name else None
    language = player.language if player and player.language else request.state.language
    if player is None:
        player = Player(new_player_id(), "", None, "")
        # who has a cookie keeps it: an answer that is late must not undo a login that was quicker
        request.state.new_session = Session(player.id)
    if not player.language:
        player = await site.players.add_guest(player.id, name or "", language, site.host.now_ms())
    # also one who was written down a moment ago, by another request of the same page
    if name and name != player.name and player.login is None:
        await site.players.rename(player.id, name)
        player = player._replace(name=name)
    request.state.player = player
    return player


def guest(player: Player) -> Guest:
    return Guest(player.id, player.name, player.login is not None)


@get("/api/me", tags=["players"])
async def get_me(request: AnyRequest) -> Me:
    """Who you are."""
    player: Player | None = request.state.player
    if player is None:
        return Me("", "", True, request.state.language)
    return Me(player.id, player.name, player.login is None, player.language or request.state.language)


@post("/api/me", tags=["players"], status_code=200)
async def change_me(request: AnyRequest, site: Site, data: NewName) -> Me:
    """Be called otherwise, or be spoken to in another language."""
    player = await known_player(request, site, data.name)
    if data.language and data.language != player.language:
        await site.players.set_language(player.id, data.language)
        player = player._replace(language=data.language)
    return Me(player.id, player.name, player.login is None, player.language)


@post("/api/tables", tags=["tables"])
async def create_table(request: AnyRequest, site: Site, data: NewTable) -> TableSummary:
    """Set up a table and sit down at it; it begins when all seats are taken."""
    preset = registry.find_preset(data.preset)
    game = site.host.games.of_preset(data.preset)
    settings = settings_for(
        preset,
        game,
        n_seats=data.n_seats,
        n_further=len(data.seats),
        options=data.options,
        clock=data.clock,
        answer_s=data.answer_s,
        rated=data.rated,
        spectators=data.spectators,
        delay_s=data.delay_s,
        phrases_only=data.phrases_only,
    )
    player = await known_player(request, site, data.name)
    site.new_tables.one_more(player.id)
    record = await site.lobby.create(
        settings, guest(player), seats=data.seats, is_open=data.open, salt=data.salt
    )
    return await summary(request, site, record.id)


@get("/api/tables", tags=["tables"])
async def list_tables(request: AnyRequest, site: Site) -> list[TableSummary]:
    """The tables that wait for anybody."""
    return await _summaries(request, site, await site.lobby.open_tables())


@get("/api/me/tables", tags=["tables"])
async def own_tables(request: AnyRequest, site: Site) -> list[TableSummary]:
    """The tables at which you sit or sat."""
    player: Player | None = request.state.player
    rows = await site.host.store.of_player(player.id) if player else []
    return await _summaries(request, site, rows)


@get("/api/tables/{table_id:str}", tags=["tables"])
async def get_table(request: AnyRequest, site: Site, table_id: TablePath) -> TableSummary:
    """One table."""
    return await summary(request, site, table_id)


@get("/api/codes/{code:str}", tags=["tables"])
async def find_code(
    request: AnyRequest, site: Site, code: Annotated[str, Parameter(max_length=12, pattern=ID)]
) -> TableSummary:
    """The table that a friend's code leads to."""
    row = await site.host.store.find_code(code.strip().upper())
    if row is None:
        raise NoTable
    return await _summary(request, site, row)


@post("/api/tables/{table_id:str}/seats", tags=["tables"])
async def join_table(request: AnyRequest, site: Site, table_id: TablePath, data: Join) -> YourSeat:
    """Sit down."""
    record = (await site.host.live(table_id)).record
    player = await known_player(request, site, None if data.another else data.name)
    comer = guest(player)
    # who sits at a device of somebody else has a name of his own
    if data.another and data.name and not rated.has_own_name(record.settings):
        comer = msgspec.structs.replace(comer, name=readable(data.name))
    seat = await site.lobby.join(table_id, comer, seat=data.seat, salt=data.salt, another=data.another)
    return YourSeat(table_id, seat)


@delete("/api/tables/{table_id:str}/seats", tags=["tables"])
async def leave_table(request: AnyRequest, site: Site, table_id: TablePath) -> None:
    """Get up before the game begins."""
    player = await known_player(request, site)
    await site.lobby.leave(table_id, guest(player))


@post("/api/tables/{table_id:str}/bots", tags=["tables"])
async def add_bot(request: AnyRequest, site: Site, table_id: TablePath, data: AddBot) -> TableSummary:
    """Put a bot on a free seat."""
    player = await known_player(request, site)
    await site.lobby.add_bot(table_id, guest(player), data.bot)
    return await summary(request, site, table_id)


@get("/api/tables/{table_id:str}/qr.svg", tags=["tables"], media_type="image/svg+xml")
async def table_qr(request: AnyRequest, site: Site, table_id: TablePath) -> Response[bytes]:
    """The link to a table as a picture for a telephone."""
    await site.host.live(table_id)

    def drawn() -> bytes:
        picture = io.BytesIO()
        segno.make(_link(request, table_id), micro=False).save(picture, kind="svg", scale=4, border=2)
        return picture.getvalue()

    return Response(await site.off_loop.do(request, drawn), media_type="image/svg+xml")


@get("/api/tables/{table_id:str}/log", tags=["tables"])
async def get_log(request: AnyRequest, site: Site, table_id: TablePath) -> Log:
    """Everything that happened in a finished game; before that, nothing that a spectator may not know yet."""
    record = (await site.host.live(table_id)).record
    check_may_see(request, record)
    until = told_until(request, site, record)
    entries = [
        entry for entry in await site.host.store.entries(table_id) if not entry.seq or entry.at_ms <= until
    ]
    return await written(request, site, lambda: log_of(record, entries))


def array_of(items: Iterable[Any]) -> bytes:
    """Many things as JSON, one by one: all at once would hold the interpreter for long."""
    return b"[" + b",".join(map(msgspec.json.encode, items)) + b"]"


async def written(request: AnyRequest, site: Site, make: Callable[[], T | Iterator[Any]]) -> T:
    """An answer that may be long: made and put into JSON beside the event loop, one by one if it is many."""

    def write() -> bytes:
        made = make()
        return array_of(made) if isinstance(made, Iterator) else msgspec.json.encode(made)

    return cast(T, msgspec.Raw(await site.off_loop.do(request, write)))


def told_until(request: AnyRequest, site: Site, record: Record) -> float:
    """Up to which time whoever asks may know what happened at a table."""
    player: Player | None = request.state.player
    if record.status == OVER or (player and record.seats_of(player.id)):
        return float("inf")
    return site.host.now_ms() - 1000 * record.settings.delay_s


@get("/api/tables/{table_id:str}/actions", tags=["tables"])
async def list_actions(
    request: AnyRequest,
    site: Site,
    table_id: TablePath,
    seat: Annotated[int, Parameter(ge=0, le=11)],
    limit: Annotated[int, Parameter(ge=1, le=1000)] = 100,
    resign: bool = True,
) -> list[AnyAction]:
    """Some of what your seat may do now; where the rules can list all, all up to the limit. Not if rated.

    The last is to resign, which does not count to the limit; with `resign=false` it is left out.
    """
    record, view = await own_view(request, site, table_id, seat)
    rated.check_is_told_plays(record)
    if view is None:
        return []
    await note_plays_listed(site.host, record, seat)
    game = record.game

    def listed() -> list[AnyAction]:
        playing_on = (each for each in game.actions(view) if not isinstance(each, Resign))
        actions = (*islice(playing_on, limit), *[Resign()] * resign)
        return [msgspec.Raw(game.codec.encode(each)) for each in actions]

    return await site.off_loop.do(request, listed)


async def own_view(request: AnyRequest, site: Site, table_id: str, seat: int) -> tuple[Record, Any]:
    """A table as a seat of whoever asks sees it; None while the seat is not waited for."""
    record = await own_table(request, site, table_id, seat)
    return record, record.game.view(record.state, seat) if seat in record.waiting_for() else None


async def own_table(request: AnyRequest, site: Site, table_id: str, seat: int) -> Record:
    """A table at which whoever asks holds this seat."""
    record = (await site.host.live(table_id)).record
    player: Player | None = request.state.player
    if player is None or seat not in record.seats_of(player.id):
        raise NotYourSeat
    return record


@post("/api/tokens", tags=["players"])
async def create_token(request: AnyRequest, site: Site, data: NewToken) -> Token:
    """A token for a program, shown this once: it acts as you, who may be a guest made for it."""
    if token_of(request) is not None:
        raise Complaint("A program cannot make tokens. Make one in the browser.")
    player = await known_player(request, site)
    token = await site.players.new_token(player.id, readable(data.name), site.host.now_ms())
    return Token(token)


@post("/api/reports", tags=["players"])
async def report(request: AnyRequest, site: Site, data: NewReport) -> None:
    """Report a word that is missing or wrong, or something that was said."""
    player = await known_player(request, site)
    if data.table is not None:
        await site.host.live(data.table)
    now_ms = site.host.now_ms()
    by_address = Limit(f"report from {address(request)}", _REPORTS_PER_ADDRESS)
    await site.members.count([Limit(f"report by {player.id}", _REPORTS_PER_PLAYER), by_address], now_ms)
    await site.chat.report(data.kind, player.id, data.table, data.what, data.comment, now_ms)


async def summary(request: AnyRequest, site: Site, table_id: str) -> TableSummary:
    """A table as lists show it."""
    row = await site.host.store.find(table_id)
    if row is None:
        raise NoTable
    return await _summary(request, site, row)


def check_may_see(request: AnyRequest, record: Record) -> None:
    """Where no spectators are wanted, a game is shown to those who play it."""
    player: Player | None = request.state.player
    own = player is not None and bool(record.seats_of(player.id))
    if not (own or record.settings.spectators or record.status == WAITING):
        raise NoTable


async def _summaries(request: AnyRequest, site: Site, rows: Iterable[TableRow]) -> list[TableSummary]:
    return await site.host.aside.read_each("table", rows, lambda row: _summary(request, site, row))


async def _summary(request: AnyRequest, site: Site, row: TableRow) -> TableSummary:
    record = (await site.host.live(row.id)).record
    check_may_see(request, record)
    player: Player | None = request.state.player
    own = tuple(record.seats_of(player.id)) if player else ()
    return TableSummary(
        row.id,
        record.settings.preset,
        record.status,
        seats_shown(record),
        own,
        row.code if own or row.open else None,
        _link(request, row.id),
        record.commitment,
        record.settings.as_json(),
        row.changed_ms,
        record.settings.phrases(record.game),
        terms_of(record),
        rated.tells_plays(record),
        record.kind,
        result_said(record, translator(request.state.language)),
        listing_costs_score(record),
    )


def _link(request: AnyRequest, table_id: str) -> str:
    return f"{request.url.scheme}://{request.headers.get('host', 'localhost')}/t/{table_id}"


HANDLERS = [
    get_me,
    change_me,
    create_table,
    list_tables,
    own_tables,
    get_table,
    find_code,
    join_table,
    leave_table,
    add_bot,
    table_qr,
    get_log,
    list_actions,
    create_token,
    report,
]
