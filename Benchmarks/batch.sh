#!/usr/bin/env bash
# A highlight in each of many tiny documents, durable: one process for each, and one batch; beside them mutool and PyMuPDF,
# which sync nothing.
#
#   batch.sh PROGRAM [DOCUMENTS]     2,000 documents if not said otherwise
#
# Each has a file system of its own on a loop device (as root; otherwise, the temporary directory), so that its flushes can be
# counted. Prints for each: wall clock, processor time and flushes, all for one document. Then the memory that a batch takes
# for 10,000 and for 1,000,000 lines on the same few documents. PyMuPDF is left out where Python does not have it.
set -euo pipefail

pdfco=$(realpath "$1")
count=${2:-2000}
fixture=$(realpath "$(dirname "$0")/../Fixtures/table.pdf")
work=$(mktemp -d)
disk=$work/disk
mkdir "$disk"
finish() {
    cd /
    mountpoint -q "$disk" && umount "$disk"
    rm -rf "$work"
}
trap finish EXIT
export PDFCO_DATA_DIR=$work/data PDFCO_RUNTIME_DIR=$work/runtime
mkdir -m 700 "$work/runtime"

device=
if [[ $EUID = 0 ]]; then
    truncate -s 2G "$work/image"
    mkfs.ext4 -q "$work/image"
    mount -o loop "$work/image" "$disk" && device=$(basename "$(findmnt -no SOURCE "$disk")")
fi
flushes() { [[ -z $device ]] && echo 0 || awk '{ print $16 }' "/sys/block/$device/stat"; }

cat >"$work/mark.js" <<'JS'
for (var index = 0; index < scriptArgs.length; ++index) {
    var path = scriptArgs[index]
    var document = new PDFDocument(path)
    var annotation = document.loadPage(0).createAnnotation("Highlight")
    annotation.setQuadPoints([[72, 80, 300, 80, 72, 96, 300, 96]])
    annotation.update()
    document.save(path, "incremental")
}
JS
cat >"$work/mark.py" <<'PY'
import sys, pymupdf
for path in sys.argv[1:]:
    document = pymupdf.open(path)
    document[0].add_highlight_annot(pymupdf.Rect(72, 80, 300, 96))
    document.saveIncr()
PY
edit='[{"add":{"subtype":"Highlight","page":1,"rect":[72,696,300,712]}}]'
echo "$edit" >"$work/edits"

loop() { for file in *.pdf; do "$pdfco" annotate highlight "$file" --rect 72,696,300,712 --name n --save --quiet; done; }
batch() { printf '%s\n' *.pdf | "$pdfco" annotate batch --edits "$work/edits" --quiet >"$work/answers"; }
mupdf() { mutool run "$work/mark.js" *.pdf; }
pymupdf() { python3 "$work/mark.py" *.pdf; }

TIMEFORMAT='%R %U %S'
measure() {
    rm -rf "${disk:?}"/documents && mkdir "$disk/documents" && cd "$disk/documents"
    for ((number = 0; number < count; number++)); do cp "$fixture" $number.pdf; done
    sync
    local before after times
    before=$(flushes)
    times=$({ time "$1" 2>"$work/errors"; } 2>&1)
    after=$(flushes)
    [[ ! -s $work/errors ]] || head -3 "$work/errors"
    read -r real user system <<<"$times"
    awk -v name="$1" -v n="$count" -v r="$real" -v u="$user" -v s="$system" -v f=$((after - before)) \
        'BEGIN { printf "%-8s %7.2f ms %7.2f ms of processor time %5.2f flushes\n", name, r*1000/n, (u+s)*1000/n, f/n }'
    cd "$work"
}

echo "$count documents, each:"
measure loop
measure batch
if command -v mutool >/dev/null; then measure mupdf; fi
if python3 -c 'import pymupdf' 2>/dev/null; then measure pymupdf; fi

# A sparse set: each line is a path among 10, of which all but the first of each are "unchanged".
mkdir -p "$disk/few" && cd "$disk/few"
for number in {0..9}; do cp "$fixture" $number.pdf; done
for lines in 10000 1000000; do
    seq $lines | awk '{ print ($1 % 997 ? "missing" : $1 % 10) ".pdf" }' >"$work/lines"
    /usr/bin/time -f "$lines lines: %M KB at most, %e s" "$pdfco" annotate batch "$work/lines" --edits "$work/edits" --quiet \
        2>"$work/time" >"$work/answers" || :
    [[ $(wc -l <"$work/answers") = "$lines" ]] || echo "answers are missing"
    grep 'lines:' "$work/time"
done
