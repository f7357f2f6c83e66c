"""What a condition speaks of: the facts of a move, the vocabulary, expressions and their values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from operator import eq, ge, gt, le, lt, ne
from typing import Any, TypeAlias

# --- facts -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LetterClasses:
    """The vowels of an alphabet and the letters that carry a mark."""

    vowels: frozenset[str]
    marks: frozenset[str]


@dataclass(frozen=True, slots=True)
class WordFacts:
    """One word: its letters in upper case, the face value of each tile (a blank: 0), how many are blanks."""

    letters: str
    values: tuple[int, ...]
    blanks: int = 0

    def __post_init__(self) -> None:
        if not self.letters or len(self.letters) != len(self.values):
            raise ValueError(f"A word has letters and a value for each, not {self.letters!r}, {self.values}.")


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """One move: its words and, where the game has them, its place on the board and what stays in the rack."""

    words: tuple[WordFacts, ...]
    main: int | None  # which of the words is the main one; None where the game has none (Rummy)
    placed: tuple[int, ...] = ()  # the face value of each new tile
    across: bool | None = None  # the main word's direction; None where words have none
    through: int = 0  # old tiles inside the main word
    groups: int = 0  # separate groups of those old tiles
    extends: bool = False
    edge: int = 0
    corner: int = 0
    axis: int = 0
    covers: Mapping[str, int] = field(default_factory=dict, hash=False)  # colour: squares newly covered
    score: int = 0
    leftover: int = 0
    leftover_points: int = 0

    def __post_init__(self) -> None:
        if self.main is not None and not 0 <= self.main < len(self.words):
            raise ValueError(
                f"Word {self.main} of {len(self.words)}, counted from 0, cannot be the main one."
            )

    @property
    def main_word(self) -> WordFacts | None:
        return None if self.main is None else self.words[self.main]


# --- vocabulary ------------------------------------------------------------------------------------


class ValueKind(Enum):
    NUMBER = "a number"
    TRUTH = "true or false"


class Argument(Enum):
    """What stands in the brackets after a name; the value is an example."""

    NOTHING = ""
    LETTERS = '("N")'
    NUMBER = "(2)"
    COLOUR = '("red")'
    LENGTHS = '("3,3")'


COLOURS = ("red", "blue", "yellow", "green")


@dataclass(frozen=True, slots=True)
class WordName:
    """A name that speaks of one word; the parser has checked that the argument fits."""

    kind: ValueKind
    value: Callable[[WordFacts, LetterClasses, Any], int]
    argument: Argument = Argument.NOTHING


@dataclass(frozen=True, slots=True)
class MoveName:
    """A name that speaks of the move as a whole."""

    kind: ValueKind
    value: Callable[[MoveFacts, Any], int]
    argument: Argument = Argument.NOTHING


def _vowels(word: WordFacts, classes: LetterClasses) -> list[str]:
    return [letter for letter in word.letters if letter in classes.vowels]


def _alternating(word: WordFacts, classes: LetterClasses) -> bool:
    return all((a in classes.vowels) != (b in classes.vowels) for a, b in pairwise(word.letters))


def _has_lengths(move: MoveFacts, listed: str) -> bool:
    return sorted(map(int, listed.split(","))) == sorted(len(word.letters) for word in move.words)


WORD_NAMES: Mapping[str, WordName] = {
    "length": WordName(ValueKind.NUMBER, lambda w, _c, _a: len(w.letters)),
    "vowels": WordName(ValueKind.NUMBER, lambda w, c, _a: len(_vowels(w, c))),
    "consonants": WordName(ValueKind.NUMBER, lambda w, c, _a: len(w.letters) - len(_vowels(w, c))),
    "distinct_vowels": WordName(ValueKind.NUMBER, lambda w, c, _a: len(set(_vowels(w, c)))),
    "max_repeat": WordName(ValueKind.NUMBER, lambda w, _c, _a: max(map(w.letters.count, w.letters))),
    "double": WordName(ValueKind.TRUTH, lambda w, _c, _a: any(a == b for a, b in pairwise(w.letters))),
    "alternating": WordName(ValueKind.TRUTH, lambda w, c, _a: _alternating(w, c)),
    "same_ends": WordName(ValueKind.TRUTH, lambda w, _c, _a: w.letters[0] == w.letters[-1]),
    "starts_vowel": WordName(ValueKind.TRUTH, lambda w, c, _a: w.letters[0] in c.vowels),
    "ends_vowel": WordName(ValueKind.TRUTH, lambda w, c, _a: w.letters[-1] in c.vowels),
    "points": WordName(ValueKind.NUMBER, lambda w, _c, _a: sum(w.values)),
    "marks": WordName(ValueKind.NUMBER, lambda w, c, _a: sum(letter in c.marks for letter in w.letters)),
    "blanks": WordName(ValueKind.NUMBER, lambda w, _c, _a: w.blanks),
    "letters": WordName(ValueKind.NUMBER, lambda w, _c, a: sum(x in a for x in w.letters), Argument.LETTERS),
    "starts": WordName(ValueKind.TRUTH, lambda w, _c, a: w.letters[0] in a, Argument.LETTERS),
    "ends": WordName(ValueKind.TRUTH, lambda w, _c, a: w.letters[-1] in a, Argument.LETTERS),
    "worth": WordName(ValueKind.NUMBER, lambda w, _c, a: w.values.count(a), Argument.NUMBER),
    "worth_min": WordName(ValueKind.NUMBER, lambda w, _c, a: sum(x >= a for x in w.values), Argument.NUMBER),
}

MOVE_NAMES: Mapping[str, MoveName] = {
    "placed": MoveName(ValueKind.NUMBER, lambda m, _a: len(m.placed)),
    "words": MoveName(ValueKind.NUMBER, lambda m, _a: len(m.words)),
    "crosses": MoveName(ValueKind.NUMBER, lambda m, _a: max(len(m.words) - 1, 0)),
    "across": MoveName(ValueKind.TRUTH, lambda m, _a: m.across is True),
    "down": MoveName(ValueKind.TRUTH, lambda m, _a: m.across is False),
    "through": MoveName(ValueKind.NUMBER, lambda m, _a: m.through),
    "bridge": MoveName(ValueKind.TRUTH, lambda m, _a: m.groups >= 2),
    "extends": MoveName(ValueKind.TRUTH, lambda m, _a: m.extends),
    "score": MoveName(ValueKind.NUMBER, lambda m, _a: m.score),
    "edge": MoveName(ValueKind.NUMBER, lambda m, _a: m.edge),
    "corner": MoveName(ValueKind.NUMBER, lambda m, _a: m.corner),
    "axis": MoveName(ValueKind.NUMBER, lambda m, _a: m.axis),
    "coloured": MoveName(ValueKind.NUMBER, lambda m, _a: sum(m.covers.values())),
    "covers": MoveName(ValueKind.NUMBER, lambda m, a: m.covers.get(a, 0), Argument.COLOUR),
    "placed_worth": MoveName(ValueKind.NUMBER, lambda m, a: m.placed.count(a), Argument.NUMBER),
    "leftover": MoveName(ValueKind.NUMBER, lambda m, _a: m.leftover),
    "leftover_points": MoveName(ValueKind.NUMBER, lambda m, _a: m.leftover_points),
    "lengths": MoveName(ValueKind.TRUTH, _has_lengths, Argument.LENGTHS),
}

QUANTIFIERS: Mapping[str, ValueKind] = {
    "any": ValueKind.TRUTH,
    "all": ValueKind.TRUTH,
    "count": ValueKind.NUMBER,
    "main": ValueKind.TRUTH,
}

COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "==": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}

# --- expressions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class Name:
    name: str
    argument: int | str | None = None


@dataclass(frozen=True, slots=True)
class Quantified:
    quantifier: str
    body: "Expression"


@dataclass(frozen=True, slots=True)
class Compared:
    """A chain: each neighbouring pair must compare true."""

    first: "Expression"
    rest: tuple[tuple[str, "Expression"], ...]


@dataclass(frozen=True, slots=True)
class Not:
    body: "Expression"


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple["Expression", ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple["Expression", ...]


Expression: TypeAlias = Number | Name | Quantified | Compared | Not | And | Or


def speaks_of_word(expression: Expression) -> bool:
    """Whether a name of a word stands outside any, all, count and main."""
    match expression:
        case Name(name):
            return name in WORD_NAMES
        case Not(body):
            return speaks_of_word(body)
        case And(parts) | Or(parts):
            return any(map(speaks_of_word, parts))
        case Compared(first, rest):
            return speaks_of_word(first) or any(speaks_of_word(term) for _, term in rest)
        case _:
            return False


def evaluate(expression: Expression, word: WordFacts | None, move: MoveFacts, classes: LetterClasses) -> int:
    """The value of an expression with `word` as the word at hand (None only if it speaks of none)."""

    def value(part: Expression) -> int:
        return evaluate(part, word, move, classes)

    match expression:
        case Number(number):
            return number
        case Name(name, argument) if name in MOVE_NAMES:
            return MOVE_NAMES[name].value(move, argument)
        case Name(name, argument):
            assert word is not None
            return WORD_NAMES[name].value(word, classes, argument)
        case Quantified(quantifier, body):
            return _quantify(quantifier, body, move, classes)
        case Compared(first, rest):
            return _compare(value(first), [(operator, value(term)) for operator, term in rest])
        case Not(body):
            return not value(body)
        case And(parts):
            return all(map(value, parts))
        case Or(parts):
            return any(map(value, parts))


def _compare(left: int, rest: list[tuple[str, int]]) -> bool:
    for operator, right in rest:
        if not COMPARISONS[operator](left, right):
            return False
        left = right
    return True


def _quantify(quantifier: str, body: Expression, move: MoveFacts, classes: LetterClasses) -> int:
    if quantifier == "main":
        return move.main_word is not None and bool(evaluate(body, move.main_word, move, classes))
    truths = [bool(evaluate(body, word, move, classes)) for word in move.words]
    return {"any": any(truths), "all": all(truths), "count": sum(truths)}[quantifier]
