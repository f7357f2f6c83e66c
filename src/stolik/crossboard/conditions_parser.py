"""Reading the condition language: tokens, then one method for each rule of the grammar, types on the way."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from enum import Enum
from typing import NamedTuple

from stolik.crossboard.conditions_eval import (
    COLOURS,
    COMPARISONS,
    MOVE_NAMES,
    QUANTIFIERS,
    WORD_NAMES,
    And,
    Argument,
    Compared,
    Expression,
    Name,
    Not,
    Number,
    Or,
    Quantified,
    ValueKind,
)

# A level of nesting takes eight calls of the parser, so this stays far below the recursion limit.
MAX_DEPTH = 32
MAX_DIGITS = 6
KEYWORDS = ("and", "or", "not")


class Scope(Enum):
    """Which word a name of a word speaks of, outside any, all, count and main."""

    ANY_WORD = "any_word"
    MAIN = "main"
    MOVE = "move"


class ConditionError(ValueError):
    """A condition that cannot be read: why, and where in its source."""

    def __init__(self, message: str, position: int, source: str) -> None:
        super().__init__(message, position, source)
        self.message, self.position, self.source = message, position, source

    def __str__(self) -> str:
        start = self.source.rfind("\n", 0, self.position) + 1
        end = self.source.find("\n", self.position)
        # A very long line is shown only around the position.
        start = max(start, self.position - 60)
        end = min(len(self.source) if end < 0 else end, self.position + 40)
        line = "".join(letter if letter.isprintable() else " " for letter in self.source[start:end])
        return f"{self.message}\n    {line}\n    {' ' * (self.position - start)}^"


class _Token(NamedTuple):
    kind: str  # number, name, text, sign or end
    text: str
    position: int


class _Term(NamedTuple):
    """A part already read, its type and where it began."""

    expression: Expression
    kind: ValueKind
    position: int


_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<number>[0-9]+)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r'|"(?P<text>[^"\n]*)"|(?P<sign>[=!<>]=|[<>()])'
)
_LENGTHS = re.compile(r"[1-9][0-9]?(,[1-9][0-9]?)*")


def parse_expression(source: str, scope: Scope) -> Expression:
    """Read a condition, or raise ConditionError."""
    return _Parser(source, scope).parse()


def _tokens(source: str) -> Iterator[_Token]:
    position = 0
    while position < len(source):
        match = _TOKEN.match(source, position)
        if match is None:
            raise ConditionError(_strange(source[position]), position, source)
        kind = str(match.lastgroup)
        if kind != "space":
            yield _Token(kind, match[kind], position)
        position = match.end()
    yield _Token("end", "", len(source))


def _strange(letter: str) -> str:
    if letter == '"':
        return "This quotation mark is never closed."
    if letter == "=":
        return "Equality is written ==."
    return f"The sign {letter!r} has no meaning here."


class _Parser:
    def __init__(self, source: str, scope: Scope) -> None:
        self.source = source
        self.scope = scope
        self.tokens = _tokens(source)
        self.token = next(self.tokens)
        self.depth = 0
        self.quantifier = ""  # the one we are inside of

    def parse(self) -> Expression:
        condition = self.disjunction()
        if self.token.kind != "end":
            raise self.error(f"{self.found()} does not continue the condition: and, or, a comparison could.")
        return self.truth(condition)

    # --- grammar -----------------------------------------------------------------------------------

    def disjunction(self) -> _Term:
        return self.joined("or", self.conjunction, Or)

    def conjunction(self) -> _Term:
        return self.joined("and", self.negation, And)

    def joined(
        self, word: str, part: Callable[[], _Term], join: Callable[[tuple[Expression, ...]], Expression]
    ) -> _Term:
        parts = [part()]
        while self.took(word):
            parts.append(part())
        if len(parts) == 1:
            return parts[0]
        return _Term(join(tuple(self.truth(term) for term in parts)), ValueKind.TRUTH, parts[0].position)

    def negation(self) -> _Term:
        position = self.token.position
        if not self.took("not"):
            return self.comparison()
        with self.nested(position):
            return _Term(Not(self.truth(self.negation())), ValueKind.TRUTH, position)

    def comparison(self) -> _Term:
        terms = [self.term()]
        rest: list[tuple[str, Expression]] = []
        while self.token.text in COMPARISONS and self.token.kind == "sign":
            sign = self.advance()
            terms.append(self.term())
            self.check_comparable(terms[-2], sign, terms[-1])
            rest.append((sign.text, terms[-1].expression))
        if not rest:
            return terms[0]
        return _Term(Compared(terms[0].expression, tuple(rest)), ValueKind.TRUTH, terms[0].position)

    def term(self) -> _Term:
        token = self.token
        if token.kind == "number":
            return _Term(Number(self.number()), ValueKind.NUMBER, token.position)
        if token.kind == "sign" and token.text == "(":
            return self.group()
        if token.kind == "name" and token.text not in KEYWORDS:
            return self.quantified() if token.text in QUANTIFIERS else self.named()
        if token.kind == "text":
            raise self.error('Text in quotes stands only in brackets after a name, as in letters("N").')
        raise self.error(f"A name, a number or an opening bracket is missing before {self.found()}.")

    def group(self) -> _Term:
        opening = self.advance()
        with self.nested(opening.position):
            inner = self.disjunction()
        self.close(opening)
        return inner._replace(position=opening.position)

    def quantified(self) -> _Term:
        name = self.advance()
        if self.quantifier:
            message = f"{name.text}(...) cannot stand inside {self.quantifier}(...)."
            raise self.error(message, name.position)
        opening = self.token
        if not self.took("("):
            message = f"{name.text} needs a condition on a word: {name.text}(length == 5)."
            raise self.error(message, name.position)
        self.quantifier = name.text
        with self.nested(opening.position):
            body = self.truth(self.disjunction())
        self.quantifier = ""
        self.close(opening)
        return _Term(Quantified(name.text, body), QUANTIFIERS[name.text], name.position)

    def named(self) -> _Term:
        token = self.advance()
        meaning = WORD_NAMES.get(token.text) or MOVE_NAMES.get(token.text)
        if meaning is None:
            message = f"There is no name {_short(token.text)}.{_suggestion(token.text)}"
            raise self.error(message, token.position)
        if token.text in WORD_NAMES and self.scope is Scope.MOVE and not self.quantifier:
            raise self.error(
                f"{token.text} speaks of one word, this condition of the whole move: "
                f"put it inside any(...), all(...), count(...) or main(...).",
                token.position,
            )
        return _Term(Name(token.text, self.argument(token, meaning.argument)), meaning.kind, token.position)

    def argument(self, name: _Token, wanted: Argument) -> int | str | None:
        opening = self.token
        if not self.took("("):
            if wanted is not Argument.NOTHING:
                raise self.error(f"{name.text} needs an argument: {name.text}{wanted.value}.", name.position)
            return None
        if wanted is Argument.NOTHING:
            raise self.error(f"{name.text} takes no argument.", opening.position)
        if self.token.kind != ("number" if wanted is Argument.NUMBER else "text"):
            raise self.error(f"This is not the argument of {name.text}: write {name.text}{wanted.value}.")
        argument = self.number() if wanted is Argument.NUMBER else self.text(wanted)
        self.close(opening)
        return argument

    def number(self) -> int:
        if len(self.token.text) > MAX_DIGITS:
            raise self.error(f"A number has at most {MAX_DIGITS} digits.")
        return int(self.advance().text)

    def text(self, wanted: Argument) -> str:
        text = unicodedata.normalize("NFC", self.token.text)
        if wanted is Argument.LETTERS and not (text.isalpha() and text == text.upper()):
            raise self.error('Letters are written in upper case, nothing between them, as in "IOU".')
        if wanted is Argument.COLOUR and text not in COLOURS:
            raise self.error(f"The colours are {', '.join(COLOURS)}.{_suggestion(text, COLOURS)}")
        if wanted is Argument.LENGTHS and not _LENGTHS.fullmatch(text):
            raise self.error('Lengths are numbers from 1 to 99 with commas between them, as in "2,2,2".')
        self.advance()
        return text

    # --- types -------------------------------------------------------------------------------------

    def truth(self, term: _Term) -> Expression:
        if term.kind is not ValueKind.TRUTH:
            message = f"{_shown(term)} is a number, not true or false: compare it, for example with >= 1."
            raise self.error(message, term.position)
        return term.expression

    def check_comparable(self, left: _Term, sign: _Token, right: _Term) -> None:
        if left.kind is not right.kind:
            raise self.error(
                f"{_shown(left)} is {left.kind.value} and {_shown(right)} is {right.kind.value}: "
                f"the two cannot be compared.",
                right.position,
            )
        if left.kind is ValueKind.TRUTH and sign.text not in ("==", "!="):
            message = f"{_shown(left)} is true or false: it can be == or !=, not {sign.text}."
            raise self.error(message, sign.position)

    # --- steps -------------------------------------------------------------------------------------

    def advance(self) -> _Token:
        token = self.token
        if token.kind != "end":
            self.token = next(self.tokens)
        return token

    def took(self, text: str) -> bool:
        """Step over this word or sign if it is next."""
        if self.token.text != text or self.token.kind not in ("name", "sign"):
            return False
        self.advance()
        return True

    def close(self, opening: _Token) -> None:
        if self.token.kind == "end":
            raise self.error("This bracket is never closed.", opening.position)
        if not self.took(")"):
            raise self.error(f"A closing bracket is missing before {self.found()}.")

    @contextmanager
    def nested(self, position: int) -> Iterator[None]:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(f"The condition is nested more than {MAX_DEPTH} deep.", position)
        yield
        self.depth -= 1

    def found(self) -> str:
        return _short(self.token.text) if self.token.kind != "end" else "the end"

    def error(self, message: str, position: int | None = None) -> ConditionError:
        return ConditionError(message, self.token.position if position is None else position, self.source)


def _suggestion(name: str, names: Sequence[str] = (*WORD_NAMES, *MOVE_NAMES, *QUANTIFIERS, *KEYWORDS)) -> str:
    """Ask after the nearest known name, if one is near."""
    near = get_close_matches(name.lower(), names, n=1) if len(name) <= 30 else []
    return f" Did you mean {near[0]}?" if near else ""


def _shown(term: _Term) -> str:
    match term.expression:
        case Number(value):
            return str(value)
        case Name(name):
            return name
        case Quantified(name):
            return f"{name}(...)"
        case _:
            return "(...)"


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:29] + "…"
