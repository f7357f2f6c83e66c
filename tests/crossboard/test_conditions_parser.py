"""How conditions are read and written, and what is said of those that cannot be read."""

import pickle

import pytest

from stolik.crossboard.conditions import Condition, ConditionError, Scope, format_condition, parse_condition
from stolik.crossboard.conditions_eval import And, Compared, Name, Not, Number, Or, Quantified
from stolik.crossboard.conditions_parser import MAX_DEPTH

ACROSS, DOWN, DOUBLE = Name("across"), Name("down"), Name("double")


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("across or down and double", Or((ACROSS, And((DOWN, DOUBLE))))),
        ("(across or down) and double", And((Or((ACROSS, DOWN)), DOUBLE))),
        ("across and (down and double)", And((ACROSS, And((DOWN, DOUBLE))))),
        ("across and down and double", And((ACROSS, DOWN, DOUBLE))),
        ("not across == down", Not(Compared(ACROSS, (("==", DOWN),)))),
        ("(not across) == down", Compared(Not(ACROSS), (("==", DOWN),))),
        ("not not across", Not(Not(ACROSS))),
        ("not across and down", And((Not(ACROSS), DOWN))),
        ("1 <= words < 4", Compared(Number(1), (("<=", Name("words")), ("<", Number(4))))),
        ("(1 < words) != across", Compared(Compared(Number(1), (("<", Name("words")),)), (("!=", ACROSS),))),
        ('letters("ŁÓ") > worth(3)', Compared(Name("letters", "ŁÓ"), ((">", Name("worth", 3)),))),
        (
            "count(double or across) >= 2",
            Compared(Quantified("count", Or((DOUBLE, ACROSS))), ((">=", Number(2)),)),
        ),
    ],
)
def test_reading_and_writing_are_inverse(text: str, expression: object) -> None:
    condition = parse_condition(text)
    assert condition.expression == expression
    assert format_condition(condition) == text


def test_needless_brackets_spaces_and_zeros_are_not_kept() -> None:
    assert format_condition(parse_condition(" ((across))and(  007<words )\n")) == "across and 7 < words"


def test_letters_are_composed() -> None:
    decomposed = "O\N{COMBINING ACUTE ACCENT}"
    assert parse_condition(f'ends("{decomposed}")') == parse_condition('ends("Ó")')


