"""How a table was set up: everything about it that is no rule of the game."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.game import AnyGame
from stolik.core.message import Complaint
from stolik.core.outcome import Kind
from stolik.table.clocks import Clock, GameClock, NoClock, TurnClock
from stolik.texts import N_

#: How long a challenge or another question stays open.
ANSWER_S = 20
#: What may be said at any table, however little else; a game may have phrases of its own.
COURTESIES = (
    N_("Hello!"),
    N_("Good luck!"),
    N_("Well played!"),
    N_("One moment, please."),
    N_("I am sorry."),
    N_("Thank you for the game!"),
)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """A table as its maker wanted it."""

    preset: str
    n_seats: Annotated[int, msgspec.Meta(ge=1, le=12)]
    #: The options of the game, as JSON of that game.
    options: msgspec.Raw
    clock: Clock = NoClock()
    answer_s: Annotated[int, msgspec.Meta(ge=3, le=600)] = ANSWER_S
    rated: bool = False
    #: Whether those without a seat may watch, and how far behind the play they are.
    spectators: bool = True
    delay_s: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0
    #: Only fixed phrases may be said.
    phrases_only: bool = False
    #: The table that this one goes on from.
    follows: str | None = None

    def phrases(self, game: AnyGame) -> tuple[str, ...] | None:
        """What alone may be said; None where people say what they like."""
        return (*COURTESIES, *game.phrases) if self.phrases_only else None

    def as_json(self) -> dict[str, Any]:
        """The settings for whoever reads JSON."""
        return dict(msgspec.json.decode(msgspec.json.encode(self)))


def check_seats(preset: Preset, seats: int) -> None:
    """Whether so many may play."""
    least, most = preset.players
    if least <= seats <= most:
        return
    if least == most:
        raise Complaint("Number of players in this game: {n}.", n=least)
    raise Complaint("This game is for {least} to {most} players.", least=least, most=most)


def settings_for(
    preset: Preset,
    game: AnyGame,
    *,
    n_seats: int | None = None,
    n_further: int = 0,
    options: dict[str, Any] | None = None,
    clock: Clock | None = None,
    **more: Any,
) -> Settings:
    """The settings of a preset with some things changed; what does not fit is a `Complaint`.

    Without a number of seats there are as few as may be, but enough for the maker and the `n_further` beside.
    """
    chosen = changed_options(preset.options, options or {})
    seats = max(preset.players[0], 1 + n_further) if n_seats is None else n_seats
    check_seats(preset, seats)
    if isinstance(clock, GameClock) and clock.overtime_s is not None and not game.takes_overtime(chosen):
        raise Complaint("This game has no overtime: its options do not say what a minute of it costs.")
    limit = game.turn_seconds(chosen)
    usual: Clock = NoClock() if limit is None else TurnClock(limit)
    return Settings(
        preset=preset.id,
        n_seats=seats,
        options=msgspec.Raw(game.codec.encode(chosen)),
        clock=usual if clock is None else clock,
        **more,
    )


def changed_options(options: Any, changes: dict[str, Any]) -> Any:
    """The options with some of them changed by name."""
    unknown = sorted(set(changes) - set(options.__struct_fields__))
    if unknown:
        raise Complaint(
            "There is no option {name}; there are: {known}.",
            name=unknown[0],
            known=", ".join(options.__struct_fields__),
        )
    try:
        return msgspec.convert({**msgspec.to_builtins(options), **changes}, type(options))
    except msgspec.ValidationError as error:
        raise Complaint("The options do not fit: {why}.", why=str(error)) from error


def kind_of(game: AnyGame, preset: str, state: Any, seats: int) -> Kind:
    """How a game under way is won: by its options, or by those of its preset if it does not keep them."""
    known = registry.presets().get(preset)
    options = options_of(state) or (known.options if known else None)
    return "versus" if options is None else game.kind(options, seats)


def options_of(state: Any) -> Any:
    """The options of a game under way, if it keeps them on its table."""
    return getattr(getattr(state, "table", None), "options", None)
