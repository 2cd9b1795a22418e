/// The actions of an annotation that do more than lead to a page or an address, such as scripts (ISO 32000-2, 12.6),
/// with everything that they refer to, apart from any document.
///
/// As bytes it is a dictionary with the entries `/A` and `/AA`, in the notation of a file. A page to which an action
/// leads is its number, from 0.
package struct AnnotationActions: Sendable, Equatable {
    /// `/A` and `/AA`, without references.
    package let entries: PDFDictionary

    /// The greatest number of bytes of all of them.
    static let sizeLimit = 1 << 20

    /// Reads actions; `nil` where the bytes are none.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit else { return nil }
        let object: PDFObject? = bytes.withUnsafeBytes { bytes in
            var reader = SyntaxReader(bytes, at: 0)
            let object = reader.object()
            reader.skipSpace()
            return reader.position == bytes.count ? object : nil
        }
        guard let entries = object?.dictionaryValue, !entries.isEmpty,
            entries.allSatisfy({ Self.keys.contains($0.key) && $0.value.dictionaryValue != nil }),
            !PDFObject.dictionary(entries).hasReferences
        else { return nil }
        self.entries = entries
    }

    /// Creates actions of `/A` and `/AA`; `nil` where there is neither, or where they are too many.
    package init?(_ entries: PDFDictionary) {
        guard !entries.isEmpty else { return nil }
        self.entries = entries
        if bytes.count > Self.sizeLimit { return nil }
    }

    package var bytes: [UInt8] { ObjectWriter.bytes(of: .dictionary(entries)) }

    /// The types of the actions, such as `JavaScript`, each once and in order.
    package var types: [String] {
        var types: [String] = []
        PDFObject.dictionary(entries).collectTypes(&types)
        return types
    }

    private static let keys: [Name] = ["A", "AA"]

    /// The types of actions that PDF knows (Table 201).
    static let knownTypes: Set<Name> = [
        "GoTo", "GoToR", "GoToE", "GoToDp", "Launch", "Thread", "URI", "Sound", "Movie", "Hide", "Named", "SubmitForm",
        "ResetForm", "ImportData", "JavaScript", "SetOCGState", "Rendition", "Trans", "GoTo3DView", "RichMediaExecute",
    ]
}

// MARK: From and to a document

extension AnnotationActions {
    /// Reads the actions of an annotation; `nil` where it has none beyond those that ``LinkDestination`` describes, or
    /// where they need more than values, such as a media file.
    init?(reading annotation: AnnotationReader) {
        guard annotation.entries["A"] != nil || annotation.entries["AA"] != nil else { return nil }
        let copy = ActionCopy(reader: annotation)
        var entries = PDFDictionary()
        for key in Self.keys {
            guard let action = copy.value(of: annotation.entries[key] ?? .null)?.dictionaryValue, !action.isEmpty,
                key != "A" || !copy.onlyLeads(action)
            else { continue }
            guard let copied = copy.object(.dictionary(action)) else { return nil }
            entries[key] = copied
        }
        self.init(entries)
    }

    /// The entries with something else in place of each page to which an action leads.
    ///
    /// - Parameter page: returns what stands in place of the number of a page, from 1; `nil` keeps the number.
    package func entries<Failure>(
        page: (Int) throws(Failure) -> PDFObject?
    ) throws(Failure) -> PDFDictionary {
        try PDFObject.dictionary(entries).mapTargetPages(page).dictionaryValue ?? entries
    }
}

/// How actions are taken out of their document.
private struct ActionCopy {
    var reader: AnnotationReader

    /// Deeper actions are circles, or hostile.
    private static let depthLimit = 24
    private static let streamLimit = AnnotationActions.sizeLimit

    /// Entries of an action that refer to the rest of its document, and that no reader needs.
    private static let left: Set<Name> = ["Parent", "P", "StructParent", "OC"]

