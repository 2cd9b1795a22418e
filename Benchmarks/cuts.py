#!/usr/bin/env python3
"""Cuts PDF files off, repairs and rewrites what is left, and lets three readers judge: no words may be lost (invariant 17).

  cuts.py PROGRAM DIRECTORY... [--documents N] [--cuts N] [--seed N] [--at-once N]

Needs pypdfium2 and PyMuPDF, and pdftotext. Draws --documents (240) of the PDF files below each DIRECTORY, Hostile apart, of which two of PDFium, MuPDF and
poppler show words, each once, and then again with a free text appended to it as a revision of its own. Each is cut at --cuts (5) places:
behind the last `startxref`, in the last 2,000 bytes, behind the last revision but one, in the last fifth, anywhere. Then `save --repair` and
`save --rewrite` of a copy are refused and leave it as it is, or two of the readers show all words and pages that they showed in the cut
file. Prints a line for each cut that breaks this, with what was lost, and the number of each result; `--only NAME` tries one document.
The same seed and files draw the same cuts.
"""
import argparse
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

TIMEOUT = 60
READERS = ("PDFium", "MuPDF", "poppler")


def read(path):
    """Prints the pages and words that PDFium and PyMuPDF show of a file, as JSON; null for a reader that does not open it."""
    import pymupdf
    import pypdfium2

    pymupdf.TOOLS.mupdf_display_errors(False)
    found = []
    for opened in (pypdfium2.PdfDocument, pymupdf.open):
        try:
            document = opened(path)
            words = []
            for number in range(len(document)):
                try:
                    page = document[number]
                    words += (page.get_text() if opened is pymupdf.open else page.get_textpage().get_text_bounded()).split()
                except Exception:
                    pass
            found.append([len(document), words])
        except Exception:
            found.append(None)
    print(json.dumps(found))


def run(*arguments, **options):
    return subprocess.run(arguments, capture_output=True, timeout=TIMEOUT, **options)


def shown(path):
    """What each reader shows of a file: the number of pages, and the words with how often each occurs."""
    found = [None, None, None]
    try:
        lines = run(sys.executable, "-B", __file__, "--read", path).stdout.splitlines()
        found[:2] = json.loads(lines[-1]) if lines else [None, None]
    except (subprocess.TimeoutExpired, ValueError):
        pass
    try:
        text = run("pdftotext", path, "-").stdout.decode(errors="replace")
        if text:
            found[2] = [text.count("\f"), text.split()]
    except subprocess.TimeoutExpired:
        pass
    return [(pages, collections.Counter(words)) for pages, words in (reader or (0, []) for reader in found)]


def losses(before, after):
    """The readers that show fewer pages or words than before, and what is missing."""
    lost = {}
    for name, (pages, words), (left, still) in zip(READERS, before, after):
        missing = words - still
        if missing or left < pages:
            lost[name] = f"{pages} to {left} pages, {words.total()} to {still.total()} words"
    return lost


def places(draw, data, count):
    """Where a file is cut: how many of its bytes stay."""
    last = data.rfind(b"startxref")
    ends = [match.end() for match in re.finditer(b"%%EOF", data)]
    behind = ends[-2] if len(ends) > 1 else len(data) // 2
    drawn = [
        last + 9 if last > 0 else draw.randrange(len(data)),
        draw.randrange(max(0, len(data) - 2000), len(data)),
        draw.randrange(min(behind, len(data) - 1), len(data)),
        draw.randrange(len(data) * 4 // 5, len(data)),
        draw.randrange(min(20, len(data) - 1), len(data)),
    ]
    return [drawn[index] if index < 5 else draw.randrange(len(data)) for index in range(count)]


class Cuts:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        # Nothing is recorded, and nobody is waited for.
        self.environment = {**os.environ, "PDFCO_DATA_DIR": os.path.join(folder, "data")}
        self.results = collections.Counter()
        self.failures = []

    def pdfco(self, *arguments):
        return run(self.program, *arguments, env=self.environment)

    def revised(self, path, number):
        """A copy with a free text of its own; `None` where it takes none."""
        copy = os.path.join(self.folder, f"{number}-revised.pdf")
        shutil.copyfile(path, copy)
        wish = ("annotate", "free-text", copy, "--rect", "20,20,280,60", "--contents", "appended behind everything else", "--save")
        return copy if self.pdfco(*wish).returncode == 0 else None

    def document(self, number, name, path, seed, cuts):
        draw = random.Random(f"{seed} {name}")
        with open(path, "rb") as file:
            data = file.read()
        for count in places(draw, data, cuts):
            self.cut(number, name, data[:count])

    def cut(self, number, name, data):
        original = os.path.join(self.folder, f"{number}-cut.pdf")
        with open(original, "wb") as file:
            file.write(data)
        before = None
        for way in ("--repair", "--rewrite"):
            copy = os.path.join(self.folder, f"{number}-{way[2:]}.pdf")
            shutil.copyfile(original, copy)
            result = self.pdfco("save", way, copy)
            with open(copy, "rb") as file:
                after = file.read()
            if result.returncode != 0:
                fails = result.returncode not in (65, 66, 77) or after != data
                self.note(f"{way} refuses", fails and f"status {result.returncode} {result.stderr.decode()}", name, data)
                continue
            before = before or shown(original)
            lost = losses(before, shown(copy)) if after != data else {}
            self.note(f"{way} keeps" if len(lost) < 2 else f"{way} loses", len(lost) > 1 and lost, name, data)

    def note(self, result, failure, name, data):
        self.results[result] += 1
        if failure:
            self.failures.append(name)
            print(f"{name} cut to {len(data)} bytes: {result}: {failure}", flush=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("directories", nargs="+")
    for option, default in (("--documents", 240), ("--cuts", 5), ("--seed", 1), ("--at-once", os.cpu_count())):
        parser.add_argument(option, type=int, default=default)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    files = sorted(
        os.path.join(folder, name)
        for directory in options.directories
        for folder, _, names in os.walk(directory)
        for name in names if name.endswith(".pdf") and os.path.basename(folder) != "Hostile")
    random.Random(options.seed).shuffle(files)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.at_once) as pool:
        cuts = Cuts(os.path.abspath(options.program), folder)

        def suitable(item):
            number, (path, is_revised) = item
            source = cuts.revised(path, number) if is_revised else path
            if source is None or sum(words.total() > 0 for _, words in shown(source)) < 2:
                return None
            return number, os.path.basename(path) + (", revised" if is_revised else ""), source

        candidates = ((path, is_revised) for is_revised in (False, True) for path in files if options.only in path)
        chosen = []
        batch = list(enumerate(candidates))
        for start in range(0, len(batch), 16):
            chosen += filter(None, pool.map(suitable, batch[start : start + 16]))
            if len(chosen) >= options.documents:
                break
        chosen = chosen[: options.documents]
        for done in [pool.submit(cuts.document, *each, options.seed, options.cuts) for each in chosen]:
            done.result()
    print(f"{len(chosen)} documents, {options.cuts} cuts each: " + ", ".join(f"{name} {n}" for name, n in sorted(cuts.results.items())))
    sys.exit(1 if cuts.failures else 0)


if sys.argv[1:2] == ["--read"]:
    read(sys.argv[2])
else:
    main()
