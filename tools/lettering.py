"""Draws the sheet of letters for pictures that the server makes: `python -m tools.lettering`."""

from __future__ import annotations

import base64
from pathlib import Path

from stolik.web.pages.drawing import LETTERS, png
from tools.chromium import browser

ROOT = Path(__file__).parent.parent
FONTS = ROOT / "frontend/node_modules/@fontsource-variable/figtree/files"
SHEET = ROOT / "src/stolik/web/assets/lettering.png"
SIZE_PX, HIGH_PX, BASE_PX = 64, 80, 61

DRAW = """async ([fonts, letters, size, high, base]) => {
    for (const font of fonts) {
        const [name, source] = [`sheet${fonts.indexOf(font)}`, `url(data:font/woff2;base64,${font})`];
        document.fonts.add(await new FontFace(name, source, {weight: "300 900"}).load());
    }
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    const style = `600 ${size}px sheet0, sheet1`;
    context.font = style;
    const widths = [...letters].map((letter) => Math.ceil(context.measureText(letter).width));
    canvas.width = widths.reduce((sum, each) => sum + each, 0);
    canvas.height = high;
    context.font = style;
    let x = 0;
    [...letters].forEach((letter, n) => {
        context.save();
        context.beginPath();
        context.rect(x, 0, widths[n], high);
        context.clip();  // some letters reach under the one before
        context.fillText(letter, x, base);
        context.restore();
        x += widths[n];
    });
    const {data} = context.getImageData(0, 0, canvas.width, high);
    return [widths, [...data].filter((_, n) => n % 4 === 3)];
}"""


def main() -> None:
    # a font in two files: where a letter is missing in one, it is taken from the other
    fonts = [
        base64.b64encode((FONTS / f"figtree-{part}-wght-normal.woff2").read_bytes()).decode()
        for part in ("latin-ext", "latin")
    ]
    with browser() as running:
        page = running.new_page()
        widths, cover = page.evaluate(DRAW, [fonts, LETTERS, SIZE_PX, HIGH_PX, BASE_PX])
    marks = b"".join(b"\xff" + bytes(width - 1) for width in widths)
    SHEET.write_bytes(png(sum(widths), HIGH_PX + 1, marks + bytes(cover)))
    print(f"{SHEET.name}: {SHEET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