    /// The object without references; `nil` where it is more than values.
    func object(_ object: PDFObject, depth: Int = 0) -> PDFObject? {
        guard depth < Self.depthLimit, let object = self.value(of: object) else { return nil }
        switch object {
        case .array(let items):
            var copied: [PDFObject] = []
            for item in items {
                guard let item = self.object(item, depth: depth + 1) else { return nil }
                copied.append(item)
            }
            return .array(copied)
        case .dictionary(var entries):
            entries = entries.filter { !Self.left.contains($0.key) }
            if value(of: entries["S"] ?? .null)?.nameValue == "GoTo", let place = placeOfPage(entries["D"]) {
                entries["D"] = place
            }
            for (key, value) in entries {
                guard let value = self.object(value, depth: depth + 1) else { return nil }
                entries[key] = value
            }
            return .dictionary(entries)
        default: return object
        }
    }

    /// The value behind a reference; for a stream, which in actions is the text of a script (12.6.4.17), its data.
    func value(of object: PDFObject) -> PDFObject? {
        guard let file = reader.file else {
            let value = reader.resolved(object)
            guard case .stream(let stream)? = value else { return value }
            return stream.decoded(limit: AnnotationActions.sizeLimit).map { .string(PDFString(bytes: $0)) }
        }
        guard let reference = object.referenceValue else { return object }
        // Not through the reader: no edit changes an action, so one that cannot be read does no harm.
        guard let value = try? file.resolve(.reference(reference)) else { return nil }
        guard case .stream = value else { return value }
        guard let data = try? file.streamData(reference), data.count <= Self.streamLimit else { return nil }
        return .string(PDFString(bytes: data))
    }

    /// Whether an action leads to a page or an address, and does nothing else (12.6.4.2, 12.6.4.8).
    func onlyLeads(_ action: PDFDictionary) -> Bool {
        guard action["Next"] == nil else { return false }
        switch value(of: action["S"] ?? .null)?.nameValue {
        case "GoTo": return true
        case "URI": return !(value(of: action["URI"] ?? .null)?.stringValue?.isScript ?? false)
        default: return false
        }
    }

    /// An explicit destination with the number of its page in place of the page.
    private func placeOfPage(_ destination: PDFObject?) -> PDFObject? {
        guard let destination, var items = value(of: destination)?.arrayValue, items.first?.referenceValue != nil,
            let number = reader.file?.pageNumber(in: items)
        else { return nil }
        items[0] = .integer(number - 1)
        return .array(items)
    }
}

extension PDFString {
    /// Whether it is an address that readers run as a script.
    fileprivate var isScript: Bool {
        String(decoding: bytes.prefix(32), as: UTF8.self).lowercased().hasPrefix("javascript:")
    }
}

extension PDFObject {
    fileprivate var hasReferences: Bool {
        switch self {
        case .reference, .stream: true
        case .array(let items): items.contains(where: \.hasReferences)
        case .dictionary(let entries): entries.contains { $0.value.hasReferences }
        default: false
        }
    }

    fileprivate func collectTypes(_ types: inout [String]) {
        switch self {
        case .array(let items): for item in items { item.collectTypes(&types) }
        case .dictionary(let entries):
            if let type = entries["S"]?.nameValue?.text, !types.contains(type) { types.append(type) }
            for (_, value) in entries { value.collectTypes(&types) }
        default: break
        }
    }

    fileprivate func mapTargetPages<Failure>(
        _ page: (Int) throws(Failure) -> PDFObject?
    ) throws(Failure) -> PDFObject {
        switch self {
        case .array(let items):
            var mapped: [PDFObject] = []
            for item in items { mapped.append(try item.mapTargetPages(page)) }
            return .array(mapped)
        case .dictionary(var entries):
            for (key, value) in entries { entries[key] = try value.mapTargetPages(page) }
            if entries["S"]?.nameValue == "GoTo", var place = entries["D"]?.arrayValue,
                let number = Page.number(ofIndex: place.first?.integerValue), let target = try page(number)
            {
                place[0] = target
                entries["D"] = .array(place)
            }
            return .dictionary(entries)
        default: return self
        }
    }
}
