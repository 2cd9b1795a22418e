# Makes a man page of a command: awk -v words='pdfco open' -v version=0.2.0 -f page.awk SECTIONS HELP OWN_SECTIONS
# SECTIONS are those of every page, HELP is that of the command, in which no line is broken to fit a terminal, and OWN_SECTIONS
# are what else is to be said of it.

# --- Reading: text[] by heading, headings[] in their order. Text before the first heading is the description.

FNR == 1 { file++; heading = "DESCRIPTION"; source = file == 1 ? 1 : 2 }

file == 2 && /^OVERVIEW: / { abstract = substr($0, 11); next }
file == 2 && /^USAGE: / { usage = substr($0, 8); heading = "USAGE"; next }
file == 2 && /^  See '/ { next }
/^[A-Z][A-Z ]*:?$/ {
    heading = $0
    titled = sub(/:$/, "", heading)
    if (heading == "EXAMPLE") heading = "EXAMPLES"
    if (file == 2 && titled) headings[++count] = heading
    next
}
heading == "USAGE" && NF { usage = usage "\n" $0; next }
{ text[source, heading] = text[source, heading] $0 "\n" }

# --- Writing

END {
    name = hyphenated(words)
    print ".\\\" Made by man/make.sh from the program's help."
    print ".TH " toupper(name) " 1 \"\" \"pdfco " version "\" \"User Commands\""
    print ".SH NAME"
    print name " \\- " summary(abstract)
    print ".SH SYNOPSIS"
    printUsage()
    print ".SH DESCRIPTION"
    print prose(abstract)
    paragraphs(text[2, "DESCRIPTION"])
    for (i = 1; i <= count; i++)
        if (headings[i] == "ARGUMENTS") { print ".SH ARGUMENTS"; entries(text[2, headings[i]]) }
    for (i = 1; i <= count; i++)
        if (headings[i] ~ /SUBCOMMANDS$/) {
            title = headings[i]; sub(/SUBCOMMANDS/, "COMMANDS", title); print ".SH " title
            commands(text[2, headings[i]])
        }
    print ".SH OPTIONS"
    for (i = 1; i <= count; i++)
        if (headings[i] !~ /^ARGUMENTS$|SUBCOMMANDS$/) {
            if (headings[i] != "OPTIONS") print ".SS " capitalised(headings[i])
            else if (i > 1 && headings[i - 1] != "ARGUMENTS") print ".SS Others"
            entries(text[2, headings[i]])
        }
    if ((2, "FORMATS") in text) table("FORMATS", 2)
    if ((2, "EVENTS") in text) table("EVENTS", 2)
    if (name !~ /^pdfco-(open|save|watch)$/) table("UNITS", 1)
    if (text[2, "PLACE"] ~ /--start /) table("PLACEHOLDERS", 1)
    table("EXIT STATUS", 1)
    table("ENVIRONMENT", 1)
    if ((2, "SAVING") in text || name == "pdfco") files()
    if ((2, "SYSTEMD") in text) { print ".SH SYSTEMD"; instructions(text[2, "SYSTEMD"]) }
    if ((2, "EXAMPLES") in text) {
        print ".SH EXAMPLES"
        print ".EX"
        printf "%s", literal(unindented(text[2, "EXAMPLES"]))
        print ".EE"
    }
    print ".SH SEE ALSO"
    print seeAlso()
}

# The usage, a line for each way to call it, and a long one over several: the command in bold, what the user puts in its
# places in italics.
function printUsage(    lines, n, i, rest) {
    n = split(usage, lines, "\n")
    for (i = 1; i <= n; i++) {
        rest = lines[i]
        sub(/^ +/, "", rest)
        if (i > 1 && index(rest, words " ") == 1) print ".br"
        if (index(rest, words) == 1) rest = substr(rest, length(words) + 1)
        else if (i > 1) { print usageText(rest); continue }
        print "\\fB" literal(words) "\\fR" usageText(rest)
    }
}

function usageText(rest) {
    rest = literal(rest)
    gsub(/</, "\\fI", rest)
    gsub(/>/, "\\fR", rest)
    gsub(/\\fIoptions\\fR/, "\\fIOPTIONS\\fR", rest)
    return rest
}

# Paragraphs of running text, separated by empty lines; those that are indented are typed.
function paragraphs(block,    lines, n, i, isTyped) {
    n = split(block, lines, "\n")
    for (i = 1; i <= n; i++) {
        if (lines[i] == "") continue
        if (i == 1 || lines[i - 1] == "") {
            if (isTyped) print ".EE"
            isTyped = lines[i] ~ /^  /
            print isTyped ? ".PP\n.EX" : ".PP"
        }
        print isTyped ? literal(lines[i]) : prose(lines[i])
    }
    if (isTyped) print ".EE"
}

