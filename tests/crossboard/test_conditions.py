"""What conditions mean: every name by a worked example, every card expression, the scopes."""

import pytest

from stolik.crossboard.conditions import (
    LetterClasses,
    MoveFacts,
    Scope,
    WordFacts,
    format_condition,
    parse_condition,
)
from stolik.crossboard.conditions_eval import MOVE_NAMES, QUANTIFIERS, WORD_NAMES

POLISH = LetterClasses(frozenset("AĄEĘIOÓUY"), frozenset("ĄĆĘŁŃÓŚŹŻ"))
PORTUGUESE = LetterClasses(frozenset("AEIOU"), frozenset("Ç"))


def values(*groups: str) -> dict[str, int]:
    """Letter values from groups such as "3 BGH"."""
    return {letter: int(group.split()[0]) for group in groups for letter in group.split()[1]}


POLISH_VALUES = values("1 AEINORSWZ", "2 CDKLMPTY", "3 BGHJŁU", "5 ĄĘFÓŚŻ", "6 Ć", "7 Ń", "9 Ź")
PORTUGUESE_VALUES = values("1 AEIMORSTU", "2 CDLP", "3 BNÇ", "4 FGHV", "5 J", "6 Q", "8 XZ")


def facts(text: str, letter_values: dict[str, int]) -> WordFacts:
    """A word; lower case marks a blank."""
    tiles = tuple(letter_values[tile] if tile.isupper() else 0 for tile in text)
    return WordFacts(text.upper(), tiles, blanks=sum(tile.islower() for tile in text))


def pl(text: str) -> WordFacts:
    return facts(text, POLISH_VALUES)


def pt(text: str) -> WordFacts:
    return facts(text, PORTUGUESE_VALUES)


def move_of(*words: WordFacts) -> MoveFacts:
    return MoveFacts(words, main=0)


def holds(text: str, move: MoveFacts, classes: LetterClasses = POLISH, scope: Scope = Scope.MAIN) -> bool:
    return parse_condition(text, scope).holds(move, classes)


# --- names of a word: the condition, a word that meets it, a word that does not --------------------

POLISH_WORDS = [
    ("length == 8", "WYTĘŻAMY", "SKŁADAM"),
    ("vowels == 4", "WYTĘŻAMY", "MUMIE"),  # Y Ę A Y; U I E
    ("consonants == 4", "SKŁAD", "MUMIE"),
    ("distinct_vowels == 3", "WYTĘŻAMY", "PRYMAS"),  # Y Ę A; Y A
    ("max_repeat == 3", "ANANAS", "MUMIE"),
    ("max_repeat == 1", "DAR", "MUMIE"),
    ("double", "LEKKI", "MUMIE"),
    ("alternating", "KORALE", "MUMIE"),  # I and E stand together
    ("same_ends", "KAJAK", "DAR"),
    ("starts_vowel", "ÓSMY", "PRYMAS"),
    ("ends_vowel", "SKŁADAMY", "PRYMAS"),
    ("points == 18", "PRÓBUJE", "PRÓBuJE"),  # 2+1+5+3+3+3+1; the blank takes 3 away
    ("marks == 3", "ŹDŹBŁO", "WYTĘŻAMY"),
    ("blanks == 1", "PRÓBuJE", "PRÓBUJE"),
    ('letters("ĘŻ") == 2', "WYTĘŻAMY", "TĘ"),
    ('letters("M") == 2', "MUMIE", "SKŁADAM"),
    ('starts("PS")', "SKŁAD", "DAR"),
    ('ends("E")', "MUMIE", "SKŁAD"),
    ("worth(2) == 3", "PRYMAS", "PRyMAS"),  # P Y M
    ("worth(0) == 1", "PRyMAS", "PRYMAS"),
    ("worth_min(5) == 2", "WYTĘŻAMY", "PRÓBUJE"),  # Ę Ż; Ó
]
PORTUGUESE_WORDS = [
    ("length == 8", "INGRATOS", "GRATOS"),
    ("vowels == 4", "PODRIDAO", "FALSA"),
    ("consonants == 3", "FALSA", "INGRATOS"),
    ("distinct_vowels == 3", "PODRIDAO", "FALSA"),  # O I A; A
    ("max_repeat == 2", "PODRIDAO", "GRATO"),
    ("double", "CARRO", "GRATO"),
    ("alternating", "NADO", "FALSA"),
    ("same_ends", "ASA", "NADO"),
    ("starts_vowel", "INGRATOS", "GRATO"),
    ("ends_vowel", "FALSA", "AS"),
    ("points == 8", "GRATO", "GRATOS"),  # 4+1+1+1+1
    ("marks == 1", "CAÇA", "CACA"),
    ("blanks == 2", "nAdO", "NADO"),
    ('letters("AO") == 3', "PODRIDAO", "NADO"),
    ('starts("GF")', "FALSA", "NADO"),
    ('ends("SZ")', "GRATOS", "GRATO"),
    ("worth(2) == 3", "PODRIDAO", "DA"),  # P D D
    ("worth_min(4) == 1", "EXATO", "NADO"),
]


