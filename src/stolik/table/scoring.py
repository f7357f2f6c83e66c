"""Scores of those who play alone: kept where the game was played by the preset's rules and without help.

1. One person plays, by the options of the preset.
2. No move was taken back.
3. Nobody was told what could be played where finding it is up to the players: a list of plays is noted in
   the journal of the table.
"""

from __future__ import annotations

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.game import AnyGame
from stolik.core.log import PlaysListed
from stolik.core.outcome import Kind
from stolik.storage.scores import Score, ScoreStore
from stolik.table.afterwards import Afterwards
from stolik.table.games import Games
from stolik.table.host import Host
from stolik.table.record import OVER, PLAYING, Record


def kinds(preset: Preset, game: AnyGame) -> dict[int, Kind]:
    """How a preset is won, by the number of seats."""
    least, most = preset.players
    return {n: game.kind(preset.options, n) for n in range(least, most + 1)}


def solo_presets(games: Games) -> list[Preset]:
    """The presets that somebody may play alone for a score."""
    every = registry.presets().values()
    return [each for each in every if "solo" in kinds(each, games.of_preset(each.id)).values()]


class Scorer(Afterwards):
    """Keeps the scores of games that stand."""

    kind = "score"

    def __init__(self, host: Host, store: ScoreStore) -> None:
        super().__init__(host)
        self._store = store

    def concerns(self, record: Record) -> bool:
        return record.kind == "solo"

    async def settle(self, record: Record) -> bool:
        """Keep the score of a game that has ended; False if it does not stand or was kept before."""
        score = score_of(record)
        return score is not None and await self._store.keep(score)

    async def undone(self, since_ms: int) -> list[str]:
        presets = [each.id for each in solo_presets(self._host.games)]
        return await self._store.without(presets, since_ms) if presets else []


def score_of(record: Record) -> Score | None:
    """What somebody has reached alone; None for a game that does not stand."""
    holder = record.holders[0]
    if record.status != OVER or record.outcome is None or not _may_stand(record):
        return None
    if holder is None or holder.player is None:
        return None
    preset = record.settings.preset
    return Score(record.id, preset, holder.player, record.outcome.scores[0], record.changed_ms)


def _may_stand(record: Record) -> bool:
    """Whether a game is played for a score, and nothing has happened that keeps it from standing."""
    if record.kind != "solo" or not record.unaided:
        return False
    return bool(record.options == registry.find_preset(record.settings.preset).options)


def listing_costs_score(record: Record) -> bool:
    """Whether the score of a game would not stand any more once plays are listed."""
    return record.game.plays_are_found and record.status != OVER and _may_stand(record)


async def note_plays_listed(host: Host, record: Record, seat: int) -> None:
    """Remember that somebody who plays for a score is told what can be played, before he is."""
    if record.kind != "solo" or not record.game.plays_are_found:
        return

    def decide(latest: Record) -> tuple[PlaysListed, ...]:
        return (PlaysListed(seat),) if latest.status == PLAYING and latest.unaided else ()

    await host.change(await host.live(record.id), decide)
