import Glibc
import SystemPackage

/// The names beside a file that are pdfco's own.
enum TemporaryName {
    private static let temporary = ".pdfco-tmp"
    private static let swap = ".pdfco-swap"
    private static let lock = ".pdfco-lock"

    /// `.NAME.pdfco-tmp`: follows from the file's name, so that the next save finds what a dead one left.
    static func fixed(for target: FilePath.Component) -> FilePath.Component { made(of: target, temporary) }

    /// `.NAME.DIGITS.pdfco-tmp`: nobody else's.
    static func random(for target: FilePath.Component) -> FilePath.Component {
        made(of: target, ".\(randomDigits())\(temporary)")
    }

    /// `.NAME.FINGERPRINT.pdfco-swap`: the name that changes places with the file's. It says which file is the new one: any
    /// other file of this name was in the file's place.
    static func swap(for target: FilePath.Component, _ new: UInt64) -> FilePath.Component {
        made(of: target, ".\(String(new, radix: 16))\(swap)")
    }

    /// `.NAME.pdfco-lock`: see ``LockFile``.
    static func lock(for target: FilePath.Component) -> FilePath.Component { made(of: target, lock) }

    static func randomDigits() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }

    /// Whether a file of this name is one that is not finished, or what a save has left.
    static func isTemporary(_ name: FilePath.Component) -> Bool { hasForm(name, temporary) }

    /// Whether it is one of these names.
    static func isOwn(_ name: FilePath.Component) -> Bool {
        [temporary, swap, lock].contains { hasForm(name, $0) }
    }

    private static func hasForm(_ name: FilePath.Component, _ suffix: String) -> Bool {
        let bytes = bytes(of: name)
        return bytes.first == UInt8(ascii: ".") && bytes.count > suffix.utf8.count
            && bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// What a name beside `target` is, and its number; `nil` where it is none of these. 0 for the fixed one.
    static func token(of name: FilePath.Component, for target: FilePath.Component) -> (kind: Kind, number: UInt64)? {
        for (suffix, kind) in [(temporary, Kind.temporary), (swap, .swap)] where hasForm(name, suffix) {
            if name == made(of: target, suffix) { return (kind, 0) }
            let bytes = bytes(of: name).dropLast(suffix.utf8.count)
            let digits = String(decoding: bytes.suffix(while: { $0 != UInt8(ascii: ".") }), as: UTF8.self)
            guard let number = UInt64(digits, radix: 16), name == made(of: target, ".\(digits)\(suffix)") else {
                return nil
            }
            return (kind, number)
        }
        return nil
    }

    enum Kind { case temporary, swap }

    /// With NAME cut, between two characters where it is UTF-8, so that all fits into 255 bytes. Names that differ only after
    /// the cut share a fixed temporary.
    private static func made(of target: FilePath.Component, _ suffix: String) -> FilePath.Component {
        let suffix = Array(suffix.utf8CString)
        var kept = bytes(of: target)
        let limit = Int(NAME_MAX) - suffix.count
        if kept.count > limit {
            let cut = (limit - 3...limit).last { kept[$0] & 0xC0 != 0x80 }
            kept.removeLast(kept.count - (cut ?? limit))
        }
        return FilePath.Component(
            platformString: [CChar(bitPattern: UInt8(ascii: "."))] + kept.map(CChar.init(bitPattern:)) + suffix)!
    }

    private static func bytes(of name: FilePath.Component) -> [UInt8] {
        name.withPlatformString { start in
            UnsafeBufferPointer(start: start, count: strlen(start)).map(UInt8.init(bitPattern:))
        }
    }
}

extension BidirectionalCollection {
    fileprivate func suffix(while isIncluded: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, isIncluded(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
