"""What a message shows of a link to a table: a title, a sentence and a picture, made of what spectators see.

Whoever makes such a preview has no cookie and no seat, so the picture is the same for everybody: the table as
a spectator sees it, as late as spectators of this table see it, and nothing where there are none.
"""

from __future__ import annotations

import html
from functools import cache, lru_cache
from typing import Annotated, Any, NamedTuple

from litestar import Request, Response, get
from litestar.params import Parameter

from stolik.core import registry
from stolik.core.about import in_language
from stolik.core.chance import SeededChance
from stolik.core.result import shows_points
from stolik.core.sketch import Sketch, colours, sketch
from stolik.table.host import NoTable
from stolik.table.local import LocalTable
from stolik.table.record import OVER, WAITING, Record
from stolik.table.results import result_said, seat_names
from stolik.texts import Translator, translator
from stolik.web.pages.drawing import Colour, Picture, text_height, text_width
from stolik.web.site import Site
from stolik.web.tables.api import TablePath

#: The size that links are shown in.
WIDTH, HEIGHT = 1200, 630
_EDGE, _BESIDE = 40, 470
#: How many times smaller than the sheet letters are.
_LARGE, _SMALL = 1, 2
_MOST_SHRUNK = 6
#: The colours of the light theme (`tokens.css`), which a picture cannot ask; games have more of their own.
_LIGHT = {
    "table": "e6d8be",
    "ink": "241a10",
    "ink-2": "55452f",
    "pine": "1d5a49",
    "amber": "f2b53c",
    "tile": "f8ebcf",
    "tile-edge": "bd9862",
    "tile-ink": "22170c",
    "blank-ink": "8a2d1f",
}
_LOCALES = {"pl": "pl_PL", "pt": "pt_BR", "en": "en_GB"}

AnyRequest = Request[Any, Any, Any]
Palette = dict[str, Colour]


class Shown(NamedTuple):
    """What a picture shows: what lies on the table of a game, and lines of a name with points."""

    game: str
    sketch: Sketch | None
    lines: tuple[tuple[str, str], ...]


async def preview(request: AnyRequest, site: Site, table_id: str) -> str:
    """What stands in the head of a table's page; nothing where strangers may not look."""
    record = (await site.host.live(table_id)).record
    if not _is_public(record):
        return ""
    preset = registry.find_preset(record.settings.preset)
    # those who make previews often ask for no language
    wanted = request.state.language if "accept-language" in request.headers else preset.language or "en"
    say = translator(wanted)
    sentence = in_language(preset.sentence, say.language)
    origin = f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
    told = {
        "og:site_name": "Stolik",
        "og:type": "website",
        "og:locale": _LOCALES[say.language],
        "og:url": f"{origin}/t/{table_id}",
        "og:title": _title(record, say),
        "og:description": f"{_result(record, say)} {sentence}".strip(),
        "og:image": f"{origin}/t/{table_id}/preview.png?language={say.language}",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    lines = [f'<meta property="{name}" content="{html.escape(text)}">' for name, text in told.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])


@get("/t/{table_id:str}/preview.png", include_in_schema=False)
async def preview_picture(
    request: AnyRequest,
    site: Site,
    table_id: TablePath,
    language: Annotated[str, Parameter(max_length=2)] = "en",
) -> Response[bytes]:
    """The picture of a table for a preview."""
    record = (await site.host.live(table_id)).record
    if not _is_public(record):
        raise NoTable
    record = await _as_spectators_see(request, site, record)
    kept = "public, max-age=86400" if record.status == OVER else "public, max-age=30"
    game = registry.find_preset(record.settings.preset).game
    picture = await site.off_loop.do(
        request, lambda: drawn(Shown(game, _sketch(record), _lines(record, translator(language))))
    )
    return Response(picture, media_type="image/png", headers={"cache-control": kept})


def _is_public(record: Record) -> bool:
    return record.settings.spectators or record.status == WAITING


async def _as_spectators_see(request: AnyRequest, site: Site, record: Record) -> Record:
    """The table some time ago, where spectators are so much behind."""
    if record.status == OVER or not record.settings.delay_s:
        return record
    until = site.host.now_ms() - 1000 * record.settings.delay_s
    entries = await site.host.store.entries(record.id)
    told = [each for each in entries if not each.seq or each.at_ms <= until]
    return await site.off_loop.do(request, lambda: record.refolded(told))


def _sketch(record: Record) -> Sketch | None:
    """What lies on the table; before the game, what will lie there when it begins."""
    state, game = record.state, record.game
    if state is None:
        empty = LocalTable(game, lambda _: SeededChance("preview"))
        empty.start(record.options, record.settings.n_seats)
        state = empty.state
    return sketch(registry.find_preset(record.settings.preset).game, game.view(state, None))


