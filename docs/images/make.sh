#!/usr/bin/env bash
# Makes annotated.png, the picture in README.md, and review.png, a review in a browser: `docs/images/make.sh PROGRAM`. Needs
# poppler's pdftoppm, and what `make all-tools` installs for the browser.
set -euo pipefail
program=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here/../../Fixtures/report.pdf" "$work"
cd "$work"
annotate() { "$program" annotate "$1" report.pdf --quiet --page 3 --save "${@:2}"; }

annotate highlight --rect 72,700,257,713
annotate text --rect 525,698,545,718 --contents 'From the 1st of May?'
annotate stamp --rect 400,770,545,810 --icon Approved
annotate squiggly --rect 183,634,254,648
annotate free-text --rect 400,617,545,635 --contents 'Which roofs are next?'
annotate circle --rect 60,549,222,575
annotate polygon --vertices 238,552,320,552,320,572,238,572 --cloud-intensity 1 --color "#1a5fb4"
annotate line --line 395,626,262,640
pdftoppm -r 88 -f 3 -l 3 -x 40 -y 10 -W 660 -H 380 -png -singlefile report.pdf annotated
cp annotated.png "$here"

cp "$here/../../Fixtures/report.pdf" .
annotate highlight --rect 72,700,257,713 --name since --author 'Jane Roe' --contents 'Since when?'
for words in "--contents=Since the 1st of May." --state=completed; do
    "$program" annotate reply report.pdf since "$words" --author 'John Doe' --quiet --save
done
annotate text --rect 525,698,545,718 --author 'John Doe' --contents 'How long are the nets up?'
annotate circle --rect 60,549,222,575 --author 'Jane Roe' --contents 'By the same people, too?'
"$program" open report.pdf --report review.html --quiet
"$here/../../.build/browser/bin/python" -B "$here/../../Tests/TestSupport/Scripts/review.py" /usr/bin/chromium \
    "$work/review.html" "$work/review" >/dev/null
cp review-light.png "$here/review.png"
