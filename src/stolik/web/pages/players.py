"""Pages about players, for everybody: only of those with accounts who want one.

They show finished games at tables that may be watched, and what those add up to. A name that nobody has and
one whose owner wants no page get the same answer by the same way.
"""

from __future__ import annotations

import html
from typing import Any
from urllib.parse import unquote

from litestar import Response, get

from stolik.core import registry
from stolik.core.about import in_language
from stolik.core.message import Complaint
from stolik.core.result import shows_points
from stolik.storage.sharing import PublicPlayer, SharingStore
from stolik.storage.tables import TableRow
from stolik.table.ratings import parse_pool
from stolik.table.record import OVER, read_settings
from stolik.table.results import seat_names
from stolik.texts import Translator, translator
from stolik.web.accounts.names import login_of
from stolik.web.accounts.profile import OwnGame, Statistic, own_games, played, statistics
from stolik.web.accounts.ratings import RatingShown, ratings_of
from stolik.web.accounts.sharing import pages_of
from stolik.web.pages.client import built_client
from stolik.web.pages.frames import framed
from stolik.web.pages.link_previews import signed
from stolik.web.site import Site
from stolik.web.tables.api import AnyRequest

_ENTRY = "src/player/main.ts"
#: How many of the latest games are looked through, and how many of them listed.
_COUNTED, _LISTED = 200, 30
_LANGUAGES = {"pl": "polski", "pt": "português", "en": "English"}


@get("/p/{name:path}", include_in_schema=False)
async def player_page(request: AnyRequest, site: Site) -> Response[bytes]:
    """The page about a player."""
    say = translator(request.state.language)
    # as it was sent: a name may have slashes in it, which are tidied up in the path
    name = request.scope["raw_path"].decode("ascii", "replace").partition("?")[0].removeprefix("/p/")
    player = await _find(site, unquote(name))
    if player is None:
        text = html.escape(say("Nobody shows a page under this name."))
        page = _framed(request, site, f'<p class="paper leaf">{text}</p>', say("Player"))
        page.status_code = 404
        return page
    rows = [row for row in await site.host.store.of_player(player.id, _COUNTED) if _is_public(site, row)]
    games = await own_games(site, rows[:_LISTED], player.id, say, to_others=True)
    finished = await played(request, site, rows, player.id)
    ratings = await ratings_of(site, player.id) if player.shared.ratings else []
    others = {seat.player for game in games for seat in game.seats if seat and seat.player}
    pages = await pages_of(site, others - {player.id})
    content = [
        *(_rating_html(each, say) for each in ratings),
        *(_statistic_html(each, say) for each in statistics(finished, say.language)),
        _games_html(games, player, pages, say),
    ]
    return _framed(request, site, "\n".join(content), player.name)


async def _find(site: Site, name: str) -> PublicPlayer | None:
    try:
        login = login_of(name)
    except Complaint:
        login = ""  # nobody's
    return await SharingStore(site.database).public(login)


def _is_public(site: Site, row: TableRow) -> bool:
    return row.status == OVER and site.host.aside.read(
        "table", row.id, lambda: read_settings(row.settings).spectators, False
    )


def _framed(request: AnyRequest, site: Site, content: str, title: str) -> Response[bytes]:
    return framed(request, site, built_client(), _ENTRY, None, content, about=title, headline=title)


# --- as HTML ----------------------------------------------------------------------------------------------


def kind_html(game: str, language: str | None, say: Translator) -> str:
    """What a game in a language is called."""
    title = html.escape(in_language(registry.about(game).title, say.language))
    if language is None or language not in _LANGUAGES:
        return title
    return f'{title}, <span lang="{language}">{_LANGUAGES[language]}</span>'


def _figure(name: str, value: str) -> str:
    return f"<div><dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd></div>"


def _rating_html(rating: RatingShown, say: Translator) -> str:
    game, language, players = parse_pool(rating.pool)
    many = say("two players") if players == "two" else say("more players")
    value = f"{rating.rating:.0f}" + ("" if rating.sure else f" ({say('still unsure')})")
    kind = kind_html(game, language, say)
    return (
        f'<section class="paper leaf"><h2>{kind}</h2><dl>{_figure(say("Rating"), value)}'
        f"{_figure(say('Rated games'), f'{say.number(rating.n_games)}, {many}')}</dl></section>"
    )


def _statistic_html(each: Statistic, say: Translator) -> str:
    figures = [_figure(say("Games played"), say.number(each.n_games))]
    if each.kind != "solo":
        share = f"{say.number(each.n_won)} ({round(100 * each.n_won / each.n_games)}%)"
        figures.append(_figure(say("Won"), share))
    if each.best_score is not None:
        figures.append(_figure(say("Best score"), say.number(each.best_score)))
    if shows_points(each.kind):
        figures.append(_figure(say("Points a game"), say.number(round(each.points))))
    figures += [_figure(earned.name, say.number(earned.n)) for earned in each.earned]
    best = ""
    if each.best:
        points = say("points: {n}", n=each.best.points)
        play = f"<b>{html.escape(each.best.text)}</b>, {html.escape(points)}"
        best = f'<p>{html.escape(say("Best play:"))} <a href="/t/{each.best.table}/review">{play}</a></p>'
    kind = kind_html(each.game, each.language, say)
    return f'<section class="paper leaf"><h2>{kind}</h2><dl>{"".join(figures)}</dl>{best}</section>'


def _games_html(games: list[OwnGame], player: PublicPlayer, pages: dict[str, str], say: Translator) -> str:
    title = html.escape(say("Finished games"))
    if not games:
        none = html.escape(say("None that everybody may look at."))
        return f'<section class="paper leaf"><h2>{title}</h2><p class="quiet">{none}</p></section>'
    listed = "".join(f"<li>{_game_html(game, player, pages, say)}</li>" for game in games)
    return f'<section class="paper leaf"><h2>{title}</h2><ul class="games">{listed}</ul></section>'


def _game_html(game: OwnGame, player: PublicPlayer, pages: dict[str, str], say: Translator) -> str:
    """Who played and how it ended; of others, the names of those who have a page themselves."""
    names = []
    for seat, name in zip(game.seats, seat_names(game.seats, say), strict=True):
        if seat is None or seat.player == player.id or seat.bot is not None:
            names.append(html.escape(name))
        elif seat.player in pages:
            names.append(f'<a href="{pages[seat.player]}">{html.escape(name)}</a>')
        else:
            names.append(html.escape(say("another player")))
    link = f'<a class="figures" href="/t/{game.id}/review">{html.escape(_ended(game, say))}</a>'
    return f"<span>{' – '.join(names)}</span>{link}"


def _ended(game: OwnGame, say: Translator) -> str:
    if game.outcome is None:
        return say("no result")
    return " : ".join(map(signed, game.outcome.scores)) if shows_points(game.kind) else game.result or ""


HANDLERS: list[Any] = [player_page]
