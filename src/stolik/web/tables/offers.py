"""What this server offers to play: every preset, with what one should know before choosing it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get

from stolik.bots import levels
from stolik.core import registry
from stolik.core.about import Preset
from stolik.table.clocks import Clock
from stolik.table.games import Games
from stolik.table.settings import settings_for
from stolik.web.site import Site

#: The option that says what a minute beyond one's time costs, in games that know such minutes.
_PRICE = "overtime_points"


class PresetShown(msgspec.Struct):
    """A way to play."""

    id: str
    game: str
    #: Null where it is played alike in every language.
    language: str | None
    players: tuple[int, int]
    sentence: dict[str, str]
    #: How squares are called: `polish` has letters for rows, `international` letters for columns.
    notation: str
    bots: tuple[str, ...]
    #: The time that a table has which asks for none.
    clock: Clock
    #: Whether the option `overtime_points` sets a price for minutes beyond the time of a whole game.
    overtime: bool
    #: The word list without which it cannot be played here; null where nothing is missing.
    missing: str | None


@get("/api/presets", sync_to_thread=False, tags=["games"])
def list_presets(site: Site) -> list[PresetShown]:
    """Every way to play, with the bots there are."""
    return [preset_shown(each, site.host.games) for each in registry.presets().values()]


def preset_shown(preset: Preset, games: Games) -> PresetShown:
    """A way to play, with the bots there are and what is missing for it; no word list is opened."""
    return PresetShown(
        preset.id,
        preset.game,
        preset.language,
        preset.players,
        preset.sentence,
        preset.notation,
        levels(preset.game),
        settings_for(preset, games.of_preset(preset.id)).clock,
        _PRICE in preset.options.__struct_fields__,
        _missing(preset, games),
    )


def _missing(preset: Preset, games: Games) -> str | None:
    lexicon = registry.lexicon_of(preset)
    return lexicon if lexicon is not None and not games.words.has(lexicon) else None


HANDLERS: list[Any] = [list_presets]
