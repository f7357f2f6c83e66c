"""Laws of the condition language, over random conditions, moves and texts.

The evaluator is compared with Python itself: the written form of a condition is a Python expression
with the same precedence, so Python's own parser and operators are the second opinion.
"""

import ast
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stolik.crossboard.conditions import (
    COLOURS,
    Condition,
    ConditionError,
    LetterClasses,
    MoveFacts,
    Scope,
    WordFacts,
    format_condition,
    parse_condition,
)
from stolik.crossboard.conditions_eval import (
    COMPARISONS,
    MOVE_NAMES,
    QUANTIFIERS,
    WORD_NAMES,
    And,
    Argument,
    Compared,
    Expression,
    MoveName,
    Name,
    Not,
    Number,
    Or,
    Quantified,
    ValueKind,
    WordName,
)

VOWELS, MARKS = "AĄEĘIOÓUY", "ĄĆĘŁŃÓŚŹŻ"
LETTERS = "AĄEIOÓUYBCĆDŁMNŻ"
CLASSES = LetterClasses(frozenset(VOWELS), frozenset(MARKS))

# --- random conditions -----------------------------------------------------------------------------

ARGUMENTS: dict[Argument, st.SearchStrategy[Any]] = {
    Argument.NOTHING: st.none(),
    Argument.LETTERS: st.text(LETTERS, min_size=1, max_size=4),
    Argument.NUMBER: st.integers(0, 9),
    Argument.COLOUR: st.sampled_from(COLOURS),
    Argument.LENGTHS: st.lists(st.integers(1, 6), min_size=1, max_size=3).map(
        lambda n: ",".join(map(str, n))
    ),
}


def names(kind: ValueKind, of_words: bool) -> st.SearchStrategy[Expression]:
    known: dict[str, MoveName | WordName] = dict(MOVE_NAMES)
    if of_words:
        known.update(WORD_NAMES)
    fitting = [(name, meaning.argument) for name, meaning in known.items() if meaning.kind is kind]
    return st.sampled_from(fitting).flatmap(lambda one: st.builds(Name, st.just(one[0]), ARGUMENTS[one[1]]))


def chains(terms: st.SearchStrategy[Expression], signs: list[str]) -> st.SearchStrategy[Expression]:
    rest = st.lists(st.tuples(st.sampled_from(signs), terms), min_size=1, max_size=3).map(tuple)
    return st.builds(Compared, terms, rest)


def truths(of_words: bool, quantify: bool, depth: int = 3) -> st.SearchStrategy[Expression]:
    """Well-typed conditions; names of words only if `of_words`, quantifiers only if `quantify`."""
    numbers = st.builds(Number, st.integers(0, 12)) | names(ValueKind.NUMBER, of_words)
    simple = names(ValueKind.TRUTH, of_words)
    if quantify:
        inner = truths(of_words=True, quantify=False, depth=1)
        numbers |= st.builds(Quantified, st.just("count"), inner)
        simple |= st.builds(Quantified, st.sampled_from(["any", "all", "main"]), inner)
    simple |= chains(numbers, list(COMPARISONS))
    if depth == 0:
        return simple
    part = truths(of_words, quantify, depth - 1)
    parts = st.lists(part, min_size=2, max_size=3).map(tuple)
    return (
        simple
        | st.builds(Not, part)
        | st.builds(And, parts)
        | st.builds(Or, parts)
        | chains(part, ["==", "!="])
    )


CONDITIONS = st.builds(
    Condition, truths(of_words=True, quantify=True), st.sampled_from([Scope.MAIN, Scope.ANY_WORD])
) | st.builds(Condition, truths(of_words=False, quantify=True), st.just(Scope.MOVE))

# --- random moves as plain dicts -------------------------------------------------------------------

Plain = dict[str, Any]

SMALL = st.integers(0, 3)


def plain_word(tiles: list[tuple[str, int]]) -> Plain:
    letters, worths = zip(*tiles, strict=True)
    return {"text": "".join(letters), "values": list(worths), "blanks": worths.count(0)}


TILES = st.tuples(st.sampled_from(LETTERS), st.integers(0, 9))
WORDS = st.lists(TILES, min_size=1, max_size=6).map(plain_word)
COUNTS = ("through", "groups", "edge", "corner", "axis", "score", "leftover", "leftover_points")


@st.composite
def plain_moves(draw: st.DrawFn) -> Plain:
    words = draw(st.lists(WORDS, max_size=4))
    return {
        "words": words,
        "main": draw(st.sampled_from([None, *range(len(words))])),
        "placed": draw(st.lists(st.integers(0, 9), max_size=7)),
        "across": draw(st.sampled_from([None, True, False])),
        "extends": draw(st.booleans()),
        "covers": draw(st.dictionaries(st.sampled_from(COLOURS), SMALL)),
        **{name: draw(SMALL) for name in COUNTS},
    }


def as_facts(move: Plain) -> MoveFacts:
    words = tuple(WordFacts(word["text"], tuple(word["values"]), word["blanks"]) for word in move["words"])
    return MoveFacts(**{**move, "words": words, "placed": tuple(move["placed"])})


# --- the second opinion ----------------------------------------------------------------------------


def pattern(word: Plain) -> str:
    return "".join("v" if letter in VOWELS else "c" for letter in word["text"])


