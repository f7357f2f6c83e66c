"""What a name to log in by looks like: two that a reader would take for each other have the same look.

The table is small: letters of scripts in use that are drawn like Latin ones, as small letters or as capitals,
the two digits that stand for letters, and some signs of Japanese. Which letters a name may have at all is
decided where it is chosen.
"""

from __future__ import annotations

import unicodedata

#: What is drawn alike: first what counts, then what is taken for it. Names are compared without capitals.
_ALIKE = (
    # Latin, and digits: small i and small l differ wherever a name is shown, 0 and 1 do not in every font
    *("iı", "l1|", "o0", "kĸ", "pþ", "'’"),
    # Cyrillic, by the small letter where it has a twin, else by the capital
    *("aа", "bвь", "cс", "dԁ", "eе", "hһн", "iі", "jј", "kк", "lӏ", "mм", "nп", "oо", "pр", "qԛ"),
    *("rг", "sѕ", "tт", "vѵ", "wԝѡ", "xх", "yуү"),
    # Greek, Armenian, Georgian
    *("aα", "bβ", "eε", "iι", "jϳ", "kκ", "nη", "oοσ", "pρ", "tτ", "uμυ", "vν", "wω", "xχ", "yγ", "zζ"),
    *("fք", "gց", "hհ", "jյ", "nո", "oօ", "qզ", "uս", "yყ"),
    # Hebrew, Arabic, and the rings of other scripts
    *("lון", "lا", "oסهဝഠଠ"),
    # Chinese and Japanese
    *("口ロ", "力カ", "二ニ", "工エ", "卜ト", "夕タ", "八ハ", "一ー", "へヘ", "りリ"),
    # marks: caron and breve, comma and cedilla
    *("\u0306\u030c", "\u0327\u0326"),
)
_TAKEN_FOR = {ord(each): seen[0] for seen in _ALIKE for each in seen[1:]} | {ord("æ"): "ae", ord("œ"): "oe"}


def look_of(login: str) -> str:
    """What a name looks like, however it is written: no two accounts have the same look."""
    seen = unicodedata.normalize("NFKD", login.casefold()).translate(_TAKEN_FOR)
    # a dot is seen on an i in any case; blanks side by side are seen as one
    seen = " ".join(seen.replace("i\u0307", "i").split())
    return unicodedata.normalize("NFC", seen)
