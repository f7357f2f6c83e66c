"""The look: colours can be told apart in every theme, and the system's themes are the chosen ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

LOOK = Path(__file__).parents[2] / "frontend/src/look"
#: What all games share, and what each has of its own.
SHEETS = [LOOK / "tokens.css", *sorted(LOOK.parent.glob("games/*/tokens.css"))]
TOKENS = "\n".join(each.read_text(encoding="utf-8") for each in SHEETS)
TEXT, LARGE = 4.5, 3.0
#: What is written or drawn in which colour on which, and by how much they must differ.
PAIRS = [
    *((ink, ground, TEXT) for ink in ("ink", "ink-2", "ink-3") for ground in ("paper", "table", "paper-2")),
    ("ink-3", "paper-3", TEXT),
    ("on-pine", "pine", TEXT),
    ("on-pine", "pine-hover", TEXT),
    ("pine-ink", "pine-soft", TEXT),
    ("on-amber", "amber", TEXT),
    ("amber-ink", "amber-soft", TEXT),
    ("amber-ink", "paper", TEXT),
    ("red-ink", "red-soft", TEXT),
    ("red-ink", "paper", TEXT),
    ("on-red", "red", TEXT),
    ("line-strong", "paper", LARGE),
    ("focus", "paper", LARGE),
    ("focus", "table", LARGE),
    ("tile-ink", "tile", TEXT),
    ("tile-ink", "tile-lo", TEXT),
    ("tile-ink", "tile-new", TEXT),
    ("tile-ink-2", "tile-lo", TEXT),
    ("tile-ink-2", "tile-new-lo", TEXT),
    ("blank-ink", "tile", TEXT),
    ("tile", "sq", LARGE),
    ("amber", "sq", LARGE),
    ("tw-ink", "tw", TEXT),
    ("dw-ink", "dw", TEXT),
    ("tl-ink", "tl", TEXT),
    ("dl-ink", "dl", TEXT),
    *((f"n-{colour}", "n-tile-lo", TEXT) for colour in ("black", "red", "blue")),
    ("n-orange", "n-tile-lo", LARGE),
    ("on-rim", "board-rim", TEXT),
]


def block(selector: str) -> dict[str, str]:
    """The tokens that the rules for this selector set."""
    found = re.findall("^" + re.escape(selector) + r" \{(.*?)\n\}", TOKENS, re.DOTALL | re.MULTILINE)
    assert found, selector
    return dict(re.findall(r"--([\w-]+): ([^;]+);", "".join(found)))


LIGHT = block(":root")
THEMES = {"light": LIGHT} | {
    name: LIGHT | block(f'[data-theme="{name}"]') for name in ("dark", "contrast", "wood")
}


def luminance(colour: str) -> float:
    """How light a colour is, as WCAG counts it."""
    digits = colour.lstrip("#")
    digits = digits if len(digits) == 6 else "".join(2 * each for each in digits)
    parts = [int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_counted_as_it_is_defined() -> None:
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
def test_colours_can_be_told_apart(theme: str) -> None:
    tokens = THEMES[theme]
    short = {
        (ink, ground): round(ratio, 2)
        for ink, ground, least in PAIRS
        if (ratio := contrast(tokens[ink], tokens[ground])) < least
    }
    assert not short


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.parent.name)
@pytest.mark.parametrize(
    ("name", "query"), [("dark", "prefers-color-scheme: dark"), ("contrast", "prefers-contrast: more")]
)
def test_theme_of_the_system_is_the_chosen_one(sheet: Path, name: str, query: str) -> None:
    tokens = sheet.read_text(encoding="utf-8")
    chosen = re.search(rf'\[data-theme="{name}"\] \{{(.*?)\n\}}', tokens, re.DOTALL)
    system = re.search(rf"\({query}\) \{{ :root:not\(\[data-theme\]\) \{{(.*?)\n\}} \}}", tokens, re.DOTALL)
    assert chosen
    assert system
    assert chosen[1] == system[1]


def test_every_icon_is_drawn() -> None:
    named = set(re.findall(r'\| "([\w-]+)"', (LOOK / "icons.ts").read_text(encoding="utf-8")))
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (LOOK / "icons.svg").read_text(encoding="utf-8")))
    assert named == drawn
    assert len(named) > 30


def test_components_use_tokens_and_no_colours_of_their_own() -> None:
    sources = LOOK.parent.rglob("*.svelte")
    own = {path.name for path in sources if re.search(r"#[0-9a-f]{3,6}\b(?=[;\s])", path.read_text("utf-8"))}
    assert not own
