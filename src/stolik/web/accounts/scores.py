"""Best scores over HTTP: of games that people play alone."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.params import Parameter

from stolik.core import registry
from stolik.storage.aside import as_text
from stolik.storage.players import Player
from stolik.storage.scores import Best
from stolik.web.accounts.sharing import pages_of
from stolik.web.site import Site
from stolik.web.tables.api import AnyRequest

#: How many are shown, of how many that are looked at: not everybody wants to be seen.
_SHOWN, _LOOKED_AT = 100, 1000


class ScoreShown(msgspec.Struct):
    """The best that somebody has reached, where and when."""

    player: str
    name: str
    score: int
    at_ms: int
    #: Where the page about them lies; null for yourself if you have none.
    page: str | None


@get("/api/scores/{preset:str}", tags=["players"])
async def get_scores(
    request: AnyRequest, site: Site, preset: Annotated[str, Parameter(max_length=40)]
) -> list[ScoreShown]:
    """The best scores of a preset that one plays alone: of players with a page of their own.

    With an account you see yours among them, also without a page; `GET /api/me/profile` tells it in any case.
    A game stands where nothing was taken back and no plays were listed, by the options of the preset.
    """
    player: Player | None = request.state.player
    return await scores_of(site, registry.find_preset(preset).id, player.id if player else None)


async def scores_of(site: Site, preset: str, own: str | None) -> list[ScoreShown]:
    """The best scores of those who want to be seen, and of whoever asks."""
    best = await site.scores.best(preset, _LOOKED_AT)
    pages = await pages_of(site, [each.score.player_id for each in best])
    found = []
    for each in best:
        player = each.score.player_id
        if player in pages or player == own:
            with site.host.aside.each("score", each.score.table_id):
                found.append(_shown(each, pages.get(player)))
    return found[:_SHOWN]


def _shown(best: Best, page: str | None) -> ScoreShown:
    score = best.score
    return ScoreShown(score.player_id, as_text(best.name), score.score, score.at_ms, page)


HANDLERS: list[Any] = [get_scores]
