#!/usr/bin/env bash
# Kills everything that edits, at any moment, and restores: no acknowledged edit may be lost, none may be there twice.
#
#   kills.sh PROGRAM [ROUNDS [FROM]]
#
# In each round two shells run edits of three documents – annotations that are recorded, saved at once, or removed again, and saves
# by either method – and note each before it runs and once it has ended with 0. The process group is killed at a random moment and
# `pdfco restore --all` run. Then every document has exactly the edits that had ended, those that were running or not, and nothing is
# left to restore; and the revisions have them in an order that respects real time (history.py). Prints a line at the end, and fails at
# the first round where that is not so.
source "$(dirname "$0")/rounds.bash"
export pdfco PDFCO_PASSWORD=user PDFCO_AUTHOR=
documents=(table.pdf stream.pdf encrypted.pdf)

# edit JOURNAL EDIT DOCUMENT NAME COMMAND…: notes the edit, runs the command, and notes how it has ended, as history.py reads it.
edit() {
    local journal=$1 what="$3 $2 $4" end=ok
    echo "$EPOCHREALTIME invoke $what" >>"$journal"
    shift 4
    "$pdfco" "$@" --quiet 2>>errors || end=fail
    echo "$EPOCHREALTIME $end $what" >>"$journal"
}
export -f edit

# work JOURNAL PREFIX SEED DOCUMENT…: edits until it is killed.
work() {
    local journal=$1 prefix=$2 number=0 last=
    RANDOM=$3
    shift 3
    while true; do
        local file=${!#} methods=(replace append auto) method
        (($# > 1)) && { local all=("$@"); file=${all[RANDOM % $#]}; }
        method=${methods[RANDOM % 3]}
        local name=$prefix-$((++number))
        case $((RANDOM % 8)) in
        0) edit "$journal" save "$file" - save "$file" --method $method ;;
        1) edit "$journal" add "$file" "$name" annotate square "$file" --rect 20,20,60,40 --name "$name" --save --method $method
            last="$file $name" ;;
        2) [[ $last ]] && edit "$journal" remove $last annotate remove $last
            last= ;;
        *) edit "$journal" add "$file" "$name" annotate highlight "$file" --rect 20,20,60,40 --name "$name"
            last="$file $name" ;;
        esac
    done
}
export -f work

fail() {
    echo "round $round: $1"
    tail -n 5 journal-* errors
    exit 1
}

ended=0 running=0
for ((round = 1; round <= rounds; round++)); do
    # Documents that have grown make the rounds slow.
    if ((round % 10 == 1)); then
        for file in "${documents[@]}"; do
            cp "$fixtures/$file" "$file"
            : >"$file.names"
        done
        : >history
    fi
    rm -f journal-* errors
    touch journal-1 journal-2 errors
    workers=()
    for worker in 1 2; do
        seed=$RANDOM
        setsid bash -c 'work "$@"' work journal-$worker "w$round-$worker" "$seed" "${documents[@]}" 2>/dev/null &
        workers+=($!)
    done
    for journal in journal-1 journal-2; do
        lines=()
        least=$((RANDOM % 16))
        until ((${#lines[@]} > least)); do mapfile -t lines <$journal; done
    done
    for ((wait = RANDOM; wait > 0; wait--)); do :; done
    kill -KILL -- -"${workers[0]}" -"${workers[1]}"
    wait "${workers[@]}" 2>/dev/null || :

    if grep -h ' fail ' journal-*; then fail "an edit failed"; fi
    "$pdfco" restore --all --quiet 2>>errors || fail "restore --all ended with $?"
    for file in "${documents[@]}"; do
        "$pdfco" annotate list "$file" --no-checkpoint >list || fail "$file cannot be read"
        awk '{ print $NF }' list | sort >found
        [[ -z $(uniq -d found) ]] || fail "$file has twice: $(uniq -d found | tr '\n' ' ')"
        # What must be there, and what may: an edit that was running.
        awk -v file="$file" '
            FILENAME == ARGV[1] { must[$1]; next }
            $3 != file || $4 == "save" { next }
            $2 == "invoke" { may[$5]; next }
            { delete may[$5]; if ($4 == "add") must[$5]; else delete must[$5] }
            END {
                for (name in must) if (!(name in may)) print "must", name
                for (name in may) print "may", name
            }' "$file.names" journal-1 journal-2 >expected
        lost=$(awk '$1 == "must" { print $2 }' expected | sort | comm -23 - found | tr '\n' ' ')
        [[ -z $lost ]] || fail "$file has lost: $lost"
        extra=$(awk '{ print $2 }' expected | sort | comm -13 - found | tr '\n' ' ')
        [[ -z $extra ]] || fail "$file has what nobody added, or what was removed: $extra"
        mv found "$file.names"
        qpdf --password=user --check "$file" >/dev/null 2>>errors || fail "$file is not sound"
        cmp --quiet --bytes "$(stat -c %s "$fixtures/$file")" "$file" "$fixtures/$file" || fail "$file was rewritten"
    done
    if "$pdfco" restore >left 2>>errors; then fail "there is still something to restore: $(cat left)"; fi
    [[ -z $(ls -A data/checkpoints 2>/dev/null) ]] || fail "left behind: $(ls -A data/checkpoints)"
    grep -hv ' save ' journal-* >>history || :
    if ((round % 10 == 0 || round == rounds)); then
        "$benchmarks/history.py" "$pdfco" history "${documents[@]}" || fail "the revisions are in another order"
    fi
    ended=$((ended + $(cat journal-* | grep -c ' ok ' || :)))
    running=$((running + $(cat journal-* | grep -c ' invoke ' || :)))
done
echo "$rounds kills: $ended edits and saves had ended, $((running - ended)) were running; all documents are as they must be"
