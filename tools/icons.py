"""Draws the icons of the installed app from the mark: `python -m tools.icons`.

A device puts an icon on any ground and cuts a maskable one to any shape, so the mark stands on the paper of
the table; in a maskable icon it keeps to the middle, which no shape cuts off.
"""

from __future__ import annotations

from pathlib import Path

from tools.chromium import browser

PAGES = Path(__file__).parent.parent / "src/stolik/web/assets"
#: Name, side in pixels, how much of the side the mark takes, and how round the corners are.
ICONS = (
    ("icon-192", 192, 0.7, 0.2),
    ("icon-512", 512, 0.7, 0.2),
    ("icon-mask", 512, 0.52, 0.0),
    ("icon-touch", 180, 0.66, 0.0),
)
GROUND = "#fdf9f0"


def drawing(side: int, share: float, roundness: float) -> str:
    """A page with one icon on it."""
    mark = (PAGES / "icon.svg").read_text(encoding="utf-8").replace("<svg ", '<svg class="mark" ', 1)
    inset = side * (1 - share) / 2
    return (
        f"<style>body{{margin:0;background:transparent}}div{{width:{side}px;height:{side}px;background:{GROUND};"
        f"border-radius:{side * roundness}px;padding:{inset}px;box-sizing:border-box}}"
        f".mark{{display:block}}</style><div>{mark}</div>"
    )


def main() -> None:
    with browser() as running:
        for name, side, share, roundness in ICONS:
            page = running.new_page(viewport={"width": side, "height": side})
            page.set_content(drawing(side, share, roundness))
            page.screenshot(path=PAGES / f"{name}.png", omit_background=True)
            print(f"{name}.png")


if __name__ == "__main__":
    main()
