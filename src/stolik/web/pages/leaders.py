"""The page of the leaderboards: who plays best at what, among those whose ratings are sure enough."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from litestar import Response, get

from stolik.core import registry
from stolik.storage.players import Player
from stolik.table.ratings import ALIKE, LADDERS, TWO, parse_pool
from stolik.texts import Translator, translator
from stolik.web.accounts.ratings import Leader, leaders_of
from stolik.web.pages.client import built_client
from stolik.web.pages.frames import framed
from stolik.web.pages.link_previews import signed
from stolik.web.pages.players import kind_html
from stolik.web.site import Site
from stolik.web.tables.api import AnyRequest

_ENTRY = "src/leaders/main.ts"


@get("/leaders", include_in_schema=False)
async def leaders_page(request: AnyRequest, site: Site) -> Response[bytes]:
    """Every leaderboard on which somebody stands."""
    say = translator(request.state.language)
    player: Player | None = request.state.player
    boards = [(pool, await leaders_of(site, pool)) for pool in _pools(request.state.language)]
    shown = [
        _board_html(pool, leaders, player.id if player else None, say) for pool, leaders in boards if leaders
    ]
    title = say("Leaderboards")
    content = "\n".join(shown) or _nobody_html(say)
    return framed(request, site, built_client(), _ENTRY, None, content, about=title, headline=title)


def _pools(language: str) -> list[str]:
    """Everything that ratings are kept for, the visitor's language first."""
    kinds = dict.fromkeys((each.game, each.language) for each in registry.in_order(language))
    return [f"{game}/{tongue or ALIKE}/{players}" for game, tongue in kinds for players in LADDERS]


def _nobody_html(say: Translator) -> str:
    none = say("Nobody stands here yet: it takes some rated games until a rating is sure enough.")
    how = say("Players with an account find rated games under Options when they set up a table for people.")
    return f'<div class="paper leaf stack"><p>{html.escape(none)}</p><p>{html.escape(how)}</p></div>'


def _board_html(pool: str, leaders: Sequence[Leader], own: str | None, say: Translator) -> str:
    game, language, players = parse_pool(pool)
    languages = {each.language for each in registry.presets().values() if each.game == game}
    kind = kind_html(game, language if len(languages) > 1 else None, say)
    many = say("two players") if players == TWO else say("more players")
    rows = "".join(_row_html(rank, each, own, say) for rank, each in enumerate(leaders, 1))
    return (
        f'<section class="paper leaf"><h2>{kind}, {html.escape(many)}</h2>'
        f'<table class="leaders"><thead>{_head_html(say)}</thead><tbody>{rows}</tbody></table></section>'
    )


def _head_html(say: Translator) -> str:
    rank, player, rating, played = map(
        html.escape, (say("Rank"), say("Player"), say("Rating"), say("Games played"))
    )
    return (
        f'<tr><th scope="col"><span class="unseen">{rank}</span></th><th scope="col">{player}</th>'
        f'<th scope="col" class="figures">{rating}</th><th scope="col" class="figures">{played}</th></tr>'
    )


def _row_html(rank: int, leader: Leader, own: str | None, say: Translator) -> str:
    name = html.escape(leader.name)
    if leader.page is not None:
        name = f'<a href="{html.escape(leader.page)}">{name}</a>'
    mark = ' class="own"' if leader.player == own else ""
    return (
        f'<tr{mark}><td class="figures place">{say.number(rank)}</td><td class="who">{name}</td>'
        f'<td class="figures">{signed(round(leader.rating.rating))}</td>'
        f'<td class="figures">{say.number(leader.rating.n_games)}</td></tr>'
    )


HANDLERS: list[Any] = [leaders_page]