# --- in words ---------------------------------------------------------------------------------------------


def _title(record: Record, say: Translator) -> str:
    names = seat_names(record.holders, say)
    taken = [name for name, holder in zip(names, record.holders, strict=True) if holder is not None]
    if record.status == WAITING:
        return say("There is a free seat at this table: {names}", names=", ".join(taken))
    if record.status != OVER:
        return say("At this table: {names}", names=", ".join(taken))
    return result_said(record, say) or ""


def _result(record: Record, say: Translator) -> str:
    """Everybody's points, where the title does not tell them."""
    if record.outcome is None or record.kind != "versus":
        return ""
    return " : ".join(f"{name} {points}" for name, points in _lines(record, say)) + "."


def _lines(record: Record, say: Translator) -> tuple[tuple[str, str], ...]:
    """The names, and the points of a finished game, the best first."""
    outcome, names = record.outcome, seat_names(record.holders, say)
    if outcome is None or not shows_points(record.kind):
        return tuple((name, "") for name in names)
    order = [seat for rank in outcome.ranking for seat in rank]
    return tuple((names[seat], signed(outcome.scores[seat])) for seat in order)


def signed(points: int) -> str:
    """Points with a real minus."""
    return str(points).replace("-", "\N{MINUS SIGN}")


# --- as a picture -----------------------------------------------------------------------------------------


@cache
def colours_of(game: str) -> Palette:
    """The colours that pictures of a game are drawn in, by name."""
    known = {**_LIGHT, **colours(game)}
    return {
        name: (int(value[:2], 16), int(value[2:4], 16), int(value[4:], 16)) for name, value in known.items()
    }


@lru_cache(maxsize=64)
def drawn(shown: Shown) -> bytes:
    """The picture as a PNG file."""
    palette = colours_of(shown.game)
    picture = Picture(WIDTH, HEIGHT, palette["table"])
    if shown.sketch:
        _draw_table(picture, shown.sketch, palette)
    left, right = WIDTH - _BESIDE, WIDTH - _EDGE
    _draw_mark(picture, left, palette)
    table = palette["table"]
    step = min(76, 380 // max(1, len(shown.lines)))
    for n, (name, points) in enumerate(shown.lines):
        y = 170 + n * step
        wide = text_width(points, _SMALL)
        text = _fitting(name, right - left - wide - 24)
        picture.write(text, left, y, _SMALL, palette["ink-2"], table)
        picture.write(points, right - wide, y, _SMALL, palette["ink"], table)
    return picture.png()


def _fitting(text: str, most: int) -> str:
    """As much of a text as there is room for."""
    while text and text_width(text, _SMALL) > most:
        text = text[:-1]
    return text


def _draw_mark(picture: Picture, left: float, palette: Palette) -> None:
    """A table with four stools, and the name."""
    unit, y = 2.6, 62
    for x_at, y_at in ((12, 2.6), (12, 21.4), (2.6, 12), (21.4, 12)):
        x, top = left + (x_at - 2.1) * unit, y + (y_at - 2.1) * unit
        picture.fill(x, top, 4.2 * unit, 4.2 * unit, palette["amber"], 2.1 * unit)
    corner = 6.6 * unit
    picture.fill(left + corner, y + corner, 10.8 * unit, 10.8 * unit, palette["pine"], 3.1 * unit)
    picture.write("Stolik", left + 30 * unit, y - 9, _LARGE, palette["ink"], palette["table"])


def _draw_table(picture: Picture, found: Sketch, palette: Palette) -> None:
    """What lies on the table, as large as there is room for."""
    wide, high = WIDTH - _BESIDE - 2 * _EDGE, HEIGHT - 2 * _EDGE
    unit = min(wide / found.width, high / found.height)
    left, top = _EDGE + (wide - unit * found.width) / 2, _EDGE + (high - unit * found.height) / 2
    for x, y, width, height, colour, roundness, sign, ink in found.blocks:
        at_x, at_y = left + x * unit, top + y * unit
        radius = roundness * width * unit
        picture.fill(at_x, at_y, width * unit, height * unit, palette[colour], radius)
        if sign:
            # letters of the sheet are made for 64 pixels, these for two thirds of the block
            size = min(_MOST_SHRUNK, -(-64 // max(1, int(0.68 * width * unit))))
            x_in = (width * unit - text_width(sign, size)) / 2
            y_in = (height * unit - text_height(size)) / 2
            picture.write(sign, at_x + x_in, at_y + y_in, size, palette[ink], palette[colour])


HANDLERS: list[Any] = [preview_picture]
