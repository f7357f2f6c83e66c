"""A lesson: the first word, and the five ways to make more of them (S4.9), each in a position of its own."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from stolik.core.about import Preset
from stolik.core.message import Message
from stolik.core.teaching import Step, Wording
from stolik.core.tiles import Rack, letter_tile, tiles_of
from stolik.crossboard.board import Board, Laid, Square
from stolik.games.scrabble.actions import Action, Place
from stolik.games.scrabble.options import Options
from stolik.games.scrabble.rules import Scrabble
from stolik.games.scrabble.state import State, Table
from stolik.games.scrabble.ways import Way, ways
from stolik.words.store import LexiconMissing


class Word(NamedTuple):
    """A word on the board."""

    row: int
    col: int
    text: str
    down: bool = False

    def laid(self) -> dict[Square, Laid]:
        squares = [Square(self.row, self.col).step(self.down, n) for n in range(len(self.text))]
        faces = zip(squares, self.text, strict=True)
        return {square: Laid(*square, letter_tile(letter)) for square, letter in faces}


class Example(NamedTuple):
    """Words that lie on the board, a rack, and a word that can be made with it."""

    lying: tuple[Word, ...]
    rack: str
    made: Word

    def board(self) -> tuple[Laid, ...]:
        squares = {square: laid for word in self.lying for square, laid in word.laid().items()}
        return tuple(laid for _, laid in sorted(squares.items()))

    def placed(self) -> Place:
        """The tiles of the word that are not on the board yet."""
        board = Board.of(self.board())
        return Place(tuple(laid for square, laid in self.made.laid().items() if square not in board))


#: The centre square of the board is the eighth of the eighth row; squares are counted from zero.
EXAMPLES: dict[str, dict[Way, Example]] = {
    "pl": {
        Way.FIRST: Example((), "DOMEKAT", Word(7, 5, "DOMEK")),
        Way.EXTEND: Example((Word(7, 6, "DOM"),), "EKAWIRY", Word(7, 6, "DOMEK")),
        Way.CROSS: Example((Word(7, 6, "DOM"),), "ZIARTES", Word(5, 8, "ZIMA", down=True)),
        Way.ALONGSIDE: Example((Word(7, 5, "DOMEK"),), "ATORSNI", Word(8, 5, "ONA")),
        Way.HOOK: Example((Word(7, 6, "DOM"),), "SYNRAKI", Word(6, 9, "SYN", down=True)),
        Way.BRIDGE: Example(
            (Word(7, 5, "DOMEK"), Word(7, 5, "DESKA", down=True), Word(7, 9, "KOTY", down=True)),
            "ALINRWO",
            Word(10, 5, "KROWY"),
        ),
    },
    "pt": {
        Way.FIRST: Example((), "GATOMEL", Word(7, 6, "GATO")),
        Way.EXTEND: Example((Word(7, 6, "GATO"),), "SIRMAPE", Word(7, 3, "RESGATO")),
        Way.CROSS: Example((Word(7, 6, "GATO"),), "CASMREI", Word(6, 7, "CASA", down=True)),
        Way.ALONGSIDE: Example((Word(7, 5, "GATO"),), "SEMDAOI", Word(8, 6, "SEI")),
        Way.HOOK: Example((Word(7, 6, "GATO"),), "SOLIDAE", Word(7, 10, "SOL", down=True)),
        Way.BRIDGE: Example(
            (Word(7, 5, "GATOS"), Word(7, 5, "GALO", down=True), Word(7, 9, "SALA", down=True)),
            "EMRIDVO",
            Word(10, 4, "MOVIDA"),
        ),
    },
    "en": {
        Way.FIRST: Example((), "HOMEATS", Word(7, 6, "HOME")),
        Way.EXTEND: Example((Word(7, 6, "PLAY"),), "EDRSTIN", Word(7, 4, "REPLAY")),
        Way.CROSS: Example((Word(7, 6, "PLAY"),), "CTRAMEO", Word(6, 8, "CAT", down=True)),
        Way.ALONGSIDE: Example((Word(7, 5, "TABLE"),), "OSNERAI", Word(8, 5, "ONE")),
        Way.HOOK: Example((Word(7, 6, "PLAY"),), "SUNDARI", Word(7, 10, "SUN", down=True)),
        Way.BRIDGE: Example(
            (Word(7, 5, "TABLE"), Word(7, 5, "TREE", down=True), Word(7, 9, "EAST", down=True)),
            "VENORIG",
            Word(10, 5, "EVENT"),
        ),
    },
}


def steps(game: Scrabble, preset: Preset) -> tuple[Step, ...]:
    """A step for each way. Words are looked up if there is a list and it has those of the examples."""
    examples = EXAMPLES.get(preset.language or "en", {})
    judged: Options = msgspec.structs.replace(preset.options, challenge="off")
    try:
        found = _steps(examples, judged, game.referee.hash_of(judged))
    except LexiconMissing:
        found = ()
    if found and all(_is_allowed(game, step) for step in found):
        return found
    free = _steps(examples, msgspec.structs.replace(judged, challenge="free"), "")
    limits = Message(
        "There is no word list for this lesson: only where the tiles lie is judged, not the words."
    )
    return tuple(msgspec.structs.replace(step, limits=limits) for step in free)


def _steps(examples: dict[Way, Example], options: Options, lexicon_hash: str) -> tuple[Step, ...]:
    return tuple(
        _step(way, example, position(example, options, lexicon_hash)) for way, example in examples.items()
    )


def _is_allowed(game: Scrabble, step: Step) -> bool:
    return game.preview(game.view(step.state, step.seat), step.solution).problem is None


def position(example: Example, options: Options, lexicon_hash: str = "") -> State:
    """The example as a game of two in which the first seat is to move."""
    racks = (Rack(tiles_of(example.rack)), Rack((), options.rack_size))
    table = Table(
        options=options,
        seats=2,
        lexicon_hash=lexicon_hash,
        laid=example.board(),
        scores=(0, 0),
        rack_sizes=tuple(map(len, racks)),
        shown=((), ()),
    )
    return State(table, racks)


def _step(way: Way, example: Example, state: State) -> Step:
    board = state.table.board

    def is_it(action: Action) -> bool:
        return isinstance(action, Place) and way in ways(board, action.tiles)

    return Step(
        id=way.value,
        said=_said(example.lying[0].text if example.lying else "")[way],
        state=state,
        solution=example.placed(),
        is_it=is_it,
    )


def _said(word: str) -> dict[Way, Wording]:
    """What is said at each step; `word` is the first that lies there."""
    return {
        Way.FIRST: Wording(
            Message("The first word"),
            Message("Make a word of your tiles and lay it across the centre square."),
            Message("One of your tiles goes to the square in the middle; the word runs across or down."),
            Message("The first word always covers the centre, and the centre doubles it."),
        ),
        Way.EXTEND: Wording(
            Message("Lengthen a word"),
            Message("Make {word} longer: put tiles before it, after it, or at both ends.", {"word": word}),
            Message("Put your tiles in line with {word}, without a gap, so that it grows.", {"word": word}),
            Message("The whole longer word counts, with the letters that lay there before."),
        ),
        Way.CROSS: Wording(
            Message("Cross a word"),
            Message("Make a word that runs through a letter of {word} at a right angle.", {"word": word}),
            Message("Your word runs the other way and uses a letter of {word}.", {"word": word}),
            Message("The shared letter counts for you, too; a premium under it does not."),
        ),
        Way.ALONGSIDE: Wording(
            Message("Lie alongside"),
            Message(
                "Lay a word beside {word}, in the next row, so that letters that touch make words as well.",
                {"word": word},
            ),
            Message(
                "Two or more of your tiles lie directly above or below letters of {word}.", {"word": word}
            ),
            Message("Every word you make counts: one letter may score twice."),
        ),
        Way.HOOK: Wording(
            Message("Hook on"),
            Message("Make a new word, one letter of which lengthens {word}.", {"word": word}),
            Message(
                "Your word stands at the beginning or the end of {word} and gives it a letter.",
                {"word": word},
            ),
            Message("Both words count in full, the new one and the longer one."),
        ),
        Way.BRIDGE: Wording(
            Message("Build a bridge"),
            Message("Join letters of two words: your word runs through both of them."),
            Message("Your tiles lie between letters of two words, in one line with them."),
            Message("A bridge often makes the longest word that is possible."),
        ),
    }