@pytest.mark.parametrize(("text", "meets", "misses"), POLISH_WORDS)
def test_a_polish_word_meets_what_is_said_of_it(text: str, meets: str, misses: str) -> None:
    assert holds(text, move_of(pl(meets)), POLISH)
    assert not holds(text, move_of(pl(misses)), POLISH)


@pytest.mark.parametrize(("text", "meets", "misses"), PORTUGUESE_WORDS)
def test_a_portuguese_word_meets_what_is_said_of_it(text: str, meets: str, misses: str) -> None:
    assert holds(text, move_of(pt(meets)), PORTUGUESE)
    assert not holds(text, move_of(pt(misses)), PORTUGUESE)


def test_y_is_a_vowel_in_polish_only() -> None:
    assert holds("vowels == 1", move_of(pl("TY")), POLISH)
    assert holds("vowels == 0", move_of(pl("TY")), PORTUGUESE)


# --- names of the move -----------------------------------------------------------------------------

DAR = MoveFacts(
    (pl("DAR"), pl("UD"), pl("JA"), pl("ER")),
    main=0,
    placed=(2, 1, 1),
    across=True,
    axis=1,
    covers={"blue": 2, "red": 1},
    score=17,
)
# W Y and Ę Ż A and Y are new, T and M lay there; the W lies in the corner.
WYTEZAMY = MoveFacts(
    (pl("WYTĘŻAMY"),),
    main=0,
    placed=(1, 2, 5, 5, 1, 2),
    across=True,
    through=2,
    groups=2,
    edge=6,
    corner=1,
    axis=1,
    score=225,
)
SPROBUJEMY = MoveFacts(
    (pl("SPRÓBUJEMY"),),
    main=0,
    placed=(1, 2, 2),
    across=True,
    through=7,
    groups=1,
    extends=True,
    edge=1,
    axis=3,
    score=69,
)
PRYMAS = MoveFacts(
    (pl("PRYMAS"),), main=0, placed=(1, 2, 2, 1, 1), across=False, through=1, groups=1, score=13
)
RUMMY = MoveFacts((pl("UD"), pl("JA"), pl("ERY")), main=None, leftover=1, leftover_points=5)

MOVES = [
    ("placed == 6", WYTEZAMY, DAR),
    ("words == 4", DAR, WYTEZAMY),
    ("crosses == 3", DAR, WYTEZAMY),
    ("across", DAR, PRYMAS),
    ("down", PRYMAS, DAR),
    ("through == 7", SPROBUJEMY, WYTEZAMY),
    ("bridge", WYTEZAMY, SPROBUJEMY),
    ("extends", SPROBUJEMY, WYTEZAMY),
    ("score == 225", WYTEZAMY, SPROBUJEMY),
    ("edge == 6", WYTEZAMY, SPROBUJEMY),
    ("corner == 1", WYTEZAMY, DAR),
    ("axis == 3", SPROBUJEMY, DAR),
    ("coloured == 3", DAR, PRYMAS),
    ('covers("blue") == 2', DAR, PRYMAS),
    ('covers("green") == 0 and covers("red") == 1', DAR, PRYMAS),
    ("placed_worth(5) == 2", WYTEZAMY, DAR),
    ("leftover == 1", RUMMY, DAR),
    ("leftover_points == 5", RUMMY, DAR),
    ('lengths("2,3,2")', RUMMY, DAR),
    ('any(starts("J"))', DAR, PRYMAS),  # JA
    ("all(length >= 3)", PRYMAS, DAR),
    ("count(length == 2) == 3", DAR, RUMMY),
    ("main(length == 3)", DAR, PRYMAS),
]


