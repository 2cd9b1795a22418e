/// The glyphs of Helvetica and Helvetica-Bold: Adobe's metrics of the standard 14 fonts (Core14 AFM, version 002.000,
/// © 1985–1997 Adobe Systems Incorporated), reduced to what is needed to measure text (ISO 32000-2, 9.6.2.2).
///
/// These are all 315 glyphs: Latin 1 and 2, Turkish, Baltic and Romanian letters with their punctuation, without Greek
/// and Cyrillic.
enum HelveticaMetrics {
    /// Unicode in hexadecimal, glyph name, width in Helvetica, width in Helvetica-Bold; widths in thousandths of the
    /// size.
    static let table = """
        20/space/278/278 21/exclam/278/333 22/quotedbl/355/474 23/numbersign/556/556 24/dollar/556/556
        25/percent/889/889 26/ampersand/667/722 27/quotesingle/191/238 28/parenleft/333/333 29/parenright/333/333
        2A/asterisk/389/389 2B/plus/584/584 2C/comma/278/278 2D/hyphen/333/333 2E/period/278/278 2F/slash/278/278
        30/zero/556/556 31/one/556/556 32/two/556/556 33/three/556/556 34/four/556/556 35/five/556/556
        36/six/556/556 37/seven/556/556 38/eight/556/556 39/nine/556/556 3A/colon/278/333 3B/semicolon/278/333
        3C/less/584/584 3D/equal/584/584 3E/greater/584/584 3F/question/556/611 40/at/1015/975 41/A/667/722
        42/B/667/722 43/C/722/722 44/D/722/722 45/E/667/667 46/F/611/611 47/G/778/778 48/H/722/722 49/I/278/278
        4A/J/500/556 4B/K/667/722 4C/L/556/611 4D/M/833/833 4E/N/722/722 4F/O/778/778 50/P/667/667 51/Q/778/778
        52/R/722/722 53/S/667/667 54/T/611/611 55/U/722/722 56/V/667/667 57/W/944/944 58/X/667/667 59/Y/667/667
        5A/Z/611/611 5B/bracketleft/278/333 5C/backslash/278/278 5D/bracketright/278/333 5E/asciicircum/469/584
        5F/underscore/556/556 60/grave/333/333 61/a/556/556 62/b/556/611 63/c/500/556 64/d/556/611 65/e/556/556
        66/f/278/333 67/g/556/611 68/h/556/611 69/i/222/278 6A/j/222/278 6B/k/500/556 6C/l/222/278 6D/m/833/889
        6E/n/556/611 6F/o/556/611 70/p/556/611 71/q/556/611 72/r/333/389 73/s/500/556 74/t/278/333 75/u/556/611
        76/v/500/556 77/w/722/778 78/x/500/556 79/y/500/556 7A/z/500/500 7B/braceleft/334/389 7C/bar/260/280
        7D/braceright/334/389 7E/asciitilde/584/584 A1/exclamdown/333/333 A2/cent/556/556 A3/sterling/556/556
        A4/currency/556/556 A5/yen/556/556 A6/brokenbar/260/280 A7/section/556/556 A8/dieresis/333/333
        A9/copyright/737/737 AA/ordfeminine/370/370 AB/guillemotleft/556/556 AC/logicalnot/584/584
        AE/registered/737/737 AF/macron/333/333 B0/degree/400/400 B1/plusminus/584/584 B2/twosuperior/333/333
        B3/threesuperior/333/333 B4/acute/333/333 B5/mu/556/611 B6/paragraph/537/556 B7/periodcentered/278/278
        B8/cedilla/333/333 B9/onesuperior/333/333 BA/ordmasculine/365/365 BB/guillemotright/556/556
        BC/onequarter/834/834 BD/onehalf/834/834 BE/threequarters/834/834 BF/questiondown/611/611 C0/Agrave/667/722
        C1/Aacute/667/722 C2/Acircumflex/667/722 C3/Atilde/667/722 C4/Adieresis/667/722 C5/Aring/667/722
        C6/AE/1000/1000 C7/Ccedilla/722/722 C8/Egrave/667/667 C9/Eacute/667/667 CA/Ecircumflex/667/667
        CB/Edieresis/667/667 CC/Igrave/278/278 CD/Iacute/278/278 CE/Icircumflex/278/278 CF/Idieresis/278/278
        D0/Eth/722/722 D1/Ntilde/722/722 D2/Ograve/778/778 D3/Oacute/778/778 D4/Ocircumflex/778/778
        D5/Otilde/778/778 D6/Odieresis/778/778 D7/multiply/584/584 D8/Oslash/778/778 D9/Ugrave/722/722
        DA/Uacute/722/722 DB/Ucircumflex/722/722 DC/Udieresis/722/722 DD/Yacute/667/667 DE/Thorn/667/667
        DF/germandbls/611/611 E0/agrave/556/556 E1/aacute/556/556 E2/acircumflex/556/556 E3/atilde/556/556
        E4/adieresis/556/556 E5/aring/556/556 E6/ae/889/889 E7/ccedilla/500/556 E8/egrave/556/556 E9/eacute/556/556
        EA/ecircumflex/556/556 EB/edieresis/556/556 EC/igrave/278/278 ED/iacute/278/278 EE/icircumflex/278/278
        EF/idieresis/278/278 F0/eth/556/611 F1/ntilde/556/611 F2/ograve/556/611 F3/oacute/556/611
        F4/ocircumflex/556/611 F5/otilde/556/611 F6/odieresis/556/611 F7/divide/584/584 F8/oslash/611/611
        F9/ugrave/556/611 FA/uacute/556/611 FB/ucircumflex/556/611 FC/udieresis/556/611 FD/yacute/500/556
        FE/thorn/556/611 FF/ydieresis/500/556 100/Amacron/667/722 101/amacron/556/556 102/Abreve/667/722
        103/abreve/556/556 104/Aogonek/667/722 105/aogonek/556/556 106/Cacute/722/722 107/cacute/500/556
        10C/Ccaron/722/722 10D/ccaron/500/556 10E/Dcaron/722/722 10F/dcaron/643/743 110/Dcroat/722/722
        111/dcroat/556/611 112/Emacron/667/667 113/emacron/556/556 116/Edotaccent/667/667 117/edotaccent/556/556
        118/Eogonek/667/667 119/eogonek/556/556 11A/Ecaron/667/667 11B/ecaron/556/556 11E/Gbreve/778/778
        11F/gbreve/556/611 122/Gcommaaccent/778/778 123/gcommaaccent/556/611 12A/Imacron/278/278 12B/imacron/278/278
        12E/Iogonek/278/278 12F/iogonek/222/278 130/Idotaccent/278/278 131/dotlessi/278/278 136/Kcommaaccent/667/722
        137/kcommaaccent/500/556 139/Lacute/556/611 13A/lacute/222/278 13B/Lcommaaccent/556/611
        13C/lcommaaccent/222/278 13D/Lcaron/556/611 13E/lcaron/299/400 141/Lslash/556/611 142/lslash/222/278
        143/Nacute/722/722 144/nacute/556/611 145/Ncommaaccent/722/722 146/ncommaaccent/556/611 147/Ncaron/722/722
        148/ncaron/556/611 14C/Omacron/778/778 14D/omacron/556/611 150/Ohungarumlaut/778/778
        151/ohungarumlaut/556/611 152/OE/1000/1000 153/oe/944/944 154/Racute/722/722 155/racute/333/389
        156/Rcommaaccent/722/722 157/rcommaaccent/333/389 158/Rcaron/722/722 159/rcaron/333/389 15A/Sacute/667/667
        15B/sacute/500/556 15E/Scedilla/667/667 15F/scedilla/500/556 160/Scaron/667/667 161/scaron/500/556
        162/Tcommaaccent/611/611 163/tcommaaccent/278/333 164/Tcaron/611/611 165/tcaron/317/389 16A/Umacron/722/722
        16B/umacron/556/611 16E/Uring/722/722 16F/uring/556/611 170/Uhungarumlaut/722/722 171/uhungarumlaut/556/611
        172/Uogonek/722/722 173/uogonek/556/611 178/Ydieresis/667/667 179/Zacute/611/611 17A/zacute/500/500
        17B/Zdotaccent/611/611 17C/zdotaccent/500/500 17D/Zcaron/611/611 17E/zcaron/500/500 192/florin/556/556
        218/Scommaaccent/667/667 219/scommaaccent/500/556 2C6/circumflex/333/333 2C7/caron/333/333 2D8/breve/333/333
        2D9/dotaccent/333/333 2DA/ring/333/333 2DB/ogonek/333/333 2DC/tilde/333/333 2DD/hungarumlaut/333/333
        2013/endash/556/556 2014/emdash/1000/1000 2018/quoteleft/222/278 2019/quoteright/222/278
        201A/quotesinglbase/222/278 201C/quotedblleft/333/500 201D/quotedblright/333/500 201E/quotedblbase/333/500
        2020/dagger/556/556 2021/daggerdbl/556/556 2022/bullet/350/350 2026/ellipsis/1000/1000
        2030/perthousand/1000/1000 2039/guilsinglleft/333/333 203A/guilsinglright/333/333 2044/fraction/167/167
        20AC/Euro/556/556 2122/trademark/1000/1000 2202/partialdiff/476/494 2206/Delta/612/612
        2211/summation/600/600 2212/minus/584/584 221A/radical/453/549 2260/notequal/549/549 2264/lessequal/549/549
        2265/greaterequal/549/549 25CA/lozenge/471/494 F6C3/commaaccent/250/250 FB01/fi/500/611 FB02/fl/500/611
        """
}
