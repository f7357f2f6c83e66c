"""What the pages say: every text that stands in src/stolik/web/assets, so that the catalogues have it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import get_args

from msgspec import inspect as kinds

from stolik.bots import levels
from stolik.core import registry
from stolik.table.games import Games
from stolik.table.settings import COURTESIES
from stolik.texts import N_, translator

PAGE_TEXTS = (
    N_("Language"),
    N_("Your name"),
    N_("Game"),
    N_("Players"),
    N_("Bot"),
    N_("Play against a bot"),
    N_("Play with a friend"),
    N_("Play with anyone"),
    N_("A friend gave you a code?"),
    N_("Code"),
    N_("Go to the table"),
    N_("Your tables"),
    N_("Tables that wait for anybody"),
    N_("Sit down"),
    N_("Invite somebody"),
    N_("This address works only on this device. Open Stolik under its address on your network, then invite."),
    N_("Link"),
    N_("Copy"),
    N_("The link as a picture for a telephone"),
    N_("Put a bot on a free seat"),
    N_("Somebody else plays on this device too"),
    N_("Leave the table"),
    N_("Seats"),
    N_("Show the table to"),
    N_("Result"),
    N_("Table"),
    N_("What you can do"),
    N_("Only with the letters"),
    N_("Write an action yourself"),
    N_("Action as JSON"),
    N_("What would it bring?"),
    N_("Do it"),
    N_("Proposals"),
    N_("Chat"),
    N_("Message"),
    N_("Send"),
    N_("What has happened"),
    N_("Fair dealing"),
    N_("All draws follow from a secret seed. This is its fingerprint; the seed is told at the end."),
    N_("Please write your name first."),
    N_("Its word list is not here yet. To add one: stolik lexicon add {name} FILE"),
    N_("guest"),
    N_("free"),
    N_("waiting"),
    N_("playing"),
    N_("over"),
    N_("None just now."),
    N_("Offer a draw"),
    N_("Take my move back"),
    N_("End without a result"),
    N_("Play again"),
    N_("Waiting for the others."),
    N_("Yes"),
    N_("No"),
    N_("{level} (bot)"),
    N_("Copied"),
    N_("The browser has copied nothing. Please copy the link by hand."),
    N_("Waiting until all seats are taken."),
    N_("It is your turn."),
    N_("Waiting for {names}."),
    N_("The game is over."),
    N_("You are watching."),
    N_("you"),
    N_("to move"),
    N_("A draw was agreed."),
    N_("The game was ended without a result."),
    N_("Go to the next game"),
    N_("Nothing lies here yet."),
    N_("Seed: {seed}"),
    N_("More of these: {n}. Write letters above to find them."),
    N_("Resign"),
    N_("points: {n}"),
    N_("Change"),
    N_("Do you really want to resign?"),
    N_("In a rated game possible plays are not listed: finding them is up to the players."),
    N_("This is not JSON: {why}"),
    N_("Name of the other player"),
    N_("The connection is lost. Trying again…"),
    N_("You will not hear {name} any more."),
    N_("Mute"),
)
#: What actions are called; those of another game are shown by their English names.
ACTION_NAMES = (
    N_("Place"),
    N_("Exchange"),
    N_("Pass"),
    N_("Accept"),
    N_("Challenge"),
    N_("Lay"),
    N_("Draw"),
    N_("Ready"),
    N_("Redeal"),
    N_("AnnounceOpening"),
)


@cache
def catalogue(games: Games, language: str) -> dict[str, str]:
    """Every text of the pages in a language, with the names of bots and the words of events."""
    say = translator(language)
    return {text: say.unfilled(text) for text in (*PAGE_TEXTS, *ACTION_NAMES, *words_of_games(games))}


def words_of_games(games: Games) -> Iterator[str]:
    """What may be said, the levels of bots, and whatever words stand for something in an event."""
    yield from COURTESIES
    for preset in registry.presets().values():
        yield from levels(preset.game)
        game = games.of_preset(preset.id)
        yield from game.phrases
        for event in get_args(game.codec.event_type):
            found = kinds.type_info(event)
            for field in found.fields if isinstance(found, kinds.StructType) else ():
                if isinstance(field.type, kinds.LiteralType):
                    yield from map(str, field.type.values)
