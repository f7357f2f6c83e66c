"""The rules told to people, as the options of a preset have them; the clauses are those of RULES.md."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from stolik.core.about import Preset
from stolik.core.message import Message
from stolik.core.teaching import Explanation, Rule, Section
from stolik.core.tiles import BLANK
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.pictures import first_word, five_ways, premium_squares, tile_set
from stolik.games.scrabble.rules import Scrabble


def explain(game: Scrabble, preset: Preset) -> Explanation:
    """What a player should know."""
    options: Options = preset.options
    sections = (
        Section("goal", Message("What it is about"), tuple(_goal(options))),
        Section("box", Message("What is in the box"), tuple(_box(options)), (tile_set(options.tiles),)),
        Section("start", Message("Before the first move"), tuple(_start(options))),
        Section("turn", Message("Your turn"), tuple(_turn(options))),
        Section("laying", Message("Laying tiles"), tuple(_laying()), first_word(game, preset)),
        Section("ways", Message("Five ways to make words"), tuple(_ways()), five_ways(game, preset)),
        Section("points", Message("Points"), tuple(_points(options)), (premium_squares(options.layout),)),
        Section("challenge", Message("Is that a word?"), tuple(_challenge(options))),
        Section("end", Message("The end"), tuple(_end(options))),
        Section("time", Message("Time and leaving"), tuple(_time(options))),
    )
    return Explanation(sections)


def _goal(options: Options) -> Iterator[Rule]:
    yield Rule(
        "Words are made on the board, and they cross as in a crossword. Each brings points: the highest"
        " score wins, and equal scores share the place.",
        clauses=("S8.7",),
    )
    yield (
        Rule(
            "For {least} to {most} players.",
            {"least": options.min_players, "most": options.max_players},
            ("S1.5",),
        )
        if options.min_players < options.max_players
        else Rule("For {n} players.", {"n": options.min_players}, ("S1.5",))
    )


def _box(options: Options) -> Iterator[Rule]:
    n_blanks = options.tiles.counts()[BLANK]
    yield Rule(
        "The bag holds {n} tiles, {blanks} of them blank. The small number on a tile is its worth.",
        {"n": len(options.tiles), "blanks": n_blanks},
        ("S1.1",),
    )
    yield Rule(
        "A blank is worth nothing and stands for any letter of the set. Whoever lays it says for which one,"
        " and so it stays until the end. No other tile changes its letter.",
        clauses=("S1.3",),
    )
    if options.blank_extra:
        yield Rule(
            "A blank may also be one of these: {letters}.",
            {"letters": ", ".join(options.blank_extra)},
            ("S1.3",),
        )


def _start(options: Options) -> Iterator[Rule]:
    if options.starter is None:
        yield Rule(
            "Everybody draws a tile. Who is nearest to the start of the alphabet begins, and a blank comes"
            " before A. Equal tiles are drawn again. Then all of them go back into the bag.",
            clauses=("S2.1", "S2.2", "S2.3"),
        )
    else:
        yield Rule("The players agree who begins.", clauses=("S2.4",))
    yield Rule(
        "Each rack gets {n} tiles. Nobody sees the rack of another. Play goes round the table.",
        {"n": options.rack_size},
        ("S2.5",),
    )


def _turn(options: Options) -> Iterator[Rule]:
    yield Rule(
        "When it is your turn you do one thing: lay tiles, exchange tiles, or pass. Passing is always"
        " allowed.",
        clauses=("S3.1", "S6.4"),
    )
    yield Rule(
        "Only tiles of your own rack can be laid or exchanged. When your play stands, you draw new ones"
        " until you have {n} again or the bag is empty.",
        {"n": options.rack_size},
        ("S3.2", "S3.3"),
    )
    yield Rule(
        "To exchange, put any number of tiles aside, but no more than the bag holds. Draw as many new ones"
        " first, then put the old ones into the bag. That is the whole turn.",
        clauses=("S6.1", "S6.2"),
    )
    if options.exchange_minimum > 1:
        yield Rule(
            "For an exchange the bag has to hold at least {n} tiles.",
            {"n": options.exchange_minimum},
            ("S6.3",),
        )


def _laying() -> Iterator[Rule]:
    yield Rule("The first word has two tiles or more and covers the centre square.", clauses=("S4.4", "S4.5"))
    yield Rule(
        "All tiles of a play go to free squares of one row or one column, never diagonally. With the tiles"
        " that lie there already they make one line without gaps.",
        clauses=("S4.1", "S4.2", "S4.3"),
    )
    yield Rule("Every later play touches a tile on the board.", clauses=("S4.6",))
    yield Rule(
        "Tiles that touch, across or down, make a word of the list. Plurals and other forms are words, too."
        " Names and abbreviations are not, nor what is written with a hyphen or an apostrophe.",
        clauses=("S4.7", "S4.8"),
    )
    yield Rule("What lies on the board stays there, unless a challenge takes a play back.", clauses=("S3.5",))


def _ways() -> Iterator[Rule]:
    yield Rule(
        "All of them follow from the rules above. Your new tiles are the amber ones.", clauses=("S4.9",)
    )


def _points(options: Options) -> Iterator[Rule]:
    yield Rule("A word is worth as much as its tiles together.", clauses=("S5.1",))
    yield Rule(
        "Squares with dots multiply the letter on them, squares with bars the whole word. Letters come"
        " first. Two squares with bars under one word multiply each other.",
        clauses=("S5.2", "S5.3"),
    )
    yield Rule("A premium square counts only in the play that covers it.", clauses=("S5.4",))
    yield Rule(
        "A blank is worth nothing on dots, too; on bars it multiplies the word as any other tile does.",
        clauses=("S5.5",),
    )
    yield Rule(
        "Every word that you make or lengthen counts. A letter in two words counts in both, premium"
        " included.",
        clauses=("S5.6",),
    )
    yield Rule(
        "{tiles} tiles laid in one play earn {points} points more, added at the very end.",
        {"tiles": options.bonus_tiles, "points": options.bonus_points},
        ("S5.7",),
    )


def _challenge(options: Options) -> Iterator[Rule]:
    if options.challenge == "off":
        yield Rule("The list is asked at once, and a play with a wrong word is refused.", clauses=("S7.10",))
    else:
        yield from _challenges(options)
    if options.block_list:
        yield Rule(
            "Words that the rulebook calls hateful are not words here, whatever the list says.",
            clauses=("S7.11",),
        )


def _challenges(options: Options) -> Iterator[Rule]:
    yield Rule(
        "Nobody looks words up while thinking. A play lies open to challenge before it is scored; only then"
        " the list decides.",
        clauses=("S7.1", "S7.12"),
    )
    yield Rule(
        "Of two players, who moves on has accepted the play before; a play that ends the game waits for an"
        " answer.",
        clauses=("S7.2",),
    )
    if options.max_players > 2:
        yield Rule("With three or more everybody answers before anybody moves.", clauses=("S7.3",))
    yield Rule(
        "If one of the words is not in the list, all tiles go back to the rack and the turn is lost.",
        clauses=("S7.4",),
    )
    match options.challenge:
        case "minus10":
            points = int(options.challenge.removeprefix("minus"))
            yield Rule("A wrong challenge costs {n} points.", {"n": points}, ("S7.6",))
        case "double":
            yield Rule("A wrong challenge costs the next turn.", clauses=("S7.7",))
        case "plus5" | "plus10":
            points = int(options.challenge.removeprefix("plus"))
            yield Rule(
                "A wrong challenge brings {n} points to the player of the word.", {"n": points}, ("S7.8",)
            )
        case _:
            yield Rule("If all words are in the list, the play stands. That is all.", clauses=("S7.5",))
    yield Rule(
        "The first challenge decides about the whole play. Nobody challenges an own play, or one that is"
        " accepted already.",
        clauses=("S7.9",),
    )


def _end(options: Options) -> Iterator[Rule]:
    yield Rule(
        "The game is over when the bag is empty and somebody has laid the last tile.", clauses=("S8.1",)
    )
    yield Rule(
        "It is over, too, when everybody has passed {n} times running. Exchanges do not count as passes.",
        {"n": options.pass_rounds},
        ("S8.2", "S8.8"),
    )
    if options.quiet_limit is not None:
        yield Rule(
            "It is over after {n} turns running that are passes or lost to a challenge.",
            {"n": options.quiet_limit},
            ("S8.3",),
        )
    if options.scoreless_limit is not None:
        yield Rule(
            "It is over after {n} turns running without a play, exchanges included.",
            {"n": options.scoreless_limit},
            ("S8.4",),
        )
    yield Rule(
        "Everybody loses what the tiles left on the own rack are worth. Who has laid the last tile gains all"
        " of that. Nothing more can be done then.",
        clauses=("S8.5", "S8.6", "S3.4"),
    )


def _time(options: Options) -> Iterator[Rule]:
    if options.time_out == "stop":
        yield Rule(
            "Who has no time left makes no more moves and only answers challenges. The other plays on alone,"
            " until {passes} passes running, or {n} turns running that are passes or lost.",
            {"passes": options.pass_rounds, "n": options.quiet_limit_alone or options.pass_rounds},
            ("S9.2",),
        )
    else:
        yield Rule("When your time is up, the turn counts as a pass.", clauses=("S9.1",))
    if options.overtime_points is not UNSET:
        yield Rule(
            "Where the clock allows more, each minute begun beyond the time costs {n} points.",
            {"n": options.overtime_points},
            ("S9.6",),
        )
    yield Rule(
        "Who does not answer a play in time accepts it. When nobody has time left, the game is over.",
        clauses=("S9.1", "S9.3"),
    )
    yield Rule("When one of two players leaves, the other wins.", clauses=("S9.4",))
    if options.max_players > 2:
        yield Rule(
            "When one of more leaves, the rest play on: those tiles count for nobody, and who has left ranks"
            " behind all who stayed.",
            clauses=("S9.5",),
        )
