#!/usr/bin/env bash
# Text in ten scripts: a FreeText in each of many tiny documents, another text in each, in one batch.
#
#   texts.sh PROGRAM [DOCUMENTS]     300 documents if not said otherwise
#
# Prints for each script the wall clock of a document, and what the text adds to that of the same documents with text in
# Helvetica, which needs no other program. One process makes all of them, on a file system in memory where there is one: what is
# compared is the text, not the disk. The fonts of a script are read before the clock starts to run.
set -euo pipefail
export LC_ALL=C

pdfco=$(realpath "$1")
count=${2:-300}
fixture=$(realpath "$(dirname "$0")/../Fixtures/table.pdf")
work=$(mktemp -d -p "$([[ -w /dev/shm ]] && echo /dev/shm || echo /tmp)")
trap 'rm -rf "$work"' EXIT
export PDFCO_DATA_DIR=$work/data PDFCO_RUNTIME_DIR=$work/runtime XDG_CACHE_HOME=$work/cache
mkdir -m 700 "$work/runtime"
mkdir "$work/documents"
cd "$work/documents"

# measure TEXT: the microseconds of a document.
measure() {
    local number
    for ((number = 0; number < count; number++)); do cp "$fixture" $number.pdf; done
    for ((number = 0; number < count; number++)); do
        echo "{\"file\":\"$number.pdf\",\"edits\":[{\"add\":{\"subtype\":\"FreeText\",\"page\":1,\"rect\":[10,10,180,80],\"contents\":\"$1 $number\"}}]}"
    done >"$work/jobs"
    local start=${EPOCHREALTIME/./}
    "$pdfco" annotate batch "$work/jobs" --jobs 1 --quiet >"$work/answers" || { head -1 "$work/answers" >&2; return 1; }
    echo $(((${EPOCHREALTIME/./} - start) / count))
}

measure 'Checked in Oslo' >/dev/null
plain=$(measure 'Checked in Oslo')
awk -v plain="$plain" 'BEGIN { printf "%-12s %5.2f ms\n", "Helvetica", plain / 1000 }'
while read -r script text; do
    measure "$text" >/dev/null
    whole=$(measure "$text")
    awk -v name="$script" -v whole="$whole" -v plain="$plain" \
        'BEGIN { printf "%-12s %5.2f ms, of which %5.2f for the text\n", name, whole / 1000, (whole - plain) / 1000 }'
done <<'TEXTS'
Latin Łódź, Šibenik, ș ț
Greek Ελληνικά κείμενα
Cyrillic Проверено в Москве
Hebrew שלום עולם
Arabic مرحبا بالعالم
Devanagari नमस्ते दुनिया हिन्दी
Thai สวัสดีชาวโลก ที่นี่
Chinese 你好，世界
Japanese こんにちは世界
Korean 안녕하세요 세계
TEXTS
