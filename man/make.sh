#!/usr/bin/env bash
# Writes the man pages of a pdfco from its own help, with the sections beside it: `man/make.sh PROGRAM DIRECTORY`. Needs bash and
# awk.
#
# The options are those of the help; what a command does is in sections/, as are the units, the environment and the exit status,
# which every page has. The JSON Schema is the source of the keys in pdfco-annotations(5), whose other sections stay.
# COLUMNS keeps the program from breaking lines, so that each option, or its label, is one line.
set -euo pipefail
export LC_ALL=C.UTF-8 COLUMNS=100000

program=$1 directory=$2
here=$(dirname "$0")
mkdir -p "$directory"
version=$("$program" --version)

# subcommands [WORD...]: the commands below a command, one a line.
subcommands() {
    "$program" "$@" --help-hidden | awk '/SUBCOMMANDS:$/ { list = 1; next } !NF { list = 0 } list { sub(/,$/, "", $1); print $1 }'
}

# page [WORD...]: writes the page of a command.
page() {
    local words="pdfco${*:+ $*}" sections
    sections=$here/sections/${words// /-}.txt
    [[ -e $sections && $words != pdfco ]] || sections=/dev/null
    "$program" "$@" --help-hidden |
        awk -v words="$words" -v version="$version" -f "$here/page.awk" "$here/sections/pdfco.txt" - "$sections" \
            >"$directory/${words// /-}.1"
}

page
for command in $(subcommands); do page "$command"; done
for command in $(subcommands checkpoint); do [[ $command = discard ]] || page checkpoint "$command"; done
schema=$(mktemp)
trap 'rm -f "$schema"' EXIT
"$program" schema >"$schema"
keyed=$(awk -f "$here/keys.awk" "$schema" "$here/pdfco-annotations.5")
printf '%s\n' "$keyed" >"$directory/pdfco-annotations.5"
