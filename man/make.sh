#!/usr/bin/env bash
# Writes the man pages of a pdfco from its own help: `man/make.sh PROGRAM DIRECTORY`. Needs bash and awk.
#
# The help is the only source: what it says of units, environment and exit status at the root goes into every page. The
# JSON Schema is the source of the keys in pdfco-annotations(5), whose other sections stay.
# COLUMNS keeps the program from breaking lines, so that each option, or its label, is one line.
set -euo pipefail
export LC_ALL=C.UTF-8 COLUMNS=100000

program=$1 directory=$2
mkdir -p "$directory"
root=$(mktemp)
trap 'rm -f "$root"' EXIT
"$program" --help-hidden >"$root"
version=$("$program" --version)

# subcommands [WORD...]: the commands below a command, one a line.
subcommands() {
    "$program" "$@" --help-hidden | awk '/SUBCOMMANDS:$/ { list = 1; next } !NF { list = 0 } list { print $1 }'
}

# page [WORD...]: writes the page of a command and those of the commands below it.
page() {
    local words="pdfco${*:+ $*}" command
    "$program" "$@" --help-hidden |
        awk -v words="$words" -v version="$version" -f "$(dirname "$0")/page.awk" "$root" - >"$directory/${words// /-}.1"
    for command in $(subcommands "$@"); do page "$@" "$command"; done
}

page
"$program" annotate schema >"$root"
keyed=$(awk -f "$(dirname "$0")/keys.awk" "$root" "$(dirname "$0")/pdfco-annotations.5")
printf '%s\n' "$keyed" >"$directory/pdfco-annotations.5"
