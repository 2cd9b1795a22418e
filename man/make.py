#!/usr/bin/env python3
"""Writes the man pages of a pdfco: man/make.py PROGRAM DIRECTORY.

Commands and options are those that the program dumps; what a command does is in sections/, as are the units, the environment and
the exit status, which every page has. The JSON Schema has the keys of pdfco-annotations(5), whose other sections stay.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

PROGRAM, DIRECTORY = sys.argv[1], Path(sys.argv[2])
HERE = Path(__file__).parent
FILES = """.SH FILES
.TP
\\fI.NAME.pdfco\\-tmp\\fR
The unfinished file beside NAME while NAME is being saved; its process holds a lock on it.
The next save of NAME removes what a killed process left.
.TP
\\fI$XDG_RUNTIME_DIR/pdfco\\fR
The runtime directory: a socket for each presenter, which only its user can reach. Without XDG_RUNTIME_DIR it is
/run/user/UID/pdfco, else .pdfco\\-MACHINE in the home or, where that is not the user\\(aqs own, pdfco\\-UID in
$TMPDIR or /tmp, with a number behind it where somebody else has taken the name."""


def pdfco(*words):
    environment = {"COLUMNS": "100000", "LC_ALL": "C.UTF-8"}
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True, env=environment).stdout


def guarded(line):
    """A full stop or an apostrophe at the beginning would be a request."""
    return "\\&" + line if line[:1] in (".", "'") else line


def literal(text):
    """Text to be typed: hyphens are minus signs."""
    return guarded(text.replace("-", "\\-"))


def prose(line):
    """Running text, its options in bold."""
    def bold(found):
        return found[1] + "\\fB" + found[2].replace("-", "\\-") + "\\fR"
    return guarded(" ".join(re.sub(r"^(\(?)(--?[a-z][a-z-]*)", bold, word) for word in line.split()))


def label(text):
    """What is typed in bold, and what the user puts in places in italics."""
    return "\\fB" + literal(text).replace("<", "\\fI").replace(">", "\\fR") + "\\fR"


def entry(key, text):
    return [".TP", label(key)] + ([prose(text)] if text else [])


def sections(text):
    """The sections of a text by their titles; what stands before the first one is the description."""
    found, title = {}, "DESCRIPTION"
    for line in text.splitlines():
        if re.fullmatch(r"[A-Z][A-Z ]*", line):
            title = line
        else:
            found.setdefault(title, []).append(line)
    return found


def paragraphs(lines):
    """Running text, and text to be typed, which is indented by two characters more; each paragraph after an empty line."""
    page, typed = [], False
    for index, line in enumerate(lines):
        if not line:
            continue
        if index == 0 or not lines[index - 1]:
            if typed and line.startswith("  ") and page[-1] != ".EE":
                page += [""]
            else:
                page += [".EE"] if typed else []
                page += [".PP"] if not line.startswith("  ") else [".PP", ".EX"]
                typed = line.startswith("  ")
        page.append(literal(line) if typed else prose(line))
    return page + ([".EE"] if typed else [])


def table(title, lines):
    """Lines such as "  key  what it is", with further lines indented more."""
    page = [".SH " + title]
    for line in filter(None, lines):
        key = re.match(r"  (\S+)", line)
        page += [".TP", label(key[1])] if key else []
        page.append(prose((line[key.end():] if key else line).strip()))
    return page


def option(argument):
    """What is typed for an option or an argument."""
    if argument["kind"] == "positional":
        return "<" + argument["valueName"] + ">"
    names = sorted(argument["names"], key=lambda name: name["kind"] == "long")
    words = [("-" if name["kind"] == "short" else "--") + name["name"] for name in names]
    words = words if argument["preferredName"]["name"] != "help" else ["-h", "--help"]
    return ", ".join(words) + (" <%s>" % argument["valueName"] if argument["kind"] == "option" else "")


def options(arguments):
    """The options by the titles of their sections, those without one last; a flag and its opposite are one entry."""
    titled, shown = {}, {}
    for argument in arguments:
        if argument["kind"] != "positional":
            titled.setdefault(argument.get("sectionTitle", "Others"), []).append(argument)
    titled["Others"] = titled.pop("Others", [])
    for title, group in titled.items():
        shown[title] = []
        for argument in group:
            words = option(argument)
            if shown[title] and words == "--no-" + shown[title][-1][0][2:]:
                shown[title][-1] = (shown[title][-1][0] + "/" + words, shown[title][-1][1])
            else:
                shown[title].append((words, argument.get("abstract", "")))
    page = [".SH OPTIONS"]
    for title, entries in shown.items():
        page += [".SS " + title] if len(shown) > 1 and entries else []
        for words, text in entries:
            page += entry(words, text)
    return page


def usage(words, lines):
    """The lines of the usage, a long one over several: the command in bold, what the user puts in its places in italics."""
    command, page = " ".join(words), []
    for line in filter(None, lines or pdfco(*words[1:], "-h").partition("USAGE: ")[2].partition("\n\n")[0].splitlines()):
        line = line.strip()
        begins = line.startswith(command)
        rest = line[len(command):] if begins else line
        rest = literal(rest).replace("<options>", "<OPTIONS>").replace("<", "\\fI").replace(">", "\\fR")
        page += [".br"] if page and begins else []
        page.append("\\fB" + literal(command) + "\\fR" + rest if begins else rest)
    return page


def titles_of_commands(words):
    """The title under which the help has each command below one."""
    titles, title = {}, ""
    for line in pdfco(*words[1:], "-h").splitlines():
        if line.endswith("SUBCOMMANDS:"):
            title = line.replace("SUBCOMMANDS:", "COMMANDS")
        elif title and line.strip():
            titles[line.split()[0].rstrip(",")] = title
    return titles


def command_page(command, above, version, common):
    words = above + [command["commandName"]]
    name = "-".join(words)
    beside = HERE / "sections" / (name + ".txt")
    own = sections(command.get("discussion", "").replace("EXAMPLE\n", "EXAMPLES\n"))
    if beside.exists() and name != "pdfco":
        own.update(sections(beside.read_text()))
    abstract = command["abstract"]
    # The argument parser gives the root's to all.
    arguments = [
        each for each in command.get("arguments", []) if name == "pdfco" or each.get("abstract") != "Show the version."]
    page = [
        '.\\" Made by man/make.py from what the program says of itself.',
        '.TH %s 1 "" "pdfco %s" "User Commands"' % (name.upper(), version),
        ".SH NAME", name + " \\- " + prose(abstract[0].lower() + abstract[1:].rstrip(".")),
        ".SH SYNOPSIS", *usage(words, own.get("SYNOPSIS")), ".SH DESCRIPTION", prose(abstract), *paragraphs(own.get("DESCRIPTION", [])),
    ]
    positional = [argument for argument in arguments if argument["kind"] == "positional"]
    if positional:
        page.append(".SH ARGUMENTS")
        for argument in positional:
            page += entry(option(argument), argument.get("abstract", ""))
    below = [each for each in command.get("subcommands", []) if each["commandName"] != "help"]
    if below:
        titles, title = titles_of_commands(words), None
        for each in below:
            if title != titles[each["commandName"]]:
                title = titles[each["commandName"]]
                page.append(".SH " + title)
            word, others = each["commandName"], each.get("aliases", [])
            parent = "pdfco" if name == "pdfco-annotate" or word == "discard" else name
            also = ", also " + ", ".join(others) if others else ""
            page += [".TP", "\\fB%s\\fR(1)" % literal(parent + "-" + word) + also, prose(each["abstract"])]
    page += options(arguments)
    for title in ("FORMATS", "EVENTS"):
        page += table(title, own[title]) if title in own else []
    if name not in ("pdfco-open", "pdfco-save", "pdfco-watch"):
        page += table("UNITS", common["UNITS"])
    if any(option(argument).startswith("--start ") for argument in arguments):
        page += table("PLACEHOLDERS", common["PLACEHOLDERS"])
    page += table("EXIT STATUS", common["EXIT STATUS"]) + table("ENVIRONMENT", common["ENVIRONMENT"])
    if name == "pdfco" or any(argument.get("sectionTitle") == "Saving" for argument in arguments):
        page.append(FILES)
    if "SYSTEMD" in own:
        page += [".SH SYSTEMD"] + paragraphs([line[2:] for line in own["SYSTEMD"]])
    if "EXAMPLES" in own:
        page += [".SH EXAMPLES", ".EX"] + [literal(line.removeprefix("  ")) for line in own["EXAMPLES"]] + [".EE"]
    parents = ["-".join(words[:count]) for count in range(len(words) - 1, 0, -1)]
    parents = parents or ["pdfco-open", "pdfco-annotate", "pdfco-save"]
    page += [".SH SEE ALSO", ", ".join("\\fB%s\\fR(1)" % literal(each) for each in parents + ["qpdf"])]
    (DIRECTORY / (name + ".1")).write_text("\n".join(page) + "\n")
    for each in below:
        if name == "pdfco" or name == "pdfco-checkpoint" and each["commandName"] != "discard":
            command_page(each, words, version, common)


def keys(schema):
    """The keys of annotations, with the words that a key takes where all subtypes agree on them."""
    about, words = {"find": schema["$defs"]["find"]["description"]}, {}
    for subtype in schema["oneOf"]:
        for key, value in subtype["properties"].items():
            about[key] = value.get("description", about.get(key))
            words.setdefault(key, []).append(value.get("enum"))
    page = []
    for key in sorted(filter(about.get, about), key=str.lower):
        text, listed = about[key], words.get(key, [None])
        if listed[0] and listed.count(listed[0]) == len(listed):
            first, end, rest = text.partition(". ")
            text = first.rstrip(".") + ": " + ", ".join(listed[0]) + "." + (" " + rest if end else "")
        bold = iter(("\\fB", "\\fR") * text.count("`"))
        page += [".TP", ".B " + key, re.sub("`", lambda _: next(bold), text.replace("-", "\\-"))]
    return page


def main():
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    common = sections((HERE / "sections" / "pdfco.txt").read_text())
    command_page(json.loads(pdfco("--experimental-dump-help"))["command"], [], pdfco("--version").strip(), common)
    page = (HERE / "pdfco-annotations.5").read_text()
    before, title, after = page.partition(".SH KEYS\n")
    _, next_title, rest = after.partition("\n.SH ")
    text = before + title + "\n".join(keys(json.loads(pdfco("schema")))) + next_title + rest
    (DIRECTORY / "pdfco-annotations.5").write_text(text)


main()
