#!/usr/bin/env bash
# Writes every fixture anew into this folder: `Fixtures/make.sh`. Needs bash, coreutils and qpdf.
#
# The hand-written files come from four functions that append to "$file" and remember where each object stands:
# begin, object, stream and table. What qpdf writes, it writes with a deterministic /ID. Only encrypted.pdf differs
# from run to run, because AES-256 starts from random bytes: it is made only when it is missing.
set -euo pipefail
shopt -s lastpipe  # the last command of a pipe may set variables
export LC_ALL=C
cd "$(dirname "$0")"

declare -A offsets=() generations=()
file='' previous=''

size() { stat -c %s "$1"; }

# begin FILE [VERSION]: starts a file.
begin() {
    file=$1 previous='' offsets=() generations=()
    printf '%%PDF-%s\n%%\xe2\xe3\xcf\xd3\n' "${2:-1.7}" >"$file"
}

# object NUMBER [GENERATION] <<<BODY: appends an object.
object() {
    offsets[$1]=$(size "$file") generations[$1]=${2:-0}
    { printf '%d %d obj\n' "$1" "${2:-0}" && cat && printf 'endobj\n'; } >>"$file"
}

# stream NUMBER [ENTRIES] [GENERATION] <<<DATA: appends a stream, with further entries of its dictionary.
stream() {
    local data
    data=$(cat)
    object "$1" "${3:-0}" <<<"<< /Length $((${#data} + 1)) ${2:-} >>
stream
$data
endstream"
}

# free NUMBER GENERATION: the object is free; its number may come back with that generation.
free() { offsets[$1]=free generations[$1]=$2; }

# entry NUMBER: the object's twenty bytes of the table.
entry() {
    if [[ ${offsets[$1]} == free ]]; then
        printf '%010d %05d f \n' 0 "${generations[$1]}"
    else
        printf '%010d %05d n \n' "${offsets[$1]}" "${generations[$1]}"
    fi
}

# table SIZE ENTRIES: appends a table of the objects since the last one, the trailer and the end.
table() {
    local start number
    start=$(size "$file")
    {
        echo xref
        if [[ -z $previous ]]; then printf '0 1\n0000000000 65535 f \n'; fi
        for number in $(printf '%s\n' "${!offsets[@]}" | sort -n); do
            printf '%d 1\n' "$number"
            entry "$number"
        done
        printf 'trailer\n<< /Size %d /Root 1 0 R %s%s >>\n' "$1" "$2" "${previous:+ /Prev $previous}"
        printf 'startxref\n%d\n%%%%EOF\n' "$start"
    } >>"$file"
    previous=$start offsets=() generations=()
}

id='/ID [<00112233445566778899AABBCCDDEEFF> <00112233445566778899AABBCCDDEEFF>]'
resources='/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'

# line TEXT: page contents that show one line of text in a box.
line() { printf '0.8 0.9 1 rg 60 60 180 80 re f 0 g\nBT /F1 18 Tf 72 90 Td (%s) Tj ET' "$1"; }

# page NUMBER CONTENTS [ENTRIES]: a page of 300 by 200 points.
page() {
    object "$1" <<<"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] $resources /Contents $2 0 R ${3:-} >>"
}

catalog() { object 1 <<<'<< /Type /Catalog /Pages 2 0 R >>'; }

# pages REFERENCE…: the page tree's root.
pages() { object 2 <<<"<< /Type /Pages /Count $# /Kids [$(printf '%s 0 R ' "$@")] >>"; }

# one_page [ENTRIES]: catalog, page tree, page 3 and its contents 4.
one_page() {
    catalog
    pages 3
    page 3 4 "${1:-}"
    line 'One page' | stream 4
}

# two_pages [FIRST] [SECOND]: the same with pages 3 and 5, their contents 4 and 6.
two_pages() {
    catalog
    pages 3 5
    page 3 4 "${1:-}"
    line 'Page one' | stream 4
    page 5 6 "${2:-}"
    line 'Page two' | stream 6
}