def test_the_scope_belongs_to_the_condition() -> None:
    assert parse_condition("double") == Condition(DOUBLE, Scope.MAIN)
    assert parse_condition("double", Scope.ANY_WORD) == Condition(DOUBLE, Scope.ANY_WORD)


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("", 0, "A name, a number or an opening bracket is missing before the end."),
        ("across and", 10, "missing before the end."),
        ("across and or down", 11, "missing before or."),
        ("length == not across", 10, "missing before not."),
        ("across down", 7, "down does not continue the condition"),
        ("across)", 6, ") does not continue the condition"),
        ("across and (down", 11, "This bracket is never closed."),
        ("any(double", 3, "This bracket is never closed."),
        ("(across 3)", 8, "A closing bracket is missing before 3."),
        ('ends("E" "F")', 9, "A closing bracket is missing before F."),
        ('ends("E', 5, "This quotation mark is never closed."),
        ("length = 3", 7, "Equality is written ==."),
        ("length ≥ 3", 7, "The sign '≥' has no meaning here."),
        ("length == -1", 10, "The sign '-' has no meaning here."),
        ("length == 1234567", 10, "A number has at most 6 digits."),
        ("words == ٣", 9, "The sign '٣' has no meaning here."),
    ],
)
def test_broken_grammar_is_refused_at_its_place(text: str, position: int, reason: str) -> None:
    assert_refused(text, position, reason)


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("lenght == 3", 0, "There is no name lenght. Did you mean length?"),
        ("across and Vowel >= 3", 11, "There is no name Vowel. Did you mean vowels?"),
        ("qqq", 0, "There is no name qqq."),
        ("letters >= 1", 0, 'letters needs an argument: letters("N").'),
        ("1 <= worth", 5, "worth needs an argument: worth(2)."),
        ("length(3) == 1", 6, "length takes no argument."),
        ("letters(3) == 1", 8, 'This is not the argument of letters: write letters("N").'),
        ('worth("3") == 1', 6, "This is not the argument of worth: write worth(2)."),
        ("letters() == 1", 8, "This is not the argument of letters"),
        ('ends("e")', 5, "Letters are written in upper case"),
        ('ends("")', 5, "Letters are written in upper case"),
        ('ends("A, B")', 5, "Letters are written in upper case"),
        ('covers("rad") >= 1', 7, "The colours are red, blue, yellow, green. Did you mean red?"),
        ('lengths("2;2")', 8, "Lengths are numbers from 1 to 99"),
        ('lengths("0")', 8, "Lengths are numbers from 1 to 99"),
        ("any", 0, "any needs a condition on a word: any(length == 5)."),
        ("any(count(double) == 1)", 4, "count(...) cannot stand inside any(...)."),
    ],
)
def test_a_wrong_name_or_argument_is_refused_at_its_place(text: str, position: int, reason: str) -> None:
    assert_refused(text, position, reason)


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        ("length", 0, "length is a number, not true or false: compare it, for example with >= 1."),
        ("across and length", 11, "length is a number"),
        ("3 or across", 0, "3 is a number"),
        ("not (length)", 4, "length is a number"),
        ("any(length)", 4, "length is a number"),
        ("count(double)", 0, "count(...) is a number"),
        ("across < down", 7, "across is true or false: it can be == or !=, not <."),
        ("across == 1", 10, "across is true or false and 1 is a number: the two cannot be compared."),
        ("1 < words == across", 13, "words is a number and across is true or false"),
        ("(across or down) == 1", 20, "(...) is true or false and 1 is a number"),
        ('letters == "N"', 0, "letters needs an argument"),
        ('length == "N"', 10, 'Text in quotes stands only in brackets after a name, as in letters("N").'),
    ],
)
def test_types_that_do_not_fit_are_refused_at_their_place(text: str, position: int, reason: str) -> None:
    assert_refused(text, position, reason)


def test_a_name_of_a_word_is_refused_in_scope_move_outside_quantifiers() -> None:
    assert_refused("words == 1 and length == 5", 15, "length speaks of one word", Scope.MOVE)
    assert_refused("any(double) and double", 16, "double speaks of one word", Scope.MOVE)
    parse_condition("words == 1 and main(length == 5)", Scope.MOVE)
    parse_condition("words == 1 and length == 5", Scope.ANY_WORD)


def assert_refused(text: str, position: int, reason: str, scope: Scope = Scope.MAIN) -> None:
    with pytest.raises(ConditionError) as refused:
        parse_condition(text, scope)
    assert reason in refused.value.message
    assert (refused.value.position, refused.value.source) == (position, text)


def test_an_error_shows_the_line_with_a_caret() -> None:
    with pytest.raises(ConditionError) as refused:
        parse_condition("across\nand lenght > 3\nand down")
    assert str(refused.value).split("\n") == [
        "There is no name lenght. Did you mean length?",
        "    and lenght > 3",
        "        ^",
    ]
    assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)


def test_an_error_in_a_very_long_line_shows_its_surroundings() -> None:
    with pytest.raises(ConditionError) as refused:
        parse_condition("across and " * 500 + "dwon" + " and across" * 500)
    _, line, caret = str(refused.value).split("\n")
    assert len(line) < 120
    assert line[caret.index("^") :].startswith("dwon and across")


@pytest.mark.parametrize(("opening", "closing"), [("(", ")"), ("not ", ""), ("not (", ")")])
def test_nesting_is_bounded(opening: str, closing: str) -> None:
    levels = MAX_DEPTH // len(opening.replace("not ", "!"))
    parse_condition(opening * levels + "across" + closing * levels)
    for too_many in (levels + 1, 100_000):
        with pytest.raises(ConditionError, match=f"nested more than {MAX_DEPTH} deep"):
            parse_condition(opening * too_many + "across" + closing * too_many)


def test_a_long_flat_condition_is_no_trouble() -> None:
    text = " and ".join(["across"] * 10_000)
    assert format_condition(parse_condition(text)) == text
