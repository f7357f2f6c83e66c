"""Who says whether a word counts: the word list named in the options, and the block list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from stolik.core.clauses import in_force
from stolik.core.game import IllegalAction
from stolik.core.message import Complaint
from stolik.core.tiles import Tile
from stolik.crossboard.board import Board
from stolik.crossboard.moves import MoveFinder, Play
from stolik.crossboard.placement import words_formed
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.state import Table
from stolik.words.lexicon import Lexicon
from stolik.words.store import Lexicons

#: Move finders kept for games with different boards, tiles or lists.
_KEPT = 16


class Referee:
    """Opens word lists by name and gives verdicts."""

    def __init__(self, words: Lexicons) -> None:
        self._words = words
        self._finders: dict[tuple[str, Options], MoveFinder] = {}

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
        board = table.board
        plays = self._finder(table).find(board, rack)
        if not table.options.block_list or not in_force("S7.11"):
            return plays
        blocked = self.lexicon(table).blocked_words()
        return (play for play in plays if not _makes_one_of(blocked, board, play))

    def _finder(self, table: Table) -> MoveFinder:
        options = table.options
        key = (table.lexicon_hash, options)
        if key not in self._finders:
            if len(self._finders) == _KEPT:
                self._finders.pop(next(iter(self._finders)))
            self._finders[key] = MoveFinder(
                options.layout,
                options.tiles,
                self.lexicon(table),
                options.bonus_tiles,
                options.bonus_points,
            )
        return self._finders[key]

    def unknown(self, table: Table, words: Iterable[str]) -> Iterator[str]:
        """Those of the words that are not in the list."""
        lexicon = self.lexicon(table)
        return (word for word in words if word not in lexicon and in_force("S4.7"))

    def excluded(self, table: Table, words: Iterable[str]) -> Iterator[str]:
        """Those of the words that the rulebook does not allow although they are words."""
        if not table.options.block_list or not in_force("S7.11"):
            return iter(())
        lexicon = self.lexicon(table)
        return (word for word in words if lexicon.blocked(word))

    def refuse_invalid(self, table: Table, words: Sequence[str]) -> None:
        """Refuse a play at once, where nobody has to challenge it."""
        excluded = list(self.excluded(table, words))
        if excluded:
            raise IllegalAction("S7.11", "excluded by the rulebook: {words}", words=", ".join(excluded))
        unknown = list(self.unknown(table, words))
        if unknown:
            raise IllegalAction("S4.7", "not in the word list: {words}", words=", ".join(unknown))


def _makes_one_of(words: frozenset[str], board: Board, play: Play) -> bool:
    """Whether the play makes one of these words; the words across it are read only where there are some."""
    if play.word.upper() in words:
        return True
    beside = (laid.square.step(not play.down, n) for laid in play.laid for n in (-1, 1))
    return any(square in board for square in beside) and any(
        run.text in words for run in words_formed(board, play.laid)
    )