# --- Forms of the cross-reference section

begin table.pdf
two_pages
table 7 "$id"

qpdf --deterministic-id --object-streams=generate table.pdf stream.pdf
qpdf --deterministic-id --linearize table.pdf linearized.pdf

# A hybrid file: its table hides object 7, which is in the object stream 8 that only the stream 9 (/XRefStm) names.
begin hybrid.pdf 1.5
catalog
pages 3
page 3 4 '/Annots [7 0 R]'
line 'Hybrid' | stream 4
body='<< /Type /Annot /Subtype /Text /Rect [20 160 40 180] /Contents (Seen through XRefStm) /F 4 >>'
stream 8 '/Type /ObjStm /N 1 /First 4' <<<"7 0 $body"
hidden=$(size "$file")
cells=$(printf '02 0008 00\n01 %04X 00\n01 %04X 00\n>' "${offsets[8]}" "$hidden")
stream 9 '/Type /XRef /Size 10 /W [1 2 1] /Index [7 3] /Filter /ASCIIHexDecode /Root 1 0 R' <<<"$cells"
unset 'offsets[8]' 'offsets[9]'
table 10 "/XRefStm $hidden $id"

begin revisions.pdf
one_page
table 5 "$id"
for revision in 2 3 4 5; do
    line "Revision $revision" | stream 4
    table 5 "$id"
done

# Contents 4 was freed and its number came back: the object in use is 4 1.
begin generation.pdf
one_page
table 5 "$id"
free 4 1
table 5 "$id"
line 'Generation one' | stream 4 '' 1
object 3 <<<"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] $resources /Contents 4 1 R >>"
table 5 "$id"

begin no-id.pdf
one_page
table 5 ''

# Metadata, which an encrypted copy may leave in the clear.
begin metadata.pdf
one_page
object 1 <<<'<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>'
stream 5 '/Type /Metadata /Subtype /XML' <<<'<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>'
table 6 "$id"

# --- Bytes around the document

{ printf 'junk before the header\n' && cat table.pdf; } >header-junk.pdf
{ cat table.pdf && printf 'junk after the end\n' && printf '%0.s.' {1..200}; } >trailing-junk.pdf
head -c -1 table.pdf >no-final-newline.pdf

begin cr-only.pdf
one_page
table 5 "$id"
tr '\n' '\r' <cr-only.pdf >cr-only.tmp
mv cr-only.tmp cr-only.pdf

# --- Page trees and boxes

begin page-twice.pdf
catalog
pages 3 5 3
page 3 4
line 'First and last' | stream 4
page 5 6
line 'Between' | stream 6
table 7 "$id"

begin page-direct.pdf
catalog
direct="<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] $resources /Contents 4 0 R >>"
object 2 <<<"<< /Type /Pages /Count 2 /Kids [$direct 5 0 R] >>"
line 'A direct page' | stream 4
page 5 6
line 'An indirect page' | stream 6
table 7 "$id"

begin inherited.pdf
catalog
object 2 <<<"<< /Type /Pages /Count 1 /Kids [5 0 R] /MediaBox [0 0 300 200] /Rotate 90 $resources >>"
object 3 <<<'<< /Type /Page /Parent 5 0 R /Contents 4 0 R >>'
line 'Inherited' | stream 4
object 5 <<<'<< /Type /Pages /Parent 2 0 R /Count 1 /Kids [3 0 R] /CropBox [10 10 290 190] >>'
table 6 "$id"

begin rotated.pdf
catalog
pages 3 4 5 6
page 3 7
page 4 7 '/Rotate 90'
page 5 7 '/Rotate 180'
page 6 7 '/Rotate -90'
line 'Rotated' | stream 7
table 8 "$id"

# The crop box neither begins at the origin nor does the media box.
begin cropped.pdf
catalog
pages 3
object 3 <<<"<< /Type /Page /Parent 2 0 R /MediaBox [-100 -50 300 200] /CropBox [50 40 250 160] $resources /Contents 4 0 R >>"
line 'Cropped' | stream 4
table 5 "$id"

