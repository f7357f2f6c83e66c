"""`stolik play`: a game against bots in the terminal, on disk from the first event."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import cyclopts
import msgspec
from cyclopts import Parameter

from stolik.cli.play import saves
from stolik.cli.play.seating import Seating, Wishes, resume_game, start_game
from stolik.cli.play.session import Left
from stolik.core import registry
from stolik.core.about import Preset
from stolik.storage.logfile import read_header
from stolik.table.settings import changed_options
from stolik.terminal import settings
from stolik.terminal.person import Terminal
from stolik.terminal.vocabulary import means_resume, means_yes, recognise
from stolik.words.store import Lexicons

INTERRUPTED = 130


def play(
    preset: Annotated[str | None, Parameter(help="What to play: see `stolik presets`.")] = None,
    /,
    *,
    players: Annotated[int | None, Parameter(help="Seats; one is yours, bots take the rest.")] = None,
    bot: Annotated[
        str | None, Parameter(help="How strong the bots are: beginner, casual, club, expert, champion.")
    ] = None,
    notation: Annotated[settings.NotationName | None, Parameter(help="How coordinates are written.")] = None,
    seed: Annotated[str | None, Parameter(help="The same seed draws the same tiles.")] = None,
    resume: Annotated[Path | None, Parameter(help="Go on with a saved game.")] = None,
    **options: Annotated[str, Parameter(help="Any option of the game by its name: `--NAME VALUE`.")],
) -> int:
    """Play against bots in the terminal; everything is saved as you play."""
    words, terminal = Lexicons(), Terminal()
    wishes = Wishes(players, bot, notation, seed)
    seating: Seating | None = None
    try:
        chosen = choose_preset(preset, options, settings.say().language, words)
        log = saves.find_log(resume) if resume is not None else offer_saved(words, preset, terminal)
        if log is not None:
            seating = resume_game(log, wishes, words, terminal)
        else:
            seating = start_game(chosen, wishes, words, terminal)
        seating.play()
        while (following := offer_next_game(seating, terminal)) is not None:
            seating = following
            seating.play()
    except (EOFError, KeyboardInterrupt, Left) as left:
        say_goodbye(seating, terminal)
        return INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
    show_where(seating, terminal)
    return 0


def choose_preset(name: str | None, changes: Mapping[str, str], language: str, words: Lexicons) -> Preset:
    """The preset asked for, with other options; for a newcomer the first one, as its game has it."""
    preset = first_preset(language, words) if name is None else registry.find_preset(name)
    gentle = registry.about(preset.game).first.options if name is None else {}
    wanted = {option.replace("-", "_"): _read(value) for option, value in changes.items()}
    if not (gentle or wanted):
        return preset
    return msgspec.structs.replace(preset, options=changed_options(preset.options, {**gentle, **wanted}))


def first_preset(language: str, words: Lexicons) -> Preset:
    """What is offered first in a language; where its words are missing, the same game with others."""
    first, *others = registry.in_order(language)
    for preset in (first, *(each for each in others if each.game == first.game)):
        lexicon = registry.lexicon_of(preset)
        if lexicon is None or words.has(lexicon):
            return preset
    return first


def _read(value: str) -> Any:
    """A number, true, false, null or any other JSON; everything else is a word as it stands."""
    try:
        return msgspec.json.decode(value)
    except msgspec.DecodeError:
        return value


def offer_saved(words: Lexicons, preset: str | None, terminal: Terminal) -> Path | None:
    """Ask whether to go on with the latest unfinished game, if there is one."""
    log = saves.latest_unfinished(words, preset)
    if log is None:
        return None
    say = settings.say()
    saved = saves.saved_at(log)
    question = say(
        "There is an unfinished game: {preset}, last played {time}.",
        preset=read_header(log).preset,
        time=f"{saved:%Y-%m-%d %H:%M}",
    )
    terminal.show(question, style="bold")
    return log if means_resume(terminal.ask(say("Enter: new game, r: go on with that one › "))) else None


def offer_next_game(seating: Seating, terminal: Terminal) -> Seating | None:
    """Ask whether the match goes on, where games are played in matches."""
    if not seating.plays_matches:
        return None
    while True:
        try:
            answer = terminal.ask(settings.say()("Enter: the next game of the match; q: leave › "))
        except EOFError:
            return None
        if recognise(answer) == "quit":
            return None
        if not answer or means_yes(answer):
            return seating.next_in_match(terminal)


def show_where(seating: Seating, terminal: Terminal) -> None:
    """How to look at a game that is over."""
    file = shlex.quote(str(seating.save.log))
    terminal.show(settings.say()("The whole game: stolik replay {file}", file=file), style="dim")


def say_goodbye(seating: Seating | None, terminal: Terminal) -> None:
    """Where the game is kept, and how to go on."""
    terminal.show("")
    if seating is None:
        return
    if seating.table.outcome() is not None:
        show_where(seating, terminal)
        return
    say = settings.say()
    terminal.show(say("Saved in {file}", file=str(seating.save.log)), style="dim")
    terminal.show(say("Go on with: stolik play --resume {game}", game=seating.save.game_id))


def register(app: cyclopts.App) -> None:
    """Add the command."""
    app.command(play, name="play")
