#!/usr/bin/env bash
# Saves a document while a program that does not coordinate writes it: what that program wrote may not be lost unseen.
#
#   outsiders.sh PROGRAM [ROUNDS [FROM]]
#
# In each round one `annotate --save`, by either method, runs beside one `mv new.pdf a.pdf` or `cp new.pdf a.pdf` that begins at a
# random moment, with a random delay injected before a system call of the save, or after it (strace). The save ends with 0, 10 or 75,
# and what the outsider wrote is the document, its beginning, or beside it under a name that its user sees. Prints a line at the end,
# and fails at the first round where that is not so.
source "$(dirname "$0")/rounds.bash"
mkdir place

fail() {
    echo "round $round ($program, $method, $call $moment $delay, after $wait): $1"
    ls -la place
    cat errors
    exit 1
}

# holds FILE: whether it begins with what the outsider wrote.
holds() { cmp --silent --bytes="$size" "$1" written; }

methods=(replace append)
programs=(mv cp)
calls=(fsync fdatasync renameat2 renameat unlinkat ftruncate pwrite64)
moments=(delay_enter delay_exit)
declare -A endings=()
for ((round = 1; round <= rounds; round++)); do
    method=${methods[RANDOM % 2]} program=${programs[RANDOM % 2]} call=${calls[RANDOM % ${#calls[@]}]}
    moment=${moments[RANDOM % 2]} delay=$((RANDOM % 20000)) wait=0.0$((RANDOM % 90 + 10))
    rm -rf place/*
    cp "$fixtures/table.pdf" place/a.pdf
    { cat "$fixtures/report.pdf"; echo "% outsider $round"; } >written
    size=$(stat --format=%s written)
    cp written new.pdf
    strace -f -qq -o /dev/null -e trace="$call" -e inject="$call:$moment=$delay" \
        "$pdfco" annotate square place/a.pdf --rect 20,20,60,40 --save --method "$method" --quiet 2>errors &
    sleep "$wait"
    "$program" new.pdf place/a.pdf
    status=0
    wait $! || status=$?
    endings[$status]=$((${endings[$status]:-0} + 1))
    case $status in 0 | 10 | 75) ;; *) fail "ended with $status" ;; esac
    found=
    for file in place/*; do
        if holds "$file"; then found=$file; fi
        case $file in place/a.pdf | 'place/a (kept).pdf') ;; *) fail "$file is there" ;; esac
    done
    [[ $found ]] || fail 'what the outsider wrote is lost'
    [[ $status = 0 || $found = place/a.pdf ]] || fail 'what the outsider wrote is not the document, which was not saved'
done
echo "$rounds rounds:$(for status in "${!endings[@]}"; do echo -n " ${endings[$status]} ended with $status,"; done) nothing lost"