begin deep-tree.pdf
catalog
object 2 <<<'<< /Type /Pages /Count 2 /Kids [7 0 R] >>'
for node in {7..25}; do
    object "$node" <<<"<< /Type /Pages /Parent $((node == 7 ? 2 : node - 1)) 0 R /Count 2 /Kids [$((node + 1)) 0 R] >>"
done
object 26 <<<'<< /Type /Pages /Parent 25 0 R /Count 2 /Kids [3 0 R 5 0 R] >>'
for leaf in 3 5; do
    object "$leaf" <<<"<< /Type /Page /Parent 26 0 R /MediaBox [0 0 300 200] $resources /Contents $((leaf + 1)) 0 R >>"
    line "Deep page $((leaf / 2))" | stream $((leaf + 1))
done
table 27 "$id"

begin wrong-count.pdf
two_pages
object 2 <<<'<< /Type /Pages /Count 5 /Kids [3 0 R 5 0 R] >>'
table 7 "$id"

# --- Annotations that are there already

note='<< /Type /Annot /Subtype /Text /Rect [20 160 40 180] /Contents (A note) /NM (note) /F 4 >>'

begin annots-direct.pdf
one_page '/Annots [5 0 R]'
object 5 <<<"$note"
table 6 "$id"

begin annots-indirect.pdf
one_page '/Annots 6 0 R'
object 5 <<<"$note"
object 6 <<<'[5 0 R]'
table 7 "$id"

begin annots-shared.pdf
two_pages '/Annots 8 0 R' '/Annots 8 0 R'
object 7 <<<"$note"
object 8 <<<'[7 0 R]'
table 9 "$id"

# One annotation of many kinds with values as other programs write them; the last stands in the array itself.
begin foreign-annotations.pdf
object 1 <<<'<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [13 0 R] /DA (/Helv 10 Tf 0 g) >> >>'
pages 3
page 3 4 "/Annots [$(printf '%d 0 R ' {5..17})
<< /Type /Annot /Subtype /Link /Rect [250 10 290 30] /Border [0 0 0] /Dest [3 0 R /Fit] >>]"
line 'Many kinds' | stream 4
object 5 <<<'<< /Type /Annot /Subtype /Text /Rect [10 170 28 188] /Contents <FEFF004E006F00740069007A2713> /Name /Comment
/T (Reviewer) /M (D:20240229120000+01'"'00'"') /NM (note-1) /Popup 6 0 R /C [1 1 0] >>'
object 6 <<<'<< /Type /Annot /Subtype /Popup /Rect [30 120 130 188] /Parent 5 0 R /Open false >>'
object 7 <<<'<< /Type /Annot /Subtype /Highlight /Rect [72 88 130 106] /QuadPoints [72 106 130 106 72 88 130 88]
/C [1 0.8 0] /CA 0.5 /Contents (Backslash \\ and \(parentheses\)) >>'
object 8 <<<'<< /Type /Annot /Subtype /Square /Rect [200 100 240 130] /C [] /IC [0 0 0 0.3] /BS << /W 2 /S /D /D [3 1] >> >>'
object 9 <<<'<< /Type /Annot /Subtype /Line /Rect [10 60 60 70] /L [10 65 60 65] /LE [/OpenArrow /None] /C [0.5] >>'
object 10 <<<'<< /Type /Annot /Subtype /Ink /Rect [10 30 60 50] /InkList [[10 30 20 50 30 30] [40 30 60 50]] >>'
object 11 <<<'<< /Type /Annot /Subtype /FreeText /Rect [150 150 290 190] /DA (/Helv 12 Tf 1 0 0 rg) /Contents (Free text) /Q 1 >>'
object 12 <<<'<< /Type /Annot /Subtype /Stamp /Rect [200 60 280 90] /Name /Draft /F 4 >>'
object 13 <<<'<< /Type /Annot /Subtype /Widget /FT /Tx /T (field) /V (value) /Rect [10 10 110 25] /P 3 0 R /F 4 >>'
object 14 <<<'<< /Type /Annot /Subtype /Link /Rect [120 10 200 25] /A << /S /URI /URI (https://example.org/) >> >>'
object 15 <<<'<< /Type /Annot /Subtype /FileAttachment /Rect [220 10 235 30] /FS << /Type /Filespec /F (a.txt) >> >>'
object 16 <<<'<< /Type /Annot /Subtype /Polygon /Rect [140 100 190 140] /Vertices [140 100 190 100 165 140] /F 2 >>'
object 17 <<<'<< /Type /Annot /Subtype /Text /Rect [30 170 48 188] /Contents (A reply) /IRT 5 0 R /RT /R /NM (note-2) >>'
table 18 "$id"

