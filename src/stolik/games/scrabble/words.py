"""Who says whether a word counts: the word list named in the options, and the block list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from stolik.core.clauses import in_force
from stolik.core.game import IllegalAction
from stolik.core.message import Complaint
from stolik.core.tiles import Tile
from stolik.crossboard.board import Board
from stolik.crossboard.engine.brain import Brain, makes_one_of
from stolik.crossboard.geometry import Geometry, Play
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.state import Table
from stolik.words.alphabet import LONGEST
from stolik.words.lexicon import Lexicon
from stolik.words.store import Lexicons

#: Engines kept for games with different boards, tiles or lists.
_KEPT = 16


class Referee:
    """Opens word lists by name and gives verdicts."""

    def __init__(self, words: Lexicons) -> None:
        self._words = words
        self._brains: dict[tuple[str, Options], Brain] = {}

    def hash_of(self, options: Options) -> str:
        """The hash of the list a new game will use; complains if the list does not fit the tiles."""
        lexicon = self._words.open(options.lexicon)
        for letter in (*options.tiles.letters(), *options.blank_extra):
            if letter not in lexicon.alphabet.letters:
                raise Complaint(
                    "The word list {name} has no letter {letter}, which the tiles have; choose another list.",
                    name=lexicon.name,
                    letter=letter,
                )
        return lexicon.hash

    def lexicon(self, table: Table) -> Lexicon:
        """The very list the game was started with, or `LexiconMissing`."""
        return self._words.open(table.options.lexicon, table.lexicon_hash)

    def plays(self, table: Table, rack: Sequence[Tile]) -> Iterable[Play]:
        """Every play of allowed words, the highest score first."""
        return allowed_plays(self.brain(table.options, table.lexicon_hash), table.board, rack)

    def brain(self, options: Options, lexicon_hash: str) -> Brain:
        """The engine for games with these rules and this edition of the word list."""
        key = (lexicon_hash, options)
        if key not in self._brains:
            if len(self._brains) == _KEPT:
                self._brains.pop(next(iter(self._brains)))
            lexicon = self._words.open(options.lexicon, lexicon_hash)
            self._brains[key] = brain_for(options, self._words, lexicon)
        return self._brains[key]

    def unknown(self, table: Table, words: Iterable[str]) -> Iterator[str]:
        """Those of the words that are not in the list."""
        lexicon = self.lexicon(table)
        return (word for word in words if word not in lexicon and in_force("S4.7"))

    def excluded(self, table: Table, words: Iterable[str]) -> Iterator[str]:
        """Those of the words that the rulebook does not allow although they are words."""
        lexicon = self.lexicon(table)
        blocks = bool(_blocked(table.options, lexicon))
        return (word for word in words if blocks and lexicon.blocked(word))

    def refuse_invalid(self, table: Table, words: Sequence[str]) -> None:
        """Refuse a play at once, where nobody has to challenge it."""
        excluded = list(self.excluded(table, words))
        if excluded:
            raise IllegalAction("S7.11", "excluded by the rulebook: {words}", words=", ".join(excluded))
        unknown = list(self.unknown(table, words))
        if unknown:
            raise IllegalAction("S4.7", "not in the word list: {words}", words=", ".join(unknown))


def refuse_too_long(words: Iterable[str]) -> None:
    """Refuse a play with a word that no list can hold, whoever judges the others."""
    too_long = [word for word in words if len(word) > LONGEST and in_force("S4.7")]
    if too_long:
        raise IllegalAction(
            "S4.7", "words have at most {n} letters here: {words}", n=LONGEST, words=", ".join(too_long)
        )


def allowed_plays(brain: Brain, board: Board, rack: Sequence[Tile]) -> Iterable[Play]:
    """Every play without a blocked word, the highest score first."""
    plays, blocked = brain.finder.find(board, rack), brain.blocked
    return (play for play in plays if not makes_one_of(blocked, board, play)) if blocked else plays


def brain_for(options: Options, words: Lexicons, lexicon: Lexicon) -> Brain:
    """The engine for games with these options and this list."""
    geometry = Geometry(
        options.layout, options.tiles, lexicon.alphabet, options.bonus_tiles, options.bonus_points
    )
    return Brain(
        geometry,
        lexicon,
        words.cache_dir,
        rack_size=options.rack_size,
        blocked=_blocked(options, lexicon),
    )


def _blocked(options: Options, lexicon: Lexicon) -> frozenset[str]:
    """The words that the rulebook does not allow although they are words."""
    return lexicon.blocked_words() if options.block_list and in_force("S7.11") else frozenset()
