"""Bots for the crossword-tile game that look one play ahead."""

from __future__ import annotations

from collections.abc import Iterable

from stolik.crossboard.moves import Play
from stolik.crossboard.placement import words_formed
from stolik.games.scrabble.actions import Accept, Action, Challenge, Exchange, Pass, Place
from stolik.games.scrabble.enumerate import may_move
from stolik.games.scrabble.rules import Scrabble
from stolik.games.scrabble.view import View

#: Words met at least once in a million words of text.
COMMONEST = 3


class Club:
    """Lays the play with the most points and challenges what is not in the list."""

    def __init__(self, game: Scrabble) -> None:
        self._referee = game.referee

    def choose(self, view: View) -> Action:
        pending = view.table.pending
        if pending is not None:
            words = [word.text for word in pending.words]
            if self.doubts(view, words):
                return Challenge()
            if not may_move(view):
                return Accept()
        return self._move(view)

    def doubts(self, view: View, words: list[str]) -> bool:
        """Whether it is sure that a word is not one: it knows the whole list."""
        return any(self._referee.unknown(view.table, words)) or any(self._referee.excluded(view.table, words))

    def pick(self, view: View, plays: Iterable[Play]) -> Play | None:
        """The play it likes best; plays come with the most points first."""
        return next(iter(plays), None)

    def _move(self, view: View) -> Action:
        play = self.pick(view, self._referee.plays(view.table, view.rack))
        if play is not None:
            return Place(play.laid)
        bag = view.table.bag_size_after_refill
        n = min(bag, len(view.rack))
        if n and bag >= view.table.options.exchange_minimum and not _is_stuck(view):
            return Exchange(view.rack[:n])
        return Pass()


def _is_stuck(view: View) -> bool:
    """Whether nobody has played for two rounds: fresh tiles do not help, so the game may as well end."""
    return len(view.table.scoreless) >= 2 * len(view.table.movers())


class Beginner(Club):
    """Lays short words that everybody knows; too small a vocabulary to be sure that a word is wrong."""

    longest = 5

    def doubts(self, view: View, words: list[str]) -> bool:
        return False

    def pick(self, view: View, plays: Iterable[Play]) -> Play | None:
        short = (play for play in plays if len(play.word) <= self.longest)
        return next((play for play in short if self._knows(view, play)), None)

    def _knows(self, view: View, play: Play) -> bool:
        lexicon = self._referee.lexicon(view.table)
        return all(lexicon.tier(run.text) >= COMMONEST for run in words_formed(view.table.board, play.laid))
