#!/usr/bin/env python3
"""Checks that the revisions of documents are one order of the edits that respects real time.

  history.py PROGRAM HISTORY DOCUMENT...

HISTORY has a line for each event, in any order: SECONDS EVENT DOCUMENT ACTION NAME. EVENT is invoke, ok (acknowledged) or fail (had no
effect); an edit without an end was killed, or may have had an effect. ACTION is add or remove, NAME that of an annotation, which is added
and removed once. An edit that is tried again after it was killed is one edit, from its first try on. Fails, with a line for each finding, where

- an acknowledged edit is in no revision, or one that failed is in one;
- a revision has what nobody made;
- an edit is in an earlier revision than another one that was acknowledged before it began.

PDFCO_PASSWORD is the password of encrypted documents.
"""
import json
import math
import os
import subprocess
import sys
import tempfile


class Edit:
    def __init__(self, begin):
        self.begin, self.end, self.failed = begin, math.inf, False


def read(lines):
    """The edits of each document: a table from (action, name)."""
    events = sorted((float(time), event, document, action, name)
                    for time, event, document, action, name in (line.split() for line in lines if line.strip()))
    documents = {}
    for time, event, document, action, name in events:
        edits = documents.setdefault(document, {})
        edit = edits.get((action, name))
        if event == "invoke":
            if edit is None or edit.failed:
                edits[action, name] = Edit(time)
        elif edit is None:
            raise SystemExit(f"{document}: {action} {name} has ended and not begun")
        elif event == "ok":
            edit.end = min(edit.end, time)
        elif event == "fail":
            edit.failed = edit.end == math.inf
        else:
            raise SystemExit(f"unknown event: {event}")
    return documents


def names(program, path):
    """The names of the annotations in a document."""
    result = subprocess.run([program, "annotate", "list", path, "--json", "--no-checkpoint"], capture_output=True, text=True)
    if result.returncode not in (0, 1):
        raise SystemExit(f"{path}: {result.stderr.strip()}")
    return {annotation.get("name") for annotation in json.loads(result.stdout)["annotations"]} - {None}


def revisions(program, path, edits):
    """What each revision of a document adds and removes, as lists of (action, name)."""
    result = subprocess.run([program, "open", path, "--revisions", "--json", "--no-checkpoint"], capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{path}: {result.stderr.strip()}")
    ends = [revision["bytes"] for revision in json.loads(result.stdout)["revisions"]]
    with open(path, "rb") as file:
        data = file.read()
    found = [[] for _ in ends]
    places = {name: data.find(b"(%s)" % name.encode()) for name in names(program, path)}
    if all(action == "add" for action, _ in edits) and all(place >= 0 for place in places.values()):
        # Each increment has the names that it adds, and nothing is ever removed.
        for name, place in places.items():
            number = next(number for number, end in enumerate(ends) if place < end)
            found[number].append(("add", name))
        return found
    before = set()
    with tempfile.TemporaryDirectory() as folder:
        for number, end in enumerate(ends):
            part = os.path.join(folder, os.path.basename(path))
            with open(part, "wb") as file:
                file.write(data[:end])
            now = names(program, part)
            found[number] = [("add", name) for name in now - before] + [("remove", name) for name in before - now]
            before = now
    return found


def check(edits, found):
    """The findings, as lines, for the edits of a document and what its revisions add and remove; the first one is as it was."""
    findings, place = [], {}
    for number, changes in enumerate(found):
        for change in changes:
            what = " ".join(change)
            if change not in edits:
                if number > 0:
                    findings.append(f"revision {number + 1}: {what}: nobody did")
            elif change in place:
                findings.append(f"revision {number + 1}: {what}: a second time")
            else:
                place[change] = number
                if edits[change].failed:
                    findings.append(f"revision {number + 1}: {what}: had failed")
    for change, edit in edits.items():
        if edit.end < math.inf and change not in place:
            # What was added and removed again between two revisions is in none.
            action, name = change
            other = edits.get(("remove" if action == "add" else "add", name))
            if other is None or ("add", name) in place or ("remove", name) in place:
                findings.append(f"lost: {action} {name}")
    # Of all that were acknowledged before an edit began, the one in the latest revision.
    ended = sorted((edit.end, place[change], change) for change, edit in edits.items() if change in place and edit.end < math.inf)
    latest, index = (-1, None), 0
    for change, edit in sorted(edits.items(), key=lambda item: item[1].begin):
        while index < len(ended) and ended[index][0] < edit.begin:
            latest = max(latest, ended[index][1:])
            index += 1
        if change in place and place[change] < latest[0]:
            findings.append(f"out of order: {' '.join(change)} is in revision {place[change] + 1}, and {' '.join(latest[1])}, "
                            f"which had ended before it began, in revision {latest[0] + 1}")
    return findings


if __name__ == "__main__":
    program, history, *paths = sys.argv[1:]
    with open(history) as file:
        documents = read(file)
    bad = 0
    for path in paths:
        edits = documents.get(os.path.basename(path), {})
        for finding in check(edits, revisions(program, path, edits)):
            print(f"{path}: {finding}")
            bad += 1
    sys.exit(1 if bad else 0)
