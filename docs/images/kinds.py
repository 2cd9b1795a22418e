#!/usr/bin/env python3
"""Makes kinds.png: the newer kinds of annotations on pages that are turned, cropped and scaled.

    .build/readers/bin/python docs/images/kinds.py PROGRAM [mupdf|poppler|pdfium] [OUT]

Needs what `make all-tools` installs. Each page shows the same: a stamp with an image, a stamp with words of the user's,
a callout, a typewriter text, an attached file, a cloud, a smooth stroke, a text that is to be replaced, a link, a mark
for redaction and a polyline. What `--at` places is upright for the reader of the page.
"""
import pathlib
import subprocess
import sys
import tempfile

import pymupdf
import pypdfium2

program = str(pathlib.Path(sys.argv[1]).resolve())
renderer = sys.argv[2] if len(sys.argv) > 2 else "mupdf"
here = pathlib.Path(__file__).resolve().parent
out = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else here / "kinds.png"
image = str(here.parent.parent / "Fixtures/images/rgba.png")
work = pathlib.Path(tempfile.mkdtemp())
file = work / "kinds.pdf"

side = 300
titles = ["/Rotate 0", "/Rotate 90", "/Rotate 180", "/Rotate 270", "/CropBox", "/UserUnit 2"]
boxes = [(0, 0, side, side)] * 4 + [(20, 10, side - 10, side - 20), (0, 0, side, side)]


def user(index, *numbers):
    """Returns points of the page as it is shown, from its lower left corner, in user space."""
    x0, y0, x1, y1 = boxes[index]
    turn = [lambda x, y: (x0 + x, y0 + y), lambda x, y: (x1 - y, y0 + x), lambda x, y: (x1 - x, y1 - y),
            lambda x, y: (x0 + y, y1 - x)][index % 4 if index < 4 else 0]
    return [n for x, y in zip(numbers[::2], numbers[1::2]) for n in turn(x, y)]


document = pymupdf.open()
for index, title in enumerate(titles):
    page = document.new_page(width=side, height=side)
    page.draw_rect(pymupdf.Rect(2, 2, side - 2, side - 2), color=(0.8, 0.8, 0.8))
    for height, text in [(160, "Roofs and walls"), (135, "in August")]:
        x, y = user(index, 110, height)
        page.insert_text((x, side - y), text, fontsize=12, rotate=index * 90 % 360 if index < 4 else 0)
    if index < 4:
        page.set_rotation(index * 90)
    if title == "/CropBox":
        document.xref_set_key(page.xref, "CropBox", "[%d %d %d %d]" % boxes[index])
    if title == "/UserUnit 2":
        document.xref_set_key(page.xref, "UserUnit", "2")
document.save(file)


def annotate(*arguments):
    subprocess.run([program, "annotate", *arguments, "--quiet", "--save"], check=True, cwd=work)


(work / "data.csv").write_text("a,b\n")
for number, title in enumerate(titles, 1):
    # Lengths of --size and --margin are those of the page as it is shown.
    unit = 2 if "UserUnit" in title else 1

    def put(kind, at, size, *others):
        size = [f"{n * unit}" for n in size]
        annotate(kind, "kinds.pdf", "--page", str(number), "--at", at, "--margin", str(12 * unit), "--size",
                 "x".join(size), *others)

    def place(*numbers):
        return ",".join(map(str, user(number - 1, *numbers)))

    def draw(kind, option, numbers, *others):
        annotate(kind, "kinds.pdf", "--page", str(number), option, place(*numbers), *others)

    put("stamp", "top-left", (70, 40), "--image", image)
    put("stamp", "top-right", (120, 40), "--contents", "RECEIVED\npage {page} of {pages}", "--color", "#107c41")
    put("file-attachment", "bottom-right", (24, 24), "--file", "data.csv")
    put("free-text", "bottom-left", (110, 20), "--contents", "typed over " + title, "--intent", "FreeTextTypeWriter",
        "--font-size", "9")
    put("free-text", "left", (76, 34), "--contents", "Which roofs?", "--callout", place(108, 160), "--border-width", "1")
    put("link", "bottom", (40, 14), "--uri", "https://example.org/", "--border-width", "1")
    draw("replace-text", "--rect", (161, 156, 198, 171), "--contents", "walls and floors")
    draw("redact", "--rect", (108, 131, 165, 147))
    draw("polygon", "--vertices", (210, 120, 260, 120, 260, 185, 210, 185), "--cloud-intensity", "1", "--color", "#1a5fb4")
    draw("poly-line", "--vertices", (170, 70, 195, 85, 215, 65, 240, 80), "--line-endings", "Circle,OpenArrow")
    draw("ink", "--ink-list", (40, 80, 50, 96, 60, 100, 70, 94, 80, 80, 90, 66, 100, 60, 110, 66, 120, 82),
         "--border-width", "2")


def rendered(page):
    """Returns a page as a pixmap of twice as many pixels as points, before UserUnit."""
    dpi = 72 if titles[page] == "/UserUnit 2" and renderer != "poppler" else 144
    if renderer == "mupdf":
        return pymupdf.open(file)[page].get_pixmap(dpi=dpi)
    if renderer == "poppler":
        name = work / f"page{page}"
        subprocess.run(["pdftoppm", "-cropbox", "-r", str(dpi), "-f", str(page + 1), "-l", str(page + 1), "-png",
                        "-singlefile", file, name], check=True)
        return pymupdf.Pixmap(f"{name}.png")
    bitmap = pypdfium2.PdfDocument(file)[page].render(scale=dpi / 72, may_draw_forms=False, rev_byteorder=True)
    rows = (bytes(bitmap.buffer[y * bitmap.stride:][: bitmap.width * 3]) for y in range(bitmap.height))
    return pymupdf.Pixmap(pymupdf.csRGB, bitmap.width, bitmap.height, b"".join(rows), False)


cell, head = 260, 16
sheet = pymupdf.open().new_page(width=3 * cell, height=2 * (cell + head))
for index, title in enumerate(titles):
    x, y = index % 3 * cell, index // 3 * (cell + head)
    sheet.insert_text((x + 6, y + 12), title, fontsize=9)
    sheet.insert_image(pymupdf.Rect(x + 4, y + head, x + cell - 4, y + head + cell - 8), pixmap=rendered(index))
sheet.get_pixmap(dpi=96).save(out)
print(out, out.stat().st_size, "bytes")
