"""The condition language of action cards, goal cards and Rummy tasks.

    or      := and {"or" and}
    and     := not {"and" not}
    not     := "not" not | compare
    compare := term {("==" | "!=" | "<" | "<=" | ">" | ">=") term}      1 <= words <= 3 is a chain
    term    := number | name | name "(" argument ")" | quantifier "(" or ")" | "(" or ")"

An argument is a number or a text in double quotes.  A condition is parsed and typed once; whatever is
wrong with it is a ConditionError from parse_condition, and `holds` never fails.

Types.  A name is a number or true-or-false.  Numbers compare with every sign, truths with == and != only,
a number never with a truth.  `and`, `or`, `not`, the quantifiers and the whole condition need truths.

Names of a word (vowels, ends("E"), ...) speak of the word at hand; names of the move (placed, across, ...)
mean the same everywhere.  The word at hand is
  - inside any(e), all(e), count(e): each word of the move in turn; inside main(e): the main word;
  - elsewhere it depends on the scope: ANY_WORD, each word in turn, and the condition holds if it holds for
    one of them; MAIN, the main word; MOVE, none: there a name of a word outside a quantifier is an error.
Quantifiers do not nest.  count(e) is a number, the others are truths; all(e) is true of a move without words.
A move without a main word (Rummy) makes main(e) false, and fails each MAIN condition that speaks of a word.
"""

from dataclasses import dataclass

from stolik.crossboard.conditions_eval import (
    COLOURS,
    And,
    Compared,
    Expression,
    LetterClasses,
    MoveFacts,
    Name,
    Not,
    Number,
    Or,
    Quantified,
    WordFacts,
    evaluate,
    speaks_of_word,
)
from stolik.crossboard.conditions_parser import ConditionError, Scope, parse_expression

__all__ = [
    "COLOURS",
    "Condition",
    "ConditionError",
    "LetterClasses",
    "MoveFacts",
    "Scope",
    "WordFacts",
    "format_condition",
    "parse_condition",
]


@dataclass(frozen=True, slots=True)
class Condition:
    """A parsed condition; parse_condition makes it."""

    expression: Expression
    scope: Scope = Scope.MAIN

    def holds(self, move: MoveFacts, classes: LetterClasses) -> bool:
        """Whether the move meets the condition."""
        if self.scope is Scope.ANY_WORD:
            return any(evaluate(self.expression, word, move, classes) for word in move.words)
        if move.main_word is None and speaks_of_word(self.expression):
            return False
        return bool(evaluate(self.expression, move.main_word, move, classes))


def parse_condition(text: str, scope: Scope = Scope.MAIN) -> Condition:
    """Read a condition, or raise ConditionError with the place and the reason."""
    return Condition(parse_expression(text, scope), scope)


def format_condition(condition: Condition) -> str:
    """Write a condition with no more brackets than it needs; the inverse of parse_condition in its scope."""
    return _format(condition.expression, _OR)


# How tightly an expression binds: it needs brackets where something tighter is expected.
_OR, _AND, _NOT, _COMPARED, _TERM = range(5)


def _format(expression: Expression, expected: int) -> str:
    text, tightness = _write(expression)
    return text if tightness >= expected else f"({text})"


def _write(expression: Expression) -> tuple[str, int]:
    match expression:
        case Number(value):
            return str(value), _TERM
        case Name(name, argument):
            return name + _write_argument(argument), _TERM
        case Quantified(quantifier, body):
            return f"{quantifier}({_format(body, _OR)})", _TERM
        case Compared(first, rest):
            chain = "".join(f" {sign} {_format(term, _TERM)}" for sign, term in rest)
            return _format(first, _TERM) + chain, _COMPARED
        case Not(body):
            return f"not {_format(body, _NOT)}", _NOT
        case And(parts):
            return " and ".join(_format(part, _NOT) for part in parts), _AND
        case Or(parts):
            return " or ".join(_format(part, _AND) for part in parts), _OR


def _write_argument(argument: int | str | None) -> str:
    if argument is None:
        return ""
    return f'("{argument}")' if isinstance(argument, str) else f"({argument})"
