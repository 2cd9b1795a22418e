import CTextShaping

/// The language that decides between the forms of Han characters, as far as the text shows it.
enum Language: String {
    case chinese = "zh-Hans"
    case japanese = "ja"
    case korean = "ko"

    init(of text: some Sequence<Unicode.Scalar>) {
        for scalar in text {
            switch scalar.value {
            case 0x3040...0x30FF, 0x31F0...0x31FF:
                self = .japanese
                return
            case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7AF:
                self = .korean
                return
            default: break
            }
        }
        self = .chinese
    }

    /// How the families of Noto CJK for it end, in lower case.
    var fontSuffix: String {
        switch self {
        case .chinese: " sc"
        case .japanese: " jp"
        case .korean: " kr"
        }
    }
}

/// Scripts as ISO 15924 and HarfBuzz number them.
enum Script {
    static func of(_ scalar: Unicode.Scalar) -> hb_script_t {
        hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
    }

    /// Whether it belongs to whatever script is around it.
    static func isShared(_ script: hb_script_t) -> Bool {
        [HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN, HB_SCRIPT_INVALID].contains(script)
    }

    /// Returns the script of each scalar; what is shared takes that of the letters before it, or else after it.
    static func resolved(_ text: [Unicode.Scalar]) -> [hb_script_t] {
        var scripts = text.map(of)
        var current = scripts.first { !isShared($0) } ?? HB_SCRIPT_LATIN
        for index in scripts.indices {
            if isShared(scripts[index]) { scripts[index] = current } else { current = scripts[index] }
        }
        return scripts
    }

    /// Returns the name of a script in English, and the Debian package that has a font for it.
    static func names(of script: hb_script_t) -> (name: String, package: String) {
        switch script {
        case HB_SCRIPT_HAN: ("Chinese", "fonts-noto-cjk")
        case HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA: ("Japanese", "fonts-noto-cjk")
        case HB_SCRIPT_HANGUL: ("Korean", "fonts-noto-cjk")
        case HB_SCRIPT_BOPOMOFO: ("Bopomofo", "fonts-noto-cjk")
        case HB_SCRIPT_LATIN: ("Latin", "fonts-noto-core")
        case HB_SCRIPT_GREEK: ("Greek", "fonts-noto-core")
        case HB_SCRIPT_CYRILLIC: ("Cyrillic", "fonts-noto-core")
        case HB_SCRIPT_HEBREW: ("Hebrew", "fonts-noto-core")
        case HB_SCRIPT_ARABIC: ("Arabic", "fonts-noto-core")
        case HB_SCRIPT_DEVANAGARI: ("Devanagari", "fonts-noto-core")
        case HB_SCRIPT_THAI: ("Thai", "fonts-noto-core")
        default: (code(of: script), "fonts-noto-core")
        }
    }

    /// The code of ISO 15924, such as `Beng`.
    private static func code(of script: hb_script_t) -> String {
        let value = script.rawValue
        let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
        return String(decoding: letters, as: UTF8.self)
    }
}
