"""`stolik word`, `stolik find` and `stolik lexicon`: asking about words and keeping word lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter
from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from stolik.core.message import Complaint
from stolik.terminal import settings
from stolik.terminal.output import print_json
from stolik.words.alphabet import LONGEST, SHORTEST, alphabet
from stolik.words.explain import Explanation, explain
from stolik.words.lexicon import Lexicon
from stolik.words.search import find_anagrams, find_hooks, find_matches
from stolik.words.store import Added, Entry, Lexicons

SHOWN_WORDS = 100
SHOWN_REFUSALS = 10

ListName = Annotated[str, Parameter(help="Word list: see `stolik lexicon list`.")]
Json = Annotated[bool, Parameter(help="Print JSON.", negative=())]


def judge_words(
    *words: Annotated[str, Parameter(help="Words, in any case.")],
    lexicon: ListName = "pl",
    json: Json = False,
) -> int:
    """Say of each word whether it counts, and why. Exit code: 0 all do, 1 some do not."""
    if not words:
        raise Complaint("Give one word or more: stolik word WORD...")
    chosen = Lexicons().open(lexicon)
    say = settings.say()
    verdicts = [explain(chosen, word, say) for word in words]
    if json:
        print_json([asdict(verdict) for verdict in verdicts])
    else:
        show_verdicts(verdicts)
    return 0 if all(verdict.valid for verdict in verdicts) else 1


def show_verdicts(verdicts: Sequence[Explanation]) -> None:
    """A table for people."""
    say = settings.say()
    table = Table(box=None, pad_edge=False, show_header=False)
    for verdict in verdicts:
        mark = Text("✓ " + say("valid"), "green") if verdict.valid else Text("✗ " + say("not valid"), "red")
        table.add_row(Text(verdict.word, "bold"), mark, Text(verdict.explanation))
    Console().print(table)


def find_words(
    *,
    anagram: Annotated[str | None, Parameter(help="Letters on the rack; ? is a blank.")] = None,
    pattern: Annotated[
        str | None, Parameter(help="A pattern: . is any letter, * any run of letters.")
    ] = None,
    hooks: Annotated[str | None, Parameter(help="A word to be made longer by one letter.")] = None,
    lexicon: ListName = "pl",
    min_length: Annotated[int, Parameter(help="The fewest letters.")] = SHORTEST,
    max_length: Annotated[int, Parameter(help="The most letters.")] = LONGEST,
    limit: Annotated[int | None, Parameter(help="How many words; 100 when printed, all in JSON.")] = None,
    json: Json = False,
) -> int:
    """Find words, the longest first. Exit code: 0 some were found, 1 none."""
    if sum(asked is not None for asked in (anagram, pattern, hooks)) != 1:
        raise Complaint("Give one of --anagram LETTERS, --pattern PATTERN and --hooks WORD.")
    if limit is not None and limit < 1:
        raise Complaint("Give a limit from 1 on.")
    chosen = Lexicons().open(lexicon)
    if hooks is not None:
        words = longer_words(hooks, chosen, min_length, max_length)
    elif anagram is not None:
        words = find_anagrams(chosen, anagram, min_length, max_length)
    else:
        words = find_matches(chosen, pattern or "", min_length, max_length)
    if json:
        print_json(words[:limit])
    else:
        show_words(words, limit or SHOWN_WORDS)
    return 0 if words else 1


def longer_words(word: str, lexicon: Lexicon, min_length: int, max_length: int) -> list[str]:
    """The words that a letter before or after this one makes."""
    tiles = lexicon.alphabet.normalise(word.strip())
    hooks = find_hooks(lexicon, tiles)
    if not min_length <= len(tiles) + 1 <= max_length:
        return []
    return [letter + tiles for letter in hooks.front] + [tiles + letter for letter in hooks.back]


def show_words(words: Sequence[str], limit: int) -> None:
    """Words in columns, those of one length together."""
    say = settings.say()
    console = Console()
    if not words:
        console.print(say("No word was found."))
    for length, some in groupby(words[:limit], key=len):
        console.print(Text(say("{n} letters", n=length), "dim"))
        console.print(Columns([Text(word) for word in some], padding=(0, 2), equal=True))
    if len(words) > limit:
        more = say("and {n} more: --limit {all} shows them", n=len(words) - limit, all=len(words))
        console.print(Text(more, "dim"))


def list_lexicons(*, json: Json = False) -> int:
    """List the word lists that games can use."""
    entries = Lexicons().entries()
    if json:
        print_json([asdict(entry) for entry in entries])
        return 0
    say = settings.say()
    table = Table(box=None, pad_edge=False)
    for heading in (say("list"), say("alphabet"), say("words"), say("hash"), say("origin")):
        table.add_column(heading, justify="right" if heading == say("words") else "left")
    for entry in entries:
        table.add_row(
            entry.name, entry.alphabet, say.number(entry.n_words), entry.hash[:12], origin_of(entry)
        )
    Console().print(table)
    return 0


def show_lexicon(name: Annotated[str, Parameter(help="Word list.")], /, *, json: Json = False) -> int:
    """Tell all about one word list."""
    entry = Lexicons().entry(name)
    if json:
        print_json(asdict(entry))
        return 0
    say = settings.say()
    letters = alphabet(entry.alphabet).letters
    show_facts(
        (say("list"), entry.name),
        (say("origin"), origin_of(entry)),
        (say("alphabet"), f"{entry.alphabet}: {letters}"),
        (say("words"), say.number(entry.n_words)),
        (say("hash"), entry.hash),
        (say("used by"), ", ".join(entry.held_by) or say("no live game")),
    )
    return 0


def add_lexicon(
    name: Annotated[str, Parameter(help="What to call the list.")],
    file: Annotated[Path, Parameter(help="UTF-8 text, one word a line; lines with # are comments.")],
    /,
    *,
    alphabet_name: Annotated[
        str | None, Parameter(name="--alphabet", help="pl, pt or en; told by the words when left out.")
    ] = None,
    json: Json = False,
) -> int:
    """Install a word list of your own, or replace one you added before."""
    say = settings.say()
    letters = alphabet(alphabet_name) if alphabet_name else None
    with Console(stderr=True).status(say("Reading and building the list...")):
        added = Lexicons().add(name, file, letters)
    if json:
        reasons = [
            {"line": each.line, "word": each.word, "reason": say.sentence(each.reason)}
            for each in added.refused
        ]
        print_json({**asdict(added), "refused": reasons})
    else:
        show_added(added)
    return 0


def show_added(added: Added) -> None:
    """What became of the file, for people."""
    say = settings.say()
    show_facts(
        (say("list"), added.name),
        (say("alphabet"), added.alphabet),
        (say("words"), say.number(added.n_words)),
        (say("repeated"), say.number(added.n_repeated)),
        (say("refused"), say.number(added.n_refused)),
        (say("hash"), added.hash),
    )
    console = Console()
    for each in added.refused[:SHOWN_REFUSALS]:
        line = say(
            "line {n}: {word}: {reason}", n=each.line, word=each.word, reason=say.sentence(each.reason)
        )
        console.print(Text("  " + line, "dim"), soft_wrap=True)
    if added.n_refused > SHOWN_REFUSALS:
        more = say("and {n} more; --json lists the first thousand", n=added.n_refused - SHOWN_REFUSALS)
        console.print(Text("  " + more, "dim"))


def remove_lexicon(name: Annotated[str, Parameter(help="Word list.")], /) -> int:
    """Remove a word list you added; one that a live game uses stays."""
    Lexicons().remove(name)
    Console().print(Text(settings.say()("The list {name} is removed.", name=name)))
    return 0


def origin_of(entry: Entry) -> str:
    """Where a list comes from, for people."""
    say = settings.say()
    return say("comes with the program") if entry.shipped else say("added")


def show_facts(*facts: tuple[str, str]) -> None:
    """Names and values, one pair a line."""
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, value in facts:
        table.add_row(Text(name, "dim"), Text(value, overflow="fold"))
    Console().print(table)


def register(app: cyclopts.App) -> None:
    """Add the commands."""
    app.command(judge_words, name="word")
    app.command(find_words, name="find")
    lexicon = cyclopts.App(
        name="lexicon", help="Word lists: list them, look at one, add your own, remove it."
    )
    lexicon.command(list_lexicons, name="list")
    lexicon.command(show_lexicon, name="info")
    lexicon.command(add_lexicon, name="add")
    lexicon.command(remove_lexicon, name="remove")
    app.command(lexicon)
