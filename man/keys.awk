# Writes the section KEYS of pdfco-annotations(5): awk -f keys.awk SCHEMA PAGE, of the output of `pdfco annotate schema`.
# In both, nothing else begins with as many spaces as a key does.

FNR == 1 { file++ }

# --- The schema

file == 1 && /^    "find" : / { key = "find" }
file == 1 && /^        "[A-Za-z]+" : \{$/ { key = word($1); words = "" }
file == 1 && key && /^ +"description" : / && (/^          "/ || key == "find" && /^      "/) {
    text = $0
    sub(/^ *"description" : "/, "", text)
    sub(/",?$/, "", text)
    if (!(key in about)) order[++count] = key
    about[key] = text
}
file == 1 && /^          "enum" : / { listing = 1; next }
file == 1 && listing && /^          \]/ {
    listing = 0
    # What differs between subtypes is not listed.
    if (key in choice && choice[key] != words) words = "-"
    choice[key] = words
}
file == 1 && listing { words = words (words ? ", " : "") word($1) }
file == 1 && /^        }/ { key = "" }

# --- The page

file == 2 && /^\.SH / { if (skipped) skipped = 0 }
file == 2 && !skipped { print }
file == 2 && /^\.SH KEYS$/ { skipped = 1; entries() }

function word(quoted) { gsub(/[",]/, "", quoted); return quoted }

function entries(    i, j, n, parts, text) {
    sort()
    for (i = 1; i <= count; i++) {
        text = about[order[i]]
        if (choice[order[i]] != "" && choice[order[i]] != "-") {
            j = index(text ". ", ". ")
            text = substr(text, 1, j - (j > length(text) ? 2 : 1)) ": " choice[order[i]] "." substr(text, j + 1)
        }
        gsub(/\\"/, "\"", text)
        gsub(/-/, "\\-", text)
        n = split(text, parts, "`")
        text = parts[1]
        for (j = 2; j <= n; j++) text = text (j % 2 == 0 ? "\\fB" : "\\fR") parts[j]
        print ".TP\n.B " order[i] "\n" text
    }
}

function sort(    i, j, key) {
    for (i = 2; i <= count; i++) {
        key = order[i]
        for (j = i - 1; j > 0 && tolower(order[j]) > tolower(key); j--) order[j + 1] = order[j]
        order[j + 1] = key
    }
}
