#!/usr/bin/env bash
# order.sh PROGRAM: the functions that frequent commands call, a name on each line, for the linker to put side by side.
# The program must have its symbols.
#
# A start costs the pages it touches more than the instructions it carries out, and the functions it needs are a megabyte of
# fifteen. Names that are gone do no harm: the linker passes over them.
set -euo pipefail
program=$(realpath "$1")
fixture=$(dirname "$0")/../Fixtures/report.pdf
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PDFCO_DATA_DIR=$folder/data PDFCO_RUNTIME_DIR=$folder/run
cp "$fixture" "$folder/a.pdf"
cp "$fixture" "$folder/b.pdf"
echo '[{"add":{"subtype":"Highlight","page":3,"rect":[72,700,257,713]}}]' >"$folder/edits"

# The functions that a command calls, in the order in which it first calls them. callgrind numbers them so, and writes
# (NUMBER) NAME where it first mentions one; 'DEPTH stands behind one that calls itself.
functions() {
    valgrind --quiet --tool=callgrind --demangle=no --callgrind-out-file="$folder/out" "$program" "$@" --quiet >/dev/null
    sed -nE "s/^c?fn=\(([0-9]+)\) ([^' ]+).*/\1 \2/p" "$folder/out" | sort -n | cut -d ' ' -f 2
}

mark=(annotate highlight "$folder/a.pdf" --page 3 --rect 72,700,257,713)
{
    functions "${mark[@]}" --save
    functions "${mark[@]}" --save --method append
    functions "${mark[@]}"
    functions save "$folder/a.pdf"
    functions open "$folder/a.pdf" --annotations
    # What one of a batch's processes does, which is told its documents on standard input.
    functions annotate batch --worker --edits "$folder/edits" < <(printf '1 %s\n' "$folder/b.pdf")
} | awk '!seen[$0]++'
