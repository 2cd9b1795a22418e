# Writes a PDF file of one page: awk -v images=5 -v objects=1000 -v form=table -f make-document.awk </dev/null
#
#   images   how many images of a mebibyte it holds. They claim to be JPEG 2000, so that nobody compresses them anew.
#   objects  how many further dictionaries it holds, all within reach of the catalog.
#   form     table or hybrid; other forms are made of a table by qpdf.
# All is plain ASCII and the same in every run.

function write(text) { printf "%s", text; offset += length(text) }

function object(number, body) {
    offsets[number] = offset
    if (number > last) last = number
    write(number " 0 obj\n" body "\nendobj\n")
}

# Characters like those of compressed data, by a linear congruential generator, doubled up to a mebibyte.
function noise(    text, state, i) {
    state = 1
    for (i = 0; i < 4096; i++) {
        state = (state * 1103 + 12345) % 65536
        text = text substr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", state % 64 + 1, 1)
    }
    while (length(text) < 1048576) text = text text
    return text
}

END {
    write("%PDF-1.5\n%\342\343\317\323\n")
    first = 6 + images
    groups = int((objects + 999) / 1000)
    for (g = 0; g < groups; g++) list = list " " (first + g) " 0 R"
    object(1, "<< /Type /Catalog /Pages 2 0 R /Groups [" list " ] >>")
    object(2, "<< /Type /Pages /Kids [ 3 0 R ] /Count 1 /MediaBox [ 0 0 595 842 ] >>")
    for (i = 0; i < images; i++) names = names " /I" i " " (6 + i) " 0 R"
    object(3, "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject <<" names " >> >> >>")
    text = "BT /F 12 Tf 72 700 Td (A line of text) Tj ET\n"
    object(4, "<< /Length " length(text) " >>\nstream\n" text "endstream")
    object(5, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    if (images) block = noise()
    for (i = 0; i < images; i++)
        object(6 + i, "<< /Type /XObject /Subtype /Image /Width 1024 /Height 1024 /ColorSpace /DeviceGray " \
            "/BitsPerComponent 8 /Filter /JPXDecode /Length " length(block) " >>\nstream\n" block "\nendstream")
    for (g = 0; g < groups; g++) {
        list = ""
        for (i = 0; i < 1000 && g * 1000 + i < objects; i++) list = list " " (first + groups + g * 1000 + i) " 0 R"
        object(first + g, "[" list " ]")
    }
    for (i = 0; i < objects; i++) object(first + groups + i, "<< /Number " i " /Name (object " i ") >>")

    # In a hybrid file a stream that only newer readers look at lists one object more.
    hidden = last + 1
    if (form == "hybrid") {
        object(hidden, "<< /Hidden true >>")
        section = offset
        entry = sprintf("01%08X0001%08X00>", offsets[hidden], section)
        object(hidden + 1, "<< /Type /XRef /Size " hidden + 2 " /Index [ " hidden " 2 ] /W [ 1 4 1 ] /Root 1 0 R " \
            "/Filter /ASCIIHexDecode /Length " length(entry) " >>\nstream\n" entry "\nendstream")
    }
    table = offset
    write("xref\n0 " last + 1 "\n0000000000 65535 f \n")
    for (i = 1; i <= last; i++)
        write(sprintf("%010d 00000 n \n", offsets[i]))
    write("trailer\n<< /Size " last + 1 " /Root 1 0 R /ID [ <00112233445566778899AABBCCDDEEFF> " \
        "<00112233445566778899AABBCCDDEEFF> ]" (form == "hybrid" ? " /XRefStm " section : "") " >>\n")
    write("startxref\n" table "\n%%EOF\n")
}
