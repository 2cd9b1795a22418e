internal import Cryptography

/// What takes back a saved edit of one annotation: its dictionary as it was, and how the edit left it.
///
/// Objects keep their numbers, and old ones stay in the file, as long as it is only appended to: so the dictionary is all
/// that is needed, whichever program drew the annotation.
public struct AnnotationReversal: Sendable, Equatable {
    public var page: Int
    /// The annotation's name; `nil` if it has none.
    public var name: String?
    public var subtype: String
    /// The annotation's object; `nil` for a direct object that was removed.
    var object: IndirectReference?
    /// The dictionary before the edit, in PDF notation; `nil` if the edit added the annotation.
    var before: [UInt8]?
    /// A digest of the dictionary after the edit; `nil` if the edit removed the annotation.
    var after: String?
    /// The next annotation that is an object, after one that was removed; `nil` if there was none.
    var next: IndirectReference?
    /// The number of direct objects between the two.
    var gap = 0

    /// What taking it back does to the annotation.
    public enum Effect: Sendable { case adds, changes, removes }

    public var effect: Effect { before == nil ? .removes : after == nil ? .adds : .changes }

    /// The name, or the object as edits refer to it.
    public var identifier: String { name ?? object?.description ?? subtype }

    /// - Parameters:
    ///   - before: the annotation's dictionary before the edit; `nil` if the edit added it.
    ///   - after: its dictionary after the edit; `nil` if the edit removed it.
    init(
        page: Int, name: String?, object: IndirectReference?, before: PDFDictionary?, after: PDFDictionary?,
        next: IndirectReference? = nil, gap: Int = 0
    ) {
        (self.page, self.name, self.object, self.next, self.gap) = (page, name, object, next, gap)
        subtype = (before ?? after)?[.subtype]?.nameValue?.text ?? ""
        self.before = before.map { ObjectWriter.bytes(of: .dictionary($0)) }
        self.after = after.map(Self.digest)
    }

    static func digest(of dictionary: PDFDictionary) -> String {
        SHA256.digits(of: ObjectWriter.bytes(of: .dictionary(dictionary)))
    }
}

extension AnnotationReversal: Codable {
    private enum Key: String, CodingKey { case page, name, subtype, object, before, after, next, gap }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func reference(_ key: Key) throws -> IndirectReference? {
            guard let numbers = try values.decodeIfPresent([Int].self, forKey: key), numbers.count == 2 else {
                return nil
            }
            return IndirectReference(numbers[0], generation: numbers[1])
        }
        page = try values.decode(Int.self, forKey: .page)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        subtype = try values.decode(String.self, forKey: .subtype)
        object = try reference(.object)
        // Each byte is a character, so that the dictionary can be read.
        before = try values.decodeIfPresent(String.self, forKey: .before)?.unicodeScalars.map {
            UInt8(truncatingIfNeeded: $0.value)
        }
        after = try values.decodeIfPresent(String.self, forKey: .after)
        next = try reference(.next)
        gap = try values.decodeIfPresent(Int.self, forKey: .gap) ?? 0
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(page, forKey: .page)
        try values.encodeIfPresent(name, forKey: .name)
        try values.encode(subtype, forKey: .subtype)
        try values.encodeIfPresent(object.map { [$0.number, $0.generation] }, forKey: .object)
        try values.encodeIfPresent(
            before.map { String(String.UnicodeScalarView($0.map { UnicodeScalar($0) })) }, forKey: .before)
        try values.encodeIfPresent(after, forKey: .after)
        try values.encodeIfPresent(next.map { [$0.number, $0.generation] }, forKey: .next)
        if gap > 0 { try values.encode(gap, forKey: .gap) }
    }
}

extension AnnotationEditor {
    /// Returns the dictionary of an annotation if the page shows it.
    private mutating func presentDictionary(
        _ object: IndirectReference?, onPage number: Int
    ) throws(PDFError) -> PDFDictionary? {
        guard let object, pages[number]?.position(of: object) != nil else { return nil }
        return try update.wholeObject(object).dictionaryValue
    }

    /// Takes back an edit of one annotation, if that is still as the edit left it.
    ///
    /// - Throws: ``PDFError/changedSince(_:_:)`` if it is not.
    public mutating func revert(_ reversal: AnnotationReversal) throws(PDFError) -> Outcome {
        _ = try load(reversal.page)
        pages[reversal.page]?.learnObjects()
        let now = try presentDictionary(reversal.object, onPage: reversal.page)
        let before = reversal.before.flatMap(Self.dictionary)
        findings.touchedPages.insert(reversal.page)
        switch (before, now) {
        case (nil, nil): return .alreadyApplied
        case (let before?, let now?):
            if before == now { return .alreadyApplied }
            guard let object = reversal.object, AnnotationReversal.digest(of: now) == reversal.after else {
                throw .changedSince(reversal.identifier, "it has changed since")
            }
            try checkIsNotLocked(now)
            update.replace(object, with: .dictionary(before))
            pages[reversal.page]?.forgetEntries()
        case (nil, let now?):
            try removeAdded(reversal, now)
        case (let before?, nil):
            guard reversal.after == nil else { throw .changedSince(reversal.identifier, "it has been removed since") }
            return try putBack(reversal, before)
        }
        return .applied
    }

    private mutating func removeAdded(_ reversal: AnnotationReversal, _ now: PDFDictionary) throws(PDFError) {
        guard let object = reversal.object, let position = pages[reversal.page]?.position(of: object) else { return }
        // A viewer opens and closes pop-up windows.
        guard reversal.subtype == "Popup" || AnnotationReversal.digest(of: now) == reversal.after else {
            throw .changedSince(reversal.identifier, "it has changed since")
        }
        let added = try read([position], onPage: reversal.page)
        guard try replies(to: added, onPage: reversal.page, direct: true).isEmpty else {
            throw .changedSince(reversal.identifier, "it has a reply now")
        }
        pages[reversal.page]?.remove([position], and: [])
    }

    private mutating func putBack(_ reversal: AnnotationReversal, _ before: PDFDictionary) throws(PDFError) -> Outcome {
        let number = reversal.page
        if let name = reversal.name, try !find(name, onPage: number).isEmpty {
            throw .changedSince(reversal.identifier, "another annotation has its name now")
        }
        let object: IndirectReference
        if let former = reversal.object {
            let there = try update.wholeObject(former).dictionaryValue
            guard
                there.map({ $0 == before || AnnotationReversal.digest(of: $0) == AnnotationReversal.digest(of: before) }
                )
                    ?? false
            else { throw .changedSince(reversal.identifier, "its object has changed since") }
            object = former
            putBack[object, default: 0] += 1
        } else {
            for item in pages[number]?.presentItems ?? []
            where try update.resolve(item).dictionaryValue == before { return .alreadyApplied }
            object = update.add(.dictionary(before))
        }
        pages[number]?.insert(.reference(object), before: reversal.next, gap: reversal.gap)
        return .applied
    }

    private static func dictionary(_ bytes: [UInt8]) -> PDFDictionary? {
        bytes.withUnsafeBytes { bytes in
            var reader = SyntaxReader(bytes, at: 0)
            return reader.object()?.dictionaryValue
        }
    }
}
