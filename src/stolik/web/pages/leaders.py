"""The page of the leaderboards: who plays best at what, by ratings and by scores."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from litestar import Response, get

from stolik.core import registry
from stolik.core.about import Preset, in_language
from stolik.storage.players import Player
from stolik.table.games import Games
from stolik.table.ratings import TWO, parse_pool, pool_of
from stolik.table.scoring import kinds, solo_presets
from stolik.texts import Translator, translator
from stolik.web.accounts.ratings import Leader, leaders_of
from stolik.web.accounts.scores import ScoreShown, scores_of
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
    own, games = player.id if player else None, site.host.games
    boards = [(pool, await leaders_of(site, pool)) for pool in _pools(games, request.state.language)]
    shown = [_board_html(pool, leaders, own, say) for pool, leaders in boards if leaders]
    for preset in solo_presets(games):
        scores = await scores_of(site, preset.id, own)
        shown += [_scores_html(preset, scores, own, say)] if scores else []
    title = say("Leaderboards")
    content = "\n".join(shown) or _nobody_html(say)
    return framed(request, site, built_client(), _ENTRY, None, content, about=title, headline=title)


def _pools(games: Games, language: str) -> list[str]:
    """Everything that ratings are kept for, the visitor's language first."""
    found = [
        pool_of(each.id, n_seats)
        for each in registry.in_order(language)
        for n_seats, kind in kinds(each, games.of_preset(each.id)).items()
        if kind == "versus" and n_seats > 1
    ]
    return list(dict.fromkeys(found))


def _nobody_html(say: Translator) -> str:
    none = say("Nobody stands here yet: it takes some rated games until a rating is sure enough.")
    how = say("Players with an account find rated games under Options when they set up a table for people.")
    return f'<div class="paper leaf stack"><p>{html.escape(none)}</p><p>{html.escape(how)}</p></div>'


def _board_html(pool: str, leaders: Sequence[Leader], own: str | None, say: Translator) -> str:
    game, language, players = parse_pool(pool)
    languages = {each.language for each in registry.presets().values() if each.game == game}
    kind = kind_html(game, language if len(languages) > 1 else None, say)
    many = say("two players") if players == TWO else say("more players")
    rows = [
        _row_html(rank, each, [signed(round(each.rating.rating)), say.number(each.rating.n_games)], own, say)
        for rank, each in enumerate(leaders, 1)
    ]
    return _table_html(f"{kind}, {html.escape(many)}", [say("Rating"), say("Games played")], rows, say)


def _scores_html(preset: Preset, scores: Sequence[ScoreShown], own: str | None, say: Translator) -> str:
    """The best scores of those who play a preset alone."""
    kind = kind_html(preset.game, preset.language, say)
    sentence = html.escape(in_language(preset.sentence, say.language))
    rows = [_row_html(rank, each, [signed(each.score)], own, say) for rank, each in enumerate(scores, 1)]
    return _table_html(f"{kind}: {html.escape(say('Best scores'))}", [say("Score")], rows, say, sentence)


def _table_html(
    title: str, figures: Sequence[str], rows: Sequence[str], say: Translator, sentence: str = ""
) -> str:
    rank, player = html.escape(say("Rank")), html.escape(say("Player"))
    heads = "".join(f'<th scope="col" class="figures">{html.escape(each)}</th>' for each in figures)
    head = f'<th scope="col"><span class="unseen">{rank}</span></th><th scope="col">{player}</th>{heads}'
    about = f'<p class="quiet">{sentence}</p>' if sentence else ""
    return (
        f'<section class="paper leaf"><h2>{title}</h2>{about}<table class="leaders"><thead>'
        f"<tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></section>"
    )


def _row_html(
    rank: int, who: Leader | ScoreShown, figures: Sequence[str], own: str | None, say: Translator
) -> str:
    name = html.escape(who.name)
    if who.page is not None:
        name = f'<a href="{html.escape(who.page)}">{name}</a>'
    mark = ' class="own"' if who.player == own else ""
    told = "".join(f'<td class="figures">{each}</td>' for each in figures)
    return (
        f'<tr{mark}><td class="figures place">{say.number(rank)}</td><td class="who">{name}</td>{told}</tr>'
    )


HANDLERS: list[Any] = [leaders_page]
