/// What makes files lie: absurd numbers, names in wrong places, structure where none belongs.
enum Words {
    static let numbers = [
        "0", "1", "2", "3", "-1", "7", "255", "65535", "65536", "8388607", "2147483647", "2147483648", "-2147483648",
        "4294967295", "4294967296", "999999999", "9999999999", "9223372036854775807", "-9223372036854775808",
        "9223372036854775808", "99999999999999999999", "1.5", "-.", ".", "1e9", "1e400", "0.0000000001",
        "123456789012345678901234567890.5", "--5", "+7", "00000000001", "null", "true",
    ]

    /// Keys on which readers rely for the structure of the file, of pages and of annotations.
    static let keys = [
        "/Prev", "/Length", "/Size", "/Count", "/Kids", "/W", "/Index", "/Predictor", "/Columns", "/Colors",
        "/BitsPerComponent", "/Filter", "/DecodeParms", "/First", "/N", "/Extends", "/Root", "/Pages", "/Parent",
        "/Type",
        "/Subtype", "/Annots", "/Rect", "/MediaBox", "/CropBox", "/Rotate", "/XRefStm", "/ID", "/Info", "/Encrypt",
        "/QuadPoints", "/InkList", "/IRT", "/NM", "/Contents", "/P", "/AP", "/Popup", "/AcroForm", "/Fields", "/FT",
        "/V",
        "/ByteRange", "/Perms", "/DocMDP", "/Reference", "/C", "/IC", "/BS", "/D", "/LE", "/F", "/CA", "/M",
        "/CreationDate", "/DA", "/Q", "/L", "/Vertices", "/T", "/Linearized",
    ]

    static let values = [
        "null", "true", "[]", "<<>>", "()", "<>", "/", "[[[[[[[[]]]]]]]]", "[1 0 R 1 0 R]", "[null]", "[0 0 0 0]",
        "[0 0 10 10]", "[1 2 3]", "[8 8 8]", "[0 1 0]", "[1 8 8]", "[0 2147483647]", "<FEFFD800>", "(\u{0}\\377)",
        "(a\\",
        "<< /A << /B [1 0 R] >> >>", "/FlateDecode", "[/FlateDecode /FlateDecode]", "/ASCIIHexDecode", "/LZWDecode",
        "/RunLengthDecode", "/Crypt", "/Page", "/Pages", "/Catalog", "/Annot", "/Highlight", "/Widget", "/Sig",
        "/ObjStm",
        "/XRef", "<< /Predictor 12 /Columns 2147483647 >>", "<< /Predictor 15 /Columns 4 /Colors 99 >>",
        "(D:99999999999999Z)", "<< /Type /Pages /Kids [2 0 R] /Count 3 >>", "[-1e9 -1e9 1e9 1e9]",
    ]

    static let fragments = [
        "<<", ">>", "[", "]", "(", ")", "<", ">", "/", "%", "\\", "\r", "\n", "\u{0}", "endobj\n", " obj\n",
        "1 0 obj\n",
        "stream\n", "\nendstream", "xref\n", "xref\n0 1\n0000000000 65535 f \n", "trailer\n", "trailer <</Root 1 0 R>>",
        "startxref\n", "startxref\n0\n%%EOF\n", "%%EOF\n", "%PDF-1.7\n", "%pdfco-increment 2 base=", "#00", "#", "R",
        " 0 R", "/Kids [2 0 R]", "/Annots 3 0 R", "/Annots [3 0 R 4 0 R]", "/Count -1", "/Type /Pages", "/Prev 0",
    ]

    /// What separates, encloses and escapes in XML, JSON, FDF and tables.
    static let sourceFragments = [
        "<", ">", "/>", "</", "&", "&amp;", "&#0;", "&#x10FFFF;", "<![CDATA[", "]]>", "<!--", "<?", "<!DOCTYPE a>",
        "\"", "'", "=", "<annots>", "</annots>", "<appearance>", "page=\"99999999999\"", "nan", "1e308", "-0", ",",
        ";", "{", "}", "[", "]", ":", "null", "\\u0000", "\\", "[[[[[[[[[[", "\u{0}", "\u{FEFF}", "é", "1 0 R", "<<",
        ">>", "(", ")", "\t", "\n",
    ]

    static let containers = [("[", "]"), ("{\"a\":", "}"), ("<</A ", ">>"), ("(", ")"), ("<span>", "</span>")]
}