# --- Protected documents

if [[ ! -s encrypted.pdf ]]; then
    qpdf --object-streams=disable --encrypt user owner 256 -- table.pdf encrypted.pdf
fi

# A certification that allows nothing (/P 1). It states a byte range, but nothing is signed in earnest.
begin certified.pdf
object 1 <<<'<< /Type /Catalog /Pages 2 0 R /Perms << /DocMDP 6 0 R >> /AcroForm << /Fields [5 0 R] /SigFlags 3 >> >>'
pages 3
page 3 4 '/Annots [5 0 R]'
line 'Certified' | stream 4
object 5 <<<'<< /Type /Annot /Subtype /Widget /FT /Sig /T (certification) /V 6 0 R /Rect [0 0 0 0] /F 132 /P 3 0 R >>'
object 6 <<<'<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 15 31 15] /Contents <00>
/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 /V /1.2 >> >>] >>'
table 7 "$id"

# A signature that locks one field, and a field whose signature will lock the document. Nothing is signed here either.
begin locked.pdf
object 1 <<<'<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R 7 0 R 8 0 R] /SigFlags 3 >> >>'
pages 3
page 3 4 '/Annots [5 0 R 7 0 R 8 0 R]'
line 'Locked' | stream 4
widget='/Type /Annot /Subtype /Widget /Rect [0 0 0 0] /F 132 /P 3 0 R'
object 5 <<<"<< $widget /FT /Sig /T (first) /V 6 0 R /Lock 9 0 R >>"
object 6 <<<'<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 15 31 15] /Contents <00>
/Reference [<< /Type /SigRef /TransformMethod /FieldMDP /TransformParams << /Type /TransformParams /V /1.2
/Action /Include /Fields [(name)] >> >>] >>'
object 7 <<<"<< $widget /FT /Tx /T (name) /V (Ada) /NM (name-widget) >>"
object 8 <<<"<< $widget /FT /Sig /T (second) /Lock 10 0 R >>"
object 9 <<<'<< /Type /SigFieldLock /Action /Include /Fields [(name)] >>'
object 10 <<<'<< /Type /SigFieldLock /Action /Exclude /Fields [(name)] /P 1 >>'
table 11 "$id"

# --- Damaged documents

sed '/^startxref$/{n;s/.*/7/}' table.pdf >damaged-startxref.pdf
head -c 900 table.pdf >truncated.pdf
head -c -60 table.pdf >damaged-tail.pdf
sed '/ 00000 n $/s/^0000000/0000001/' table.pdf >damaged-offsets.pdf
sed 's|/Root 1 0 R|/Root 8 0 R|' table.pdf >damaged-root.pdf
sed 's|/Length [0-9]*|/Length 20|' table.pdf >damaged-lengths.pdf
sed '/^startxref$/{n;s/.*/7/}' header-junk.pdf >damaged-header-junk.pdf
qpdf --deterministic-id --object-streams=disable table.pdf - | sed '/^xref$/{n;s/^0 /1 /}' >damaged-numbers.pdf
head -c -40 stream.pdf >damaged-stream.pdf
sed '/^startxref$/{n;s/.*/7/}' encrypted.pdf >damaged-encrypted.pdf

# --- The document of the demonstration and the README