PLAIN_WORD: dict[str, Callable[..., Any]] = {
    "length": lambda w: len(w["values"]),
    "vowels": lambda w: pattern(w).count("v"),
    "consonants": lambda w: pattern(w).count("c"),
    "distinct_vowels": lambda w: len(set(w["text"]) & set(VOWELS)),
    "max_repeat": lambda w: Counter(w["text"]).most_common(1)[0][1],
    "double": lambda w: re.search(r"(.)\1", w["text"]) is not None,
    "alternating": lambda w: not re.search("vv|cc", pattern(w)),
    "same_ends": lambda w: w["text"].startswith(w["text"][-1]),
    "starts_vowel": lambda w: pattern(w).startswith("v"),
    "ends_vowel": lambda w: pattern(w).endswith("v"),
    "points": lambda w: sum(w["values"]),
    "marks": lambda w: len(re.findall(f"[{MARKS}]", w["text"])),
    "blanks": lambda w: w["blanks"],
    "letters": lambda w, chosen: len(re.findall(f"[{chosen}]", w["text"])),
    "starts": lambda w, chosen: w["text"].startswith(tuple(chosen)),
    "ends": lambda w, chosen: w["text"].endswith(tuple(chosen)),
    "worth": lambda w, n: Counter(w["values"])[n],
    "worth_min": lambda w, n: len([value for value in w["values"] if not value < n]),
}
PLAIN_MOVE: dict[str, Callable[..., Any]] = {
    **{name: lambda m, name=name: m[name] for name in COUNTS if name != "groups"},
    "placed": lambda m: len(m["placed"]),
    "words": lambda m: len(m["words"]),
    "crosses": lambda m: len(m["words"][1:]),
    "across": lambda m: bool(m["across"]),
    "down": lambda m: m["across"] is not None and not m["across"],
    "bridge": lambda m: m["groups"] > 1,
    "extends": lambda m: m["extends"],
    "coloured": lambda m: sum(m["covers"].get(colour, 0) for colour in COLOURS),
    "covers": lambda m, colour: Counter(m["covers"])[colour],
    "placed_worth": lambda m, n: Counter(m["placed"])[n],
    "lengths": lambda m, text: Counter(text.split(",")) == Counter(str(len(w["text"])) for w in m["words"]),
}


class Pythonise(ast.NodeTransformer):
    """Make `ends("E")` into `word(W, "ends", "E")`, and the body of a quantifier into a function of W."""

    def __init__(self) -> None:
        self.outer_words = False
        self.inside = False

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.visit_Call(ast.Call(node, [], []))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in QUANTIFIERS:
            self.inside = True
            body = ast.unparse(self.visit(node.args[0]))
            self.inside = False
            return python(f"{name}_of(lambda W: {body})")
        arguments = "".join(f", {ast.unparse(argument)}" for argument in node.args)
        if name in MOVE_NAMES:
            return python(f"move({name!r}{arguments})")
        self.outer_words |= not self.inside
        return python(f"word(W, {name!r}{arguments})")


def python(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def second_opinion(text: str, scope: Scope, move: Plain) -> bool:
    translation = Pythonise()
    source = ast.unparse(translation.visit(python(text)))
    main = None if move["main"] is None else move["words"][move["main"]]
    judge = eval(
        f"lambda W: {source}",
        {
            "word": lambda word, name, *argument: PLAIN_WORD[name](word, *argument),
            "move": lambda name, *argument: PLAIN_MOVE[name](move, *argument),
            "any_of": lambda body: any(map(body, move["words"])),
            "all_of": lambda body: all(map(body, move["words"])),
            "count_of": lambda body: len(list(filter(body, move["words"]))),
            "main_of": lambda body: main is not None and body(main),
        },
    )
    if scope is Scope.ANY_WORD:
        return any(map(judge, move["words"]))
    return bool((main is not None or not translation.outer_words) and judge(main))


def test_the_second_opinion_knows_every_name() -> None:
    assert set(PLAIN_WORD) == set(WORD_NAMES)
    assert set(PLAIN_MOVE) == set(MOVE_NAMES)


@given(CONDITIONS, plain_moves())
def test_a_condition_means_what_the_same_text_means_in_python(condition: Condition, move: Plain) -> None:
    expected = second_opinion(format_condition(condition), condition.scope, move)
    assert condition.holds(as_facts(move), CLASSES) is expected


@given(CONDITIONS)
def test_reading_undoes_writing(condition: Condition) -> None:
    assert parse_condition(format_condition(condition), condition.scope) == condition


# --- texts -----------------------------------------------------------------------------------------

TOKENS = [
    *WORD_NAMES,
    *MOVE_NAMES,
    *QUANTIFIERS,
    *COMPARISONS,
    "and",
    "or",
    "not",
    "(",
    ")",
    "0",
    "12",
    '"E"',
    '"',
]
SOUP = st.lists(st.sampled_from(TOKENS), max_size=12).map(" ".join)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A valid text with a few cuts, swaps and strange letters."""
    text = format_condition(draw(CONDITIONS))
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 6)))
        text = (
            text[:start] + draw(st.sampled_from(["", " ", *TOKENS, text[end:], "ł", "\n", "\0"])) + text[end:]
        )
    return text


@given(st.text() | SOUP | mutated(), st.sampled_from(Scope))
def test_any_text_is_read_or_refused_at_a_place_in_it(text: str, scope: Scope) -> None:
    try:
        condition = parse_condition(text, scope)
    except ConditionError as error:
        refused = error
    else:
        assert parse_condition(format_condition(condition), scope) == condition
        return
    assert 0 <= refused.position <= len(text)
    assert refused.source == text
    message, _, caret = str(refused).split("\n")
    assert message == refused.message
    assert caret.strip() == "^"
