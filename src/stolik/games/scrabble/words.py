"""Who says whether a word counts: the word list named in the options, and the block list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stolik.core.clauses import in_force
from stolik.core.game import IllegalAction
from stolik.crossboard.moves import MoveFinder
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.state import Table
from stolik.words.lexicon import Lexicon
from stolik.words.store import Lexicons

WordSource = Lexicons


class Referee:
    """Opens word lists by name and gives verdicts."""

    def __init__(self, words: WordSource) -> None:
        self._words = words
        self._finders: dict[tuple[str, Options], MoveFinder] = {}

    def hash_of(self, options: Options) -> str:
        """The hash of the list a new game will use."""
        return self._words.open(options.lexicon).hash

    def lexicon(self, table: Table) -> Lexicon:
        """The very list the game was started with, or `LexiconMissing`."""
        return self._words.open(table.options.lexicon, table.lexicon_hash)

    def finder(self, table: Table) -> MoveFinder:
        """The move finder for this game's board, tiles and list."""
        options = table.options
        key = (table.lexicon_hash, options)
        if key not in self._finders:
            self._finders[key] = MoveFinder(
                options.layout,
                options.tiles,
                self.lexicon(table),
                options.bonus_tiles,
                options.bonus_points,
            )
        return self._finders[key]

    def invalid(self, table: Table, words: Iterable[str]) -> Iterator[str]:
        """Those of the words that do not count."""
        lexicon = self.lexicon(table)
        for word in words:
            blocked = table.options.block_list and lexicon.blocked(word) and in_force("S7.11")
            if blocked or (word not in lexicon and in_force("S4.7")):
                yield word

    def refuse_invalid(self, table: Table, words: Iterable[str]) -> None:
        """Refuse a play at once, where nobody has to challenge it."""
        wrong = list(self.invalid(table, words))
        if wrong:
            raise IllegalAction("S4.7", "not in the word list: {words}", words=", ".join(wrong))
