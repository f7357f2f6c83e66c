"""`stolik play`: a game against bots in the terminal, on disk from the first event."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import cyclopts
import msgspec
from cyclopts import Parameter

from stolik.cli.play import saves
from stolik.cli.play.seating import Seating, Wishes, resume_game, start_game
from stolik.cli.play.session import Left
from stolik.core import registry
from stolik.core.about import Preset
from stolik.core.message import Complaint
from stolik.games.scrabble.options import ChallengeRule
from stolik.storage.logfile import read_header
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
    challenge: Annotated[
        ChallengeRule | None, Parameter(help="What becomes of wrong words; `off` refuses them at once.")
    ] = None,
    seed: Annotated[str | None, Parameter(help="The same seed draws the same tiles.")] = None,
    resume: Annotated[Path | None, Parameter(help="Go on with a saved game.")] = None,
) -> int:
    """Play against bots in the terminal; everything is saved as you play."""
    words, terminal = Lexicons(), Terminal()
    wishes = Wishes(players, bot, notation, seed)
    seating: Seating | None = None
    try:
        chosen = choose_preset(preset, challenge, settings.say().language)
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


def choose_preset(name: str | None, challenge: ChallengeRule | None, language: str) -> Preset:
    """The preset asked for; for a newcomer the one of the language, where wrong words are refused at once."""
    preset = registry.find_preset(name or ("br" if language == "pt" else "pl"))
    rule = challenge or ("off" if name is None else None)
    if rule is None:
        return preset
    if not hasattr(preset.options, "challenge"):
        raise Complaint("{preset} knows no challenges: leave --challenge out.", preset=preset.id)
    return msgspec.structs.replace(preset, options=msgspec.structs.replace(preset.options, challenge=rule))


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
