"""What PDFium and PyMuPDF make of documents, for the tests.

draw FILE PAGE DPI [PASSWORD]
                          draws a page, numbered from 1, with PDFium, and writes a portable pixmap
text FILE [PASSWORD]      writes the text of all pages as PDFium reads them
mupdf FILE PAGE DPI       draws a page with PyMuPDF, whose MuPDF is newer than Debian's
typeset FILE CSS HTML...  writes a document with a page for each piece of HTML, set by PyMuPDF
threads FILE              lists each annotation with the one that it replies to and its state, as PyMuPDF reads them
"""
import json
import sys


def draw(file, page, dpi, password=None):
    import pypdfium2

    document = pypdfium2.PdfDocument(file, password=password)
    bitmap = document[int(page) - 1].render(scale=int(dpi) / 72, may_draw_forms=False, rev_byteorder=True)
    out = sys.stdout.buffer
    out.write(b"P6\n%d %d\n255\n" % (bitmap.width, bitmap.height))
    for row in range(bitmap.height):
        line = bytes(bitmap.buffer[row * bitmap.stride : (row + 1) * bitmap.stride])
        if bitmap.n_channels == 1:
            out.write(b"".join(bytes([value]) * 3 for value in line[: bitmap.width]))
        elif bitmap.n_channels == 3:
            out.write(line[: bitmap.width * 3])
        else:
            out.write(b"".join(line[x * 4 : x * 4 + 3] for x in range(bitmap.width)))


def text(file, password=None):
    import pypdfium2

    for page in pypdfium2.PdfDocument(file, password=password):
        sys.stdout.buffer.write(page.get_textpage().get_text_bounded().encode(errors="replace") + b"\n")


def mupdf(file, page, dpi):
    import pymupdf

    sys.stdout.buffer.write(pymupdf.open(file)[int(page) - 1].get_pixmap(dpi=int(dpi), colorspace="rgb").tobytes("pnm"))


def threads(file):
    import pymupdf

    document = pymupdf.open(file)
    found = []
    for page in document:
        for annotation in page.annots():
            state, model = (document.xref_get_key(annotation.xref, key) for key in ("State", "StateModel"))
            found.append({
                "object": annotation.xref, "replyTo": annotation.irt_xref, "contents": annotation.info["content"],
                "author": annotation.info["title"], "state": state[1] if state[0] == "string" else None,
                "stateModel": model[1] if model[0] == "string" else None,
            })
    json.dump(found, sys.stdout)


def typeset(file, style, *pages):
    import pymupdf

    document = pymupdf.open()
    for html in pages:
        page = document.new_page(width=400, height=150)
        spare, _ = page.insert_htmlbox(pymupdf.Rect(20, 20, 380, 130), html, css=style, scale_low=1)
        assert spare >= 0, "the page is too small"
    document.subset_fonts()
    document.save(file)


{"draw": draw, "text": text, "mupdf": mupdf, "threads": threads, "typeset": typeset}[sys.argv[1]](*sys.argv[2:])
