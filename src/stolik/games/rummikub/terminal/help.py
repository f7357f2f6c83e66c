"""What can be typed in the number-tile game, and its rules in short."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from stolik.games.rummikub.options import Options
from stolik.games.rummikub.terminal.vocabulary import Command, word_for
from stolik.games.rummikub.view import View
from stolik.terminal.settings import Speaker


def help_rows(say: Speaker, view: View) -> list[tuple[str, str]]:
    """What can be typed and what it does."""

    def word(command: Command) -> str:
        return word_for(command, say.language)

    instead = (
        (word("draw"), say("take a tile from the bank"))
        if view.bank_size
        else (word("pass"), say("lay nothing"))
    )
    return [
        ("r3 r4 r5", say("lay a new set; short: r3-5, and kbr7 for k7 b7 r7")),
        ("r6 > 2", say("add tiles to set 2")),
        ("3:k7 k8 k9", say("3:k7 is the k7 of set 3; without 3: your rack comes first")),
        ("2 > 5", say("put all of set 2 into set 5")),
        (f"{word('split')} 2 r6", say("make two sets of set 2; r6 begins the second")),
        ("… / …", say("several steps, or the whole new table")),
        (f"{word('back')} r6", say("take r6 back to your rack")),
        (f"{word('undo')}, {word('redo')}", say("take back a step, do it again")),
        (word("reset"), say("take back all steps of this turn")),
        (f"Enter, {word('done')}", say("lay what you have built")),
        instead,
        (word("hint"), say("the best play, step by step")),
        (word("sort"), say("your tiles by colour or by number")),
        (word("unseen"), say("what you have not seen, colour by colour")),
        (word("rules"), say("the rules in short")),
    ]


def rules_in_short(say: Speaker, options: Options) -> Group:
    """The rules a newcomer needs."""
    sentences = [
        say("A group is three or four tiles of one number, all of different colours."),
        say("A run is three or more tiles of one colour in sequence; 1 is the lowest, 13 the highest."),
        say(
            "Your first sets come from your rack alone and are worth {least} points or more together.",
            least=options.opening_points,
        ),
        say("After that turn you may add to sets and rebuild the table, if in the end all are sets again."),
        say("A joker stands for any tile. On the table everybody may use it, but it stays on the table."),
        say("Each turn you lay at least one tile of your own, or you draw one."),
        say("Who lays the last tile wins what the others still hold; a joker left over counts 30."),
        say("Who has not opened by then pays 100, and 200 if an opening was on the rack."),
    ]
    return Group(*(Text(f"• {sentence}") for sentence in sentences))
