"""Sitting down: a new game is dealt, or a saved one is taken up where it was left."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from stolik.bots import levels, make_bot
from stolik.cli.play import saves
from stolik.cli.play.saves import Save
from stolik.cli.play.session import Session
from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.chance import NoChance
from stolik.core.game import AnyGame
from stolik.core.log import Seated
from stolik.core.message import Complaint
from stolik.core.registry import UnknownPreset
from stolik.notation.coordinates import Notation
from stolik.storage.logfile import Header, read_header
from stolik.table.local import LocalTable
from stolik.table.settings import check_seats, kind_of, options_of
from stolik.terminal import settings
from stolik.terminal.display import Setting, display_for
from stolik.terminal.opening import Meanwhile, name_of
from stolik.terminal.person import Terminal
from stolik.words.store import Lexicons

_TREES = {
    "pl": ("Lipka", "Brzoza", "Dąb", "Klon", "Jesion"),
    "pt": ("Ipê", "Jatobá", "Jacarandá", "Cedro", "Aroeira"),
    "en": ("Rowan", "Birch", "Oak", "Maple", "Ash"),
}


@dataclass(frozen=True)
class Wishes:
    """What a person asked for on the command line."""

    players: int | None = None
    bot: str | None = None
    notation: str | None = None
    seed: str | None = None


@dataclass
class Seating:
    """A table where everybody has sat down."""

    words: Lexicons
    save: Save
    table: LocalTable
    session: Session

    def play(self) -> None:
        """Play to the end; raises when the person leaves before."""
        self.session.play()
        self.finish()

    def finish(self) -> None:
        """Nothing is left to play: the word list is needed no more."""
        self.save.finish()
        lexicon = _lexicon(self.table)
        if lexicon is not None:
            self.words.release(lexicon, self.save.game_id)

    @property
    def plays_matches(self) -> bool:
        """Whether the points of several games are added up."""
        return registry.about(self.table.game.name).matches

    def next_in_match(self, terminal: Terminal) -> Seating:
        """The next game of the match, dealt to the same players."""
        outcome, preset = self.table.outcome(), registry.find_preset(read_header(self.save.log).preset)
        assert outcome is not None
        game = self.table.game
        options = game.next_game(options_of(self.table.state) or preset.options, outcome)
        people = saves.seated(self.table)
        level = next((person.bot for person in people if person.bot is not None), None)
        seed = self.save.source.seed
        wishes = Wishes(len(people), level, None, seed and f"{seed}/{game.n_before(options) + 1}")
        return start_game(msgspec.structs.replace(preset, options=options), wishes, self.words, terminal)


def start_game(preset: Preset, wishes: Wishes, words: Lexicons, terminal: Terminal) -> Seating:
    """Deal a new game; raises Complaint before anything is written."""
    game = registry.create(preset.game, words)
    level = wishes.bot or levels(preset.game)[0]
    make_bot(level, game, NoChance())  # tells an unknown level
    people = seat_people(_seats(preset, wishes.players), level, preset.language)
    meanwhile = prepare_meanwhile(game, preset.options)
    save = saves.create_save(preset.id, wishes.seed, datetime.now())
    table = saves.new_table(save, game, _header(game, preset, people))
    for person in people:
        table.note(person)
    table.start(preset.options, len(people))
    lexicon = _lexicon(table)
    if lexicon is not None:
        words.hold(lexicon, save.game_id)
    notation = settings.notation_for(preset, wishes.notation)
    session = _session(save, table, people, notation, terminal, meanwhile)
    session.welcome(level, [each.event for each in table.envelopes[len(people) :]])
    return Seating(words, save, table, session)


def resume_game(log: Path, wishes: Wishes, words: Lexicons, terminal: Terminal) -> Seating:
    """Go on with a saved game; raises Complaint."""
    header = read_header(log)
    if header.game not in registry.packages():
        raise Complaint(
            "{file} is a game of “{game}”, which is not installed.", file=log.name, game=header.game
        )
    game = registry.create(header.game, words)
    save = saves.open_save(log)
    table = saves.resume_table(save, game)
    if table.outcome() is not None:
        raise Complaint("This game is over. Look at it with: stolik replay {file}", file=str(log))
    people = saves.seated(table)
    meanwhile = prepare_meanwhile(game, options_of(table.state))
    notation = _notation(header.preset, wishes.notation)
    session = _session(save, table, people, notation, terminal, meanwhile)
    return Seating(words, save, table, session)


def _session(
    save: Save,
    table: LocalTable,
    people: list[Seated],
    notation: Notation,
    terminal: Terminal,
    meanwhile: Meanwhile,
) -> Session:
    me = next((person.seat for person in people if person.bot is None), None)
    if me is None:
        raise Complaint("Only bots play here. Look at it with: stolik replay {file}", file=str(save.log))
    names = tuple(person.name for person in people)
    kind = kind_of(table.game, read_header(save.log).preset, table.state, len(names))
    setting = Setting(table.game, names, me, notation, settings.say(), terminal, kind)
    bots = {
        person.seat: make_bot(person.bot, table.game, save.bot_chance(person.seat))
        for person in people
        if person.bot is not None
    }
    return Session(setting, table, bots, display_for(setting), meanwhile)


def _seats(preset: Preset, wanted: int | None) -> int:
    seats = preset.players[0] if wanted is None else wanted
    check_seats(preset, seats)
    return seats


def seat_people(seats: int, level: str, language: str | None) -> list[Seated]:
    """The person on the first seat, bots of one level on the others: they bear names of trees."""
    trees = _TREES.get(language or settings.say().language, _TREES["en"])
    bots = [Seated(seat, _bot_name(trees, seat - 1), level) for seat in range(1, seats)]
    return [Seated(0, settings.say()("Player")), *bots]


def _bot_name(trees: tuple[str, ...], n: int) -> str:
    return trees[n] if n < len(trees) else f"{trees[n % len(trees)]} {n // len(trees) + 1}"


def _header(game: AnyGame, preset: Preset, people: list[Seated]) -> Header:
    names = tuple(f"bot:{each.bot}" if each.bot else each.name for each in people)
    return Header(game=game.name, version=game.codec.version, preset=preset.id, players=names)


def _lexicon(table: LocalTable) -> str | None:
    options = options_of(table.state)
    return None if options is None else registry.lexicon(table.game.name, options)


def prepare_meanwhile(game: AnyGame, options: Any) -> Meanwhile:
    """Start making what the game has to prepare; raises Complaint if it cannot be played at all."""
    return Meanwhile(game.preparation(options), name_of(options, game))


def _notation(preset: str, chosen: str | None) -> Notation:
    try:
        return settings.notation_for(registry.find_preset(preset), chosen)
    except UnknownPreset:
        return Notation(chosen or settings.load().notation or "international")