# "  --option <value>   What it is." or its label alone, and what it is on the next line.
function entries(block,    lines, n, i, label, rest) {
    n = split(block, lines, "\n")
    for (i = 1; i <= n; i++) {
        if (lines[i] == "") continue
        if (match(lines[i], /^  (-[^ ]+( --[^ ]+)?( <[^>]*>)?|<[^>]*>)/)) {
            label = literal(substr(lines[i], 3, RLENGTH - 2))
            rest = substr(lines[i], RLENGTH + 1)
            gsub(/</, "\\fI", label)
            gsub(/>/, "\\fR", label)
            print ".TP\n\\fB" label "\\fR"
        } else rest = lines[i]
        sub(/^ +/, "", rest)
        if (rest != "") print prose(rest)
    }
}

# The commands below this one, each with its page and its other names.
function commands(block,    lines, n, i, names, label, rest, above) {
    n = split(block, lines, "\n")
    for (i = 1; i <= n; i++) {
        if (!match(lines[i], /^ *[^ ]+(, [^ ]+)*/)) continue
        label = substr(lines[i], 1, RLENGTH)
        rest = substr(lines[i], RLENGTH + 1)
        sub(/^ +/, "", label)
        sub(/^ +/, "", rest)
        split(label, names, ", ")
        above = name == "pdfco-annotate" || names[1] == "discard" ? "pdfco" : name
        print ".TP\n\\fB" literal(above "-" names[1]) "\\fR(1)" (sub(/^[^,]*, /, "", label) ? ", also " literal(label) : "")
        print prose(rest)
    }
}

# A table of a help text: "  key  what it is", with further lines indented more.
function table(title, source,    lines, n, i, key, rest) {
    print ".SH " title
    n = split(text[source, title], lines, "\n")
    for (i = 1; i <= n; i++) {
        rest = lines[i]
        if (rest == "") continue
        if (match(rest, /^  [^ ]+/)) {
            key = substr(rest, 3, RLENGTH - 2)
            print ".TP\n\\fB" literal(key) "\\fR"
            rest = substr(rest, RLENGTH + 1)
        }
        sub(/^ +/, "", rest)
        print prose(rest)
    }
}

# Running text, and text to be typed, which is indented by two characters more.
function instructions(block,    lines, n, i, isTyped, wasTyped, gap) {
    n = split(unindented(block), lines, "\n")
    for (i = 1; i <= n; i++) {
        if (lines[i] == "") { gap = "\n"; continue }
        isTyped = lines[i] ~ /^  /
        if (isTyped && !wasTyped) print ".PP\n.EX"
        else if (!isTyped && wasTyped) print ".EE\n.PP"
        else if (isTyped) printf "%s", gap
        print isTyped ? literal(lines[i]) : prose(lines[i])
        wasTyped = isTyped
        gap = ""
    }
    if (wasTyped) print ".EE"
}

function files() {
    print ".SH FILES"
    print ".TP\n\\fI.NAME.pdfco\\-tmp\\fR"
    print "The unfinished file beside NAME while NAME is being saved; its process holds a lock on it."
    print "The next save of NAME removes what a killed process left."
    print ".TP\n\\fI$XDG_RUNTIME_DIR/pdfco\\fR"
    print "The runtime directory: a socket for each presenter, which only its user can reach. Without XDG_RUNTIME_DIR it is"
    print "/run/user/UID/pdfco, else .pdfco\\-MACHINE in the home or, where that is not the user\\(aqs own, pdfco\\-UID in"
    print "$TMPDIR or /tmp, with a number behind it where somebody else has taken the name."
}

function seeAlso(    parent, list) {
    for (parent = words; sub(/ [^ ]+$/, "", parent);)
        list = (list == "" ? "" : list ", ") "\\fB" literal(hyphenated(parent)) "\\fR(1)"
    if (name == "pdfco") list = "\\fBpdfco\\-open\\fR(1), \\fBpdfco\\-annotate\\fR(1), \\fBpdfco\\-save\\fR(1)"
    return list ", \\fBqpdf\\fR(1)"
}

function hyphenated(command) {
    gsub(/ /, "-", command)
    return command
}

# "Add a note." becomes "add a note".
function summary(sentence) {
    sub(/\.$/, "", sentence)
    return prose(tolower(substr(sentence, 1, 1)) substr(sentence, 2))
}

function capitalised(title) { return substr(title, 1, 1) tolower(substr(title, 2)) }

function unindented(block) {
    sub(/^  /, "", block)
    gsub(/\n  /, "\n", block)
    sub(/\n+$/, "\n", block)
    return block
}

# Running text, its options in bold.
function prose(line,    parts, n, i, made) {
    n = split(line, parts, " ")
    for (i = 1; i <= n; i++) {
        if (match(parts[i], /-?-[a-z][a-z-]*/) && (RSTART == 1 || substr(parts[i], 1, RSTART - 1) ~ /^[(]$/))
            parts[i] = substr(parts[i], 1, RSTART - 1) "\\fB" literal(substr(parts[i], RSTART, RLENGTH)) "\\fR" \
                substr(parts[i], RSTART + RLENGTH)
        made = made (i > 1 ? " " : "") parts[i]
    }
    return guarded(made)
}

# Text to be typed: hyphens are minus signs.
function literal(block) {
    gsub(/-/, "\\-", block)
    return guarded(block)
}

# A full stop or an apostrophe at the beginning would be a request.
function guarded(line) { return line ~ /^[.']/ ? "\\&" line : line }