@pytest.mark.parametrize(("text", "meets", "misses"), MOVES)
def test_a_move_meets_what_is_said_of_it(text: str, meets: MoveFacts, misses: MoveFacts) -> None:
    assert holds(text, meets)
    assert not holds(text, misses)


def test_every_name_has_a_worked_example() -> None:
    for names, examples in (
        (WORD_NAMES, [POLISH_WORDS, PORTUGUESE_WORDS]),
        ({*MOVE_NAMES, *QUANTIFIERS}, [MOVES]),
    ):
        for rows in examples:
            shown = {row[0].replace("(", " ").split()[0] for row in rows}
            assert shown == set(names)
    assert (len(WORD_NAMES), len(MOVE_NAMES), len(QUANTIFIERS)) == (18, 18, 4)


# --- the expressions on the cards ------------------------------------------------------------------

ACTION_CARDS = [
    ("vowels >= 3", "MUMIE", "SKŁADAM"),
    ('ends("E")', "PRÓBUJE", "PRYMAS"),
    ("length >= 7", "SKŁADAM", "PRYMAS"),
    ('letters("N") >= 1', "TNIEMY", "MUMIE"),
    ('letters("Z") >= 1', "ZUPA", "ŻABA"),
    ("length == 4", "ZUPA", "SKŁAD"),
    ('starts("P")', "PRYMAS", "SPRÓBUJE"),
    ('ends("A")', "ZUPA", "WODĄ"),
    ('letters("K") >= 1', "SKŁAD", "DAR"),
    ("starts_vowel", "USKŁADAMY", "MUMIE"),
    ('letters("R") >= 1', "DAR", "MUMIE"),
    ("vowels == 1", "SKŁAD", "SKŁADAM"),
    ('letters("W") >= 1', "WODĄ", "ŁAD"),
    ('letters("O") >= 1', "WODĄ", "PRÓBUJE"),
    ('ends("Y")', "TNIEMY", "TNIE"),
    ("max_repeat >= 2", "MUMIE", "TNIEMY"),
    ('ends("M")', "SKŁADAM", "MUMIE"),
    ("length == 5", "SKŁAD", "ZUPA"),
    ('letters("C") >= 1', "CUD", "ĆMA"),
    ('ends("I")', "LEKKI", "TNIEMY"),
    ("marks >= 1", "SKŁAD", "MUMIE"),
    ("not ends_vowel", "SKŁAD", "TNIEMY"),
    ("worth_min(5) >= 1", "ŻABA", "SKŁAD"),
    ("vowels == 2", "SKŁADAM", "SKŁAD"),
    ("points >= 12", "SPRÓBUJE", "MUMIE"),  # 19; 2+3+2+1+1 = 9
    ("length == 3", "DAR", "ZUPA"),
    ('starts("S")', "SKŁAD", "ŚLAD"),
    ('letters("E") >= 1', "MUMIE", "TĘ"),
    ("same_ends", "KAJAK", "SKŁAD"),
    ('letters("Y") >= 1', "PRYMAS", "SKŁAD"),
    ("double", "LEKKI", "KAJAK"),
    ('ends("O")', "ŹDŹBŁO", "ŻABA"),
]
GOAL_WORDS = [
    ("length == 3", "ASA", "NADO"),
    ("length == 4", "NADO", "ASA"),
    ("length == 5", "GRATO", "GRATOS"),
    ("length == 6", "GRATOS", "GRATO"),
    ("length >= 7", "INGRATOS", "GRATOS"),
    ("vowels == 1", "AS", "ASA"),
    ("vowels == 2", "FALSA", "INGRATOS"),
    ("distinct_vowels >= 2", "NADO", "FALSA"),
    ("distinct_vowels >= 3", "INGRATOS", "NADO"),
    ("points >= 5", "NADO", "DA"),  # 3+1+2+1 = 7; 3
    ("points >= 10", "INGRATOS", "GRATOS"),  # 13; 9
    ("starts_vowel", "ASA", "DA"),
    ("ends_vowel", "DA", "AS"),
    ("not ends_vowel", "AS", "DA"),
    ("worth(2) >= 1", "DA", "AS"),
    ("worth(2) >= 2", "PODRIDAO", "NADO"),
    ("worth(3) >= 1", "NADO", "DA"),
    ("worth_min(4) >= 1", "GRATO", "NADO"),
    ("worth_min(5) >= 1", "EXATO", "GRATO"),
    ('letters("IOU") == 0', "FALSA", "NADO"),
    ('letters("IU") == 0', "NADO", "INGRATOS"),
    ("not starts_vowel and not ends_vowel", "GRATOS", "AS"),
    ("starts_vowel and ends_vowel", "ASA", "AS"),
    ("max_repeat >= 2", "ASA", "NADO"),
    ("consonants >= 4", "GRATOS", "GRATO"),
    ('letters("S") >= 1 and not ends("S")', "FALSA", "GRATOS"),
    ("alternating and length >= 4", "NADO", "ASA"),
    ("same_ends", "ASA", "NADO"),
    ('ends("R")', "MAR", "MARE"),
    ("vowels > consonants", "ASA", "NADO"),
]


