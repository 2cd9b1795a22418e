#!/usr/bin/env bash
# readers.sh FOLDER: lets MuPDF, poppler and the real program look at the files that the fuzzer kept in FOLDER, and empties
# it. What any of them finds is kept below $FINDINGS; $TALLY gets a line of how many each could judge.
#
# Each line of FOLDER/list names one file: its number, the page that was annotated (0: the file was refused), the page's object,
# its size and the rectangle. POPPLER and PROGRAM are the programs poppler.cc and pdfco; PROGRAM_SHARE says that one of so many
# goes through PROGRAM. A reader that ends or hangs at the mutated file itself has not judged it.
set -euo pipefail
# Without an author, which the edit in the fuzzer has not either.
export LC_ALL=C SWIFT_BACKTRACE=enable=no SOURCE_DATE_EPOCH=1725192000 PDFCO_AUTHOR=
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
list=$folder/list
[[ -s $list ]] || exit 0
declare -A judged=([mupdf]=0 [poppler]=0 [program]=0)

# finding NUMBER WHO WHAT: keeps a file and what is wrong with it.
finding() {
    local place
    mkdir -p "$FINDINGS"
    place=$FINDINGS/$2-$(sha256sum <"$folder/$1.in.pdf" | cut -c -12)
    cp "$folder/$1.in.pdf" "$place.pdf"
    printf '%s: %s\n' "$place.pdf" "$3" | tee -a "$FINDINGS/list" >&2
}

# bounded COMMAND...: a reader, which may itself run wild on a mutated file.
bounded() { (ulimit -v 4000000 && timeout 20 "$@") 2>/dev/null || true; }

# has_two_methods FILE: whether strings and streams are encrypted in different ways (ISO 32000-2, 7.6.5). poppler reads both in
# one way, whatever the dictionary says, and so cannot judge what is new.
has_two_methods() {
    qpdf --show-encryption "$1" 2>/dev/null | awk '/^str(eam|ing) encryption method:/ { methods[$4] }
        END { exit length(methods) < 2 }'
}

# ask WHO COMMAND...: hands all pairs to a reader; where it ends early, the rest once more. What it finds wrong it is asked
# once more, alone: some errors are remembered from the file before.
ask() {
    local who=$1 line opened index verdict
    shift
    local rest=("${pairs[@]}")
    while ((${#rest[@]})); do
        index=0 opened=
        while read -r line; do
            case $line in
                opened) opened=1 ;;
                'verdict ok') ((++judged[$who])) ;;
                'verdict skip') ;;
                verdict*)
                    # What is wrong with the file is wrong every time.
                    for _ in 1 2; do
                        verdict=$(bounded "$@" "$folder" "${rest[@]:index:4}" </dev/null | tail -n 1)
                        if [[ $verdict == 'verdict ok' || $verdict == 'verdict skip' ]]; then break; fi
                    done
                    case $verdict in
                        'verdict ok') ((++judged[$who])) ;;
                        'verdict skip') ;;
                        *)
                            if [[ $who != poppler ]] || ! has_two_methods "$folder/${rest[index]}.in.pdf"; then
                                finding "${rest[index]}" "$who" "${line#verdict }; alone: ${verdict#verdict }"
                            fi
                            ;;
                    esac
                    ;;
            esac
            if [[ $line == verdict* ]]; then index=$((index + 4)) opened=; fi
        done < <(bounded "$@" "$folder" "${rest[@]}" </dev/null)
        if ((index == ${#rest[@]})); then break; fi
        if [[ $opened ]] && ! bounded "$@" "$folder" "${rest[@]:index:4}" </dev/null | grep -q '^verdict'; then
            finding "${rest[index]}" "$who" 'the reader does not come to an end'
        fi
        rest=("${rest[@]:index + 4}")
    done
}

# run NUMBER ARGUMENTS...: runs the real program within bounds and tells its exit status.
run() {
    local number=$1 status=0
    shift
    (ulimit -v 4000000 && timeout 10 "$PROGRAM" "$@" >"$folder/said" 2>"$folder/errors") || status=$?
    case $status in
        0 | 1 | 64 | 65 | 77) ;;
        *) finding "$number" program "$1 ends with $status: $(head -c 300 "$folder/errors")" ;;
    esac
    if ((status == 0)) && [[ $1 == open && ! -s $folder/said ]]; then finding "$number" program "$1 says nothing"; fi
    if ((status && $(wc -l <"$folder/errors") > 2)); then finding "$number" program "$1 says more than two lines"; fi
    return "$status"
}

pairs=()
while read -r number page object size rect; do
    if ((page)); then pairs+=("$number" "$page" "$object" "$size"); fi
    if ((number % ${PROGRAM_SHARE:-10})); then continue; fi
    ((++judged[program]))
    run "$number" open --annotations --json "$folder/$number.in.pdf" || true
    rm -f "$folder/own.pdf"
    options=(--page $((page ? page : 1)) --rect="$rect" --name fuzzed --interior-color '#ffd100')
    if run "$number" annotate square "$folder/$number.in.pdf" "${options[@]}" -o "$folder/own.pdf"; then
        if ((page)) && ! cmp -s "$folder/own.pdf" "$folder/$number.out.pdf"; then
            finding "$number" program 'the program writes something else'
        fi
    elif ((page)); then
        finding "$number" program "the program refuses: $(head -1 "$folder/errors")"
    fi
done <"$list"
ask mupdf mutool run "$here/mupdf.js"
ask poppler "$POPPLER"
echo "${#pairs[@]} ${judged[mupdf]} ${judged[poppler]} ${judged[program]}" |
    awk '{ print $1 / 4, $2, $3, $4 }' >>"$TALLY"
rm -f "$list" "$folder"/*.pdf