# paragraph X Y LEADING <<<TEXT: text lines from (X, Y) downwards.
paragraph() {
    printf 'BT /Body 11 Tf %s TL %s %s Td\n' "$3" "$1" "$2"
    sed -e 's/[()\\]/\\&/g' -e 's/.*/(&) Tj T*/'
    echo ET
}

heading() { printf 'BT /Bold %s Tf 72 %s Td (%s) Tj ET\n' "$1" "$2" "$3"; }

footer() { printf 'BT /Body 9 Tf 0.4 g 290 36 Td (%s) Tj ET 0 g\n' "$1"; }

# bar X HEIGHT LABEL: one bar of the chart on page 2.
bar() {
    printf '0.25 0.45 0.7 rg %s 400 46 %s re f 0 g\n' "$1" "$2"
    printf 'BT /Body 9 Tf %s 388 Td (%s) Tj ET\n' "$1" "$3"
}

begin report.pdf
object 1 <<<'<< /Type /Catalog /Pages 2 0 R /Lang (en) >>'
object 2 <<<'<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] /MediaBox [0 0 595 842]
/Resources << /Font << /Body 9 0 R /Bold 10 0 R >> >> >>'
for number in 3 4 5; do
    object "$number" <<<"<< /Type /Page /Parent 2 0 R /Contents $((number + 3)) 0 R >>"
done
{
    heading 24 740 'Swifts in the Old Town'
    paragraph 72 716 16 <<<'A survey of nests, entrances and fledglings'
    heading 14 670 'Summary'
    paragraph 72 648 16 <<<'Common swifts breed in the walls and under the roofs of the old town. From May to
August we counted them in every street, looked for the entrances of their nests, and
noted where building work had closed one. This report gives the numbers, compares
them with those of the four years before, and says what should be done.'
    paragraph 72 568 16 <<<'Three findings stand out. The colony is stable, although two large roofs were renewed.
Nest boxes are accepted only where swifts nested before. And one scaffold, left up for
six weeks too long, cost more broods than all other disturbances together.'
    heading 14 500 'How we counted'
    paragraph 72 478 16 <<<'Each street was walked three times, at dusk and in dry weather. An entrance counts as
occupied when a bird enters it and stays. Screaming parties were counted at their
largest. Doubtful entrances were visited a fourth time and left out if still in doubt.'
    footer 1
} | stream 6
{
    heading 14 740 'Results'
    paragraph 72 718 16 <<<'The survey found 212 occupied entrances in 31 streets, four more than last year. Most
lie higher than eight metres and face north or east. The density is greatest around
the market, where the old eaves are still open.'
    heading 14 650 'Occupied entrances, year by year'
    bar 90 184 'Year 1: 184'
    bar 180 197 'Year 2: 197'
    bar 270 201 'Year 3: 201'
    bar 360 208 'Year 4: 208'
    bar 450 212 'Year 5: 212'
    paragraph 72 350 16 <<<'Of 96 nests that could be watched, 81 raised at least one young bird. Nine failed in the
week of the great heat, five behind the scaffold, and one for reasons unknown.'
    footer 2
} | stream 7
{
    heading 14 740 'Recommendations'
    paragraph 72 703 16 <<<'No scaffold between May and August. Where work cannot wait, leave the entrances open
and take down the nets at night.'
    paragraph 72 655 16 <<<'Survey a roof before it is renewed. An entrance that is known can be kept; one that is
found by the roofers is found too late.'
    paragraph 72 607 16 <<<'Put nest boxes where swifts already live, in groups of three or more, under the eaves,
and not above windows. Play calls in the first two summers.'
    paragraph 72 559 16 <<<'Repeat the survey next year with the same streets, the same hours and the same forms,
so that the numbers remain comparable.'
    footer 3
} | stream 8
object 9 <<<'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
object 10 <<<'<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>'
object 11 <<<'<< /Title (Swifts in the Old Town) /CreationDate (D:20240901120000Z) >>'
table 12 "/Info 11 0 R $id"