def on_board(*words: str, **place: object) -> MoveFacts:
    return MoveFacts(tuple(map(pt, words)), main=0, **place)  # type: ignore[arg-type]


GOAL_MOVES = [
    ("across", on_board("DA", across=True), on_board("DA", across=False)),
    ("down", on_board("DA", across=False), on_board("DA", across=True)),
    ('covers("blue") >= 1', on_board("DA", covers={"blue": 1}), on_board("DA", covers={"red": 1})),
    ('covers("red") >= 1', on_board("DA", covers={"red": 1}), on_board("DA", covers={"blue": 1})),
    ('covers("yellow") >= 1', on_board("DA", covers={"yellow": 2}), on_board("DA")),
    ('covers("green") >= 1', on_board("DA", covers={"green": 1}), on_board("DA", covers={"green": 0})),
    ("placed >= 3", on_board("NADO", placed=(1, 2, 1)), on_board("NADO", placed=(1, 2))),
    ("placed == 2", on_board("DA", placed=(2, 1)), on_board("DA", placed=(2,))),
    ("words >= 2", on_board("DA", "DO"), on_board("DA")),
    ("extends", on_board("GRATOS", extends=True), on_board("GRATOS")),
    ("edge >= 1", on_board("DA", edge=1), on_board("DA", edge=0)),
    # The letter worth 3 must be in the main word.
    (
        "edge >= 1 and worth_min(3) >= 1",
        on_board("NADO", "DA", edge=1),
        on_board("DA", "NADO", edge=1),
    ),
    ("coloured >= 2", on_board("DA", covers={"red": 1, "blue": 1}), on_board("DA", covers={"red": 1})),
    (
        'covers("red") >= 1 and placed >= 4',
        on_board("NADO", covers={"red": 1}, placed=(3, 1, 2, 1)),
        on_board("NADO", covers={"red": 1}, placed=(1, 2, 1)),
    ),
    ("words >= 3", on_board("DA", "DO", "AS"), on_board("DA", "DO")),
    (
        "through == 0 and crosses >= 1",
        on_board("DA", "DO", "AS", through=0),
        on_board("DA", "DO", through=1),
    ),
    ("through >= 2", on_board("PODRIDAO", through=2), on_board("NADO", through=1)),
    ("placed >= 5", on_board("GRATO", placed=(4, 1, 1, 1, 1)), on_board("NADO", placed=(3, 1, 2, 1))),
    ("placed == 1", on_board("GRATOS", placed=(1,)), on_board("DA", placed=(2, 1))),
    (
        "axis >= 1 and placed >= 3",
        on_board("NADO", axis=1, placed=(1, 2, 1)),
        on_board("NADO", axis=0, placed=(1, 2, 1)),
    ),
]


def laid(*words: str, leftover: int = 0) -> MoveFacts:
    """A Rummy lay-down: words without a place or a main one."""
    return MoveFacts(tuple(map(pl, words)), main=None, leftover=leftover)


RUMMY_TASKS = [
    ('lengths("2,2,2")', laid("UD", "JA", "ER"), laid("UD", "JA")),
    ("1 <= words <= 3 and all(length == 2)", laid("UD", "JA"), laid("UD", "DAR")),
    ("1 <= words <= 3 and all(length == 2)", laid("UD"), laid()),
    ("1 <= words <= 3 and all(length == 2)", laid("UD", "JA", "ER"), laid("UD", "JA", "ER", "TA")),
    ('lengths("3,3")', laid("DAR", "NUT"), laid("DAR", "NUT", "UD")),
    ('lengths("5") or lengths("5,2")', laid("UD", "SKŁAD"), laid("SKŁAD", "DAR")),
    ('lengths("5") or lengths("5,2")', laid("MUMIE"), laid("PRYMAS")),
    ('lengths("6")', laid("PRYMAS"), laid("SKŁADAM")),
    ("leftover == 0 and 1 <= words <= 3", laid("DAR", "ZUPA"), laid("DAR", leftover=1)),
    ('lengths("7")', laid("SKŁADAM"), laid("ZUPA", "DAR")),
    ("leftover == 0 and words >= 1", laid("UD", "UD", "UD", "A"), laid("SKŁAD", leftover=2)),
]


