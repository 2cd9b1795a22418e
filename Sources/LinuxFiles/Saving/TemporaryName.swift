import Glibc
package import SystemPackage

/// The names of pdfco's own files beside a file.
package enum TemporaryName {
    private static let temporary = ".pdfco-tmp"
    private static let swap = ".pdfco-swap"
    private static let lock = ".pdfco-lock"

    /// `.NAME.DIGITS.pdfco-tmp`: derived from the file's name, so that the next save finds what a dead one left.
    static func fixed(for target: FilePath.Component) -> FilePath.Component { numbered(0, for: target) }

    /// `.NAME.DIGITS.pdfco-tmp`: unique.
    static func random(for target: FilePath.Component) -> FilePath.Component {
        numbered(.random(in: 1 ... .max), for: target)
    }

    /// `.NAME.pdfco-tmp`: what earlier versions called it.
    static func earlier(for target: FilePath.Component) -> FilePath.Component { made(of: target, temporary) }

    /// The digits are a number and a checksum of it and of the file's name: only pdfco gives a file such a name.
    private static func numbered(_ number: UInt32, for target: FilePath.Component) -> FilePath.Component {
        let checksum = UInt32(truncatingIfNeeded: StableHash.of(Array("\(number)/".utf8) + bytes(of: target)))
        return made(of: target, ".\(number.hexadecimal)\(checksum.hexadecimal)\(temporary)")
    }

    /// `.NAME.NEW-OLD.pdfco-swap`: the name that is exchanged with the file's. It contains the fingerprint of the new
    /// file and the digest of the file to be replaced, 0 if the new one begins with it: any other file under this name was in
    /// the file's place.
    static func swap(for target: FilePath.Component, new: UInt64, old: UInt64) -> FilePath.Component {
        made(of: target, ".\(String(new, radix: 16))-\(String(old, radix: 16))\(swap)")
    }

    /// `.NAME.pdfco-lock`: see ``LockFile``.
    static func lock(for target: FilePath.Component) -> FilePath.Component { made(of: target, lock) }

    /// Returns the name of the file whose lock file has this name; `nil` for other names.
    package static func locked(by name: FilePath.Component) -> FilePath.Component? {
        hasForm(name, lock) ? component(Array(bytes(of: name).dropFirst().dropLast(lock.utf8.count))) : nil
    }

    /// `report (kept).pdf`, with these words: for a file that users are to see.
    package static func visible(for target: FilePath.Component, _ words: String) -> FilePath.Component {
        let bytes = bytes(of: target)
        let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? bytes.endIndex
        let ending = Array(" (\(words))".utf8) + bytes[dot...]
        return component(cut(Array(bytes[..<dot]), to: Int(NAME_MAX) - min(ending.count, Int(NAME_MAX) - 4)) + ending)
    }

    static func randomDigits() -> String { String(UInt64.random(in: .min ... .max), radix: 16) }

    /// Whether a file of this name is unfinished or left over from a save.
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

    /// Returns the kind of a name beside `target`; `nil` if it is none of these.
    static func kind(of name: FilePath.Component, for target: FilePath.Component) -> Kind? {
        if name == earlier(for: target) { return .claimed(isRandom: false) }
        let isSwap = hasForm(name, swap)
        guard isSwap || hasForm(name, temporary) else { return nil }
        let suffix = isSwap ? swap : temporary
        let digits = bytes(of: name).dropLast(suffix.utf8.count).suffix(while: { $0 != UInt8(ascii: ".") })
        let text = String(decoding: digits, as: UTF8.self)
        let numbers = text.split(separator: "-").compactMap { UInt64($0, radix: 16) }
        guard numbers.count == (isSwap ? 2 : 1), name == made(of: target, ".\(text)\(suffix)") else { return nil }
        if isSwap { return .swap(new: numbers[0], old: numbers[1]) }
        let number = UInt32(numbers[0] >> 32)
        return name == numbered(number, for: target) ? .temporary(isRandom: number > 0) : .claimed(isRandom: true)
    }

    enum Kind {
        case temporary(isRandom: Bool)
        /// A name without the checksum, as earlier versions gave it: the file may be its user's own.
        case claimed(isRandom: Bool)
        case swap(new: UInt64, old: UInt64)
    }

    /// Builds a name, truncating NAME so that the result fits into 255 bytes, between two characters if NAME is UTF-8.
    private static func made(of target: FilePath.Component, _ suffix: String) -> FilePath.Component {
        component([UInt8(ascii: ".")] + cut(bytes(of: target), to: Int(NAME_MAX) - 1 - suffix.utf8.count) + suffix.utf8)
    }

    private static func cut(_ name: [UInt8], to limit: Int) -> [UInt8] {
        guard name.count > limit else { return name }
        return Array(name.prefix((limit - 3...limit).last { name[$0] & 0xC0 != 0x80 } ?? limit))
    }

    private static func component(_ bytes: [UInt8]) -> FilePath.Component {
        FilePath.Component(platformString: bytes.prefix(Int(NAME_MAX)).map(CChar.init(bitPattern:)) + [0])!
    }

    private static func bytes(of name: FilePath.Component) -> [UInt8] {
        name.withPlatformString { start in
            UnsafeBufferPointer(start: start, count: strlen(start)).map(UInt8.init(bitPattern:))
        }
    }
}

extension SystemCallError {
    /// The file and the reason, without the call: "/a/b: permission denied".
    ///
    /// - Parameter known: the file that the reader already knows about; pdfco's own files beside it are not named either.
    package func sentence(about known: FilePath? = nil) -> String {
        guard let path, let name = path.lastComponent, name != known?.lastComponent,
            known == nil || !TemporaryName.isOwn(name)
        else { return description }
        return "\(path.readable): \(self)"
    }
}

extension BidirectionalCollection {
    fileprivate func suffix(while isIncluded: (Element) -> Bool) -> SubSequence {
        var start = endIndex
        while start > startIndex, isIncluded(self[index(before: start)]) { start = index(before: start) }
        return self[start...]
    }
}
