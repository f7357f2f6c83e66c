"""Names that people give themselves: everything in them can be seen, and no account looks like another."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise

from stolik.core.message import Complaint

LONGEST_NAME, LONGEST_LOGIN = 40, 80
#: How many marks may lie on one letter: as many as languages need, too few to fill the lines around.
_MOST_MARKS = 2
#: In talk, where older writings are quoted too.
_MOST_MARKS_IN_TALK = 4
#: Control, format and private characters, surrogates, what is not assigned, and ends of lines.
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
#: What is not drawn although it counts as a letter, a sign or a mark.
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5\u034f\U00016fe4\U0001d159")
_SELECTORS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
#: Says only how the emoji before it is drawn; keyboards write it by themselves.
_AS_EMOJI = "\ufe0f"
#: What turns the direction of writing, for whatever follows.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
#: The scripts of languages in use, as Unicode begins the names of their letters.
_JAPANESE = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}
_SCRIPTS = {
    *("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "ETHIOPIC", "DEVANAGARI"),
    *("BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA"),
    *("THAI", "LAO", "TIBETAN", "MYANMAR", "KHMER", "HANGUL", "BOPOMOFO", *_JAPANESE),
}
#: Beside ASCII what telephones write for an apostrophe; and what is of no script in use.
_SHARED, _NONE = "’", "none"
#: Letters of Latin alphabets that are not one of a to z with a mark.
_MORE_LATIN = frozenset("ßæœøðþđħłŋıĸŧƒəɛɔɓɗƙ")


class NotReadable(Complaint):
    """A name that cannot be one; the message says why."""


def readable(name: str) -> str:
    """A name as it is kept: all of it can be seen, and no blanks are around it."""
    normal = unicodedata.normalize("NFKC", name)
    _check_seen(normal)
    kept = " ".join(normal.split())
    if not _is_seen(kept):
        raise NotReadable("A name needs something that can be read.")
    if len(kept) > LONGEST_NAME:
        raise NotReadable("A name has 1 to {most} characters.", most=LONGEST_NAME)
    _check_marks(kept)
    return kept


def login_of(name: str) -> str:
    """What a name to log in by is compared by; a `Complaint` if it cannot be one."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    login = " ".join(unicodedata.normalize("NFKC", folded).split(" ")).strip()
    if not login or len(login) > LONGEST_LOGIN:
        raise NotReadable("A name has 1 to {most} characters.", most=LONGEST_LOGIN)
    # what cannot be seen would make two names look the same
    if any(unicodedata.category(letter)[0] in "CZ" and letter != " " for letter in login):
        raise NotReadable("A name cannot have characters that are not seen.")
    return login


def new_login(name: str) -> str:
    """The same for a name that somebody chooses now: one that nobody takes for what it is not.

    Those who chose theirs when more was allowed go on logging in.
    """
    _check_seen(unicodedata.normalize("NFKC", name))
    login = login_of(name)
    _check_marks(login)
    if not _is_seen(login):
        raise NotReadable("A name needs something that can be read.")
    scripts = {_script(each) for each in login} - {""}
    if _NONE in scripts:
        raise NotReadable(
            "A name to log in by has letters of languages in use, the digits 0 to 9, blanks and simple signs."
        )
    if len(scripts) > 1 and not scripts <= _JAPANESE:
        raise NotReadable("All letters of a name to log in by are of one script, so that nobody mistakes it.")
    return login


def name_from(login: str) -> str:
    """What somebody is called who has said nothing but what he logs in by."""
    return readable(unicodedata.normalize("NFKC", login).strip()[:LONGEST_NAME])


def sayable(text: str) -> str:
    """What somebody says, in one line, without what is not seen and turns the writing round."""
    normal = " ".join(unicodedata.normalize("NFC", text).split())
    kept = [
        each for each in normal if unicodedata.category(each) not in ("Cc", "Cs") and each not in _TURNING
    ]
    said = "".join(each for each, n in zip(kept, _marks(kept), strict=True) if n <= _MOST_MARKS_IN_TALK)
    return " ".join(said.split()) if _is_seen(said) else ""


def _check_seen(name: str) -> None:
    for before, each in pairwise(f" {name}"):
        is_for_emoji = each == _AS_EMOJI and unicodedata.category(before)[0] == "S"
        is_unseen = unicodedata.category(each) in _UNSEEN or each in _BLANKS
        if is_unseen or (each in _SELECTORS and not is_for_emoji):
            raise NotReadable("A name cannot have characters that are not seen.")


def _check_marks(name: str) -> None:
    """Refuse stacks of marks, and marks on nothing, which lie on what stands before the name."""
    alone = any(before == " " and _is_mark(each) for before, each in pairwise(f" {name}"))
    if alone or max(_marks(name), default=0) > _MOST_MARKS:
        raise NotReadable(
            "A letter of a name has at most {n} marks, and no mark stands alone.", n=_MOST_MARKS
        )


def _is_seen(text: str) -> bool:
    """Whether there is a letter, a digit or a sign that is drawn."""
    return any(unicodedata.category(each)[0] in "LNPS" and each not in _BLANKS for each in text)


def _is_mark(each: str) -> bool:
    return unicodedata.category(each) in ("Mn", "Me") and each not in _SELECTORS


def _marks(text: Iterable[str]) -> Iterator[int]:
    """For each character, the how-manieth mark it is on its letter; 0 where it is none."""
    n = 0
    for each in text:
        n = n + 1 if _is_mark(each) else 0
        yield n


def _script(each: str) -> str:
    """The script that a character of a name to log in by is of; none for what all of them share."""
    if each in _SHARED or (each.isascii() and not each.isalpha()):
        return ""
    script = unicodedata.name(each, "?").partition(" ")[0]
    kind = unicodedata.category(each)[0]
    if kind == "M":
        return script if script in _SCRIPTS else ""
    is_odd = script == "LATIN" and each not in _MORE_LATIN and not _base(each).isascii()
    return script if kind == "L" and script in _SCRIPTS and not is_odd else _NONE


def _base(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[0]