@pytest.mark.parametrize(("text", "meets", "misses"), ACTION_CARDS)
def test_an_action_card_counts_for_any_word_of_the_move(text: str, meets: str, misses: str) -> None:
    assert holds(text, move_of(pl(misses), pl(meets)), POLISH, Scope.ANY_WORD)
    assert not holds(text, move_of(pl(misses), pl(misses)), POLISH, Scope.ANY_WORD)


@pytest.mark.parametrize(("text", "meets", "misses"), GOAL_WORDS)
def test_a_goal_card_counts_for_the_main_word_alone(text: str, meets: str, misses: str) -> None:
    assert holds(text, move_of(pt(meets), pt(misses)), PORTUGUESE)
    assert not holds(text, move_of(pt(misses), pt(meets)), PORTUGUESE)


@pytest.mark.parametrize(("text", "meets", "misses"), GOAL_MOVES)
def test_a_goal_card_counts_for_the_move(text: str, meets: MoveFacts, misses: MoveFacts) -> None:
    assert holds(text, meets, PORTUGUESE)
    assert not holds(text, misses, PORTUGUESE)


@pytest.mark.parametrize("scope", [Scope.MAIN, Scope.MOVE])
@pytest.mark.parametrize(("text", "meets", "misses"), RUMMY_TASKS)
def test_a_rummy_task_counts_for_the_words_laid(
    text: str, meets: MoveFacts, misses: MoveFacts, scope: Scope
) -> None:
    assert holds(text, meets, POLISH, scope)
    assert not holds(text, misses, POLISH, scope)


def test_card_expressions_are_written_as_they_were_read() -> None:
    texts = {row[0] for table in (ACTION_CARDS, GOAL_WORDS, GOAL_MOVES, RUMMY_TASKS) for row in table}
    assert len(texts) == 79
    for text in texts:
        assert format_condition(parse_condition(text)) == text


# --- scopes ----------------------------------------------------------------------------------------


def test_in_scope_any_word_one_single_word_must_meet_the_whole_condition() -> None:
    either = 'starts("D") and length == 2'
    assert not holds(either, move_of(pl("DAR"), pl("UD")), POLISH, Scope.ANY_WORD)
    assert holds(either, move_of(pl("DAR"), pl("DO")), POLISH, Scope.ANY_WORD)


def test_names_of_the_move_mean_the_same_inside_a_quantifier() -> None:
    assert holds("any(length == placed)", DAR)
    assert not holds("all(length == placed)", DAR)
    assert holds("length == placed", DAR, POLISH, Scope.ANY_WORD)


def test_a_move_without_words_meets_no_condition_on_any_word() -> None:
    assert not holds("not double", laid(), POLISH, Scope.ANY_WORD)
    assert not holds("words == 0", laid(), POLISH, Scope.ANY_WORD)


def test_quantifiers_over_no_words() -> None:
    assert holds("all(double) and count(double) == 0 and not any(double) and crosses == 0", laid())


def test_without_a_main_word_what_is_said_of_it_fails_either_way() -> None:
    for text in (
        "ends_vowel",
        "not ends_vowel",
        "words == 1 or length == 2",
        "0 < words < length",
        "main(length == 2)",
    ):
        assert not holds(text, laid("UD"))
    assert holds("words == 1", laid("UD"))


def test_a_move_without_direction_is_neither_across_nor_down() -> None:
    assert not holds("across or down", laid("UD"))


def test_the_player_chooses_the_main_word_of_a_single_tile_by_its_index() -> None:
    words = (pl("DAR"), pl("DOM"))
    assert holds('ends("R")', MoveFacts(words, main=0))
    assert holds('ends("M")', MoveFacts(words, main=1))


def test_facts_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="a value for each"):
        WordFacts("DAR", (2, 1))
    with pytest.raises(ValueError, match="a value for each"):
        WordFacts("", ())
    with pytest.raises(ValueError, match="cannot be the main one"):
        MoveFacts((), main=0)
