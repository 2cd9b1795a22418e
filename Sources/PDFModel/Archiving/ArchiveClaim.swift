internal import XMLReading

/// The part of PDF/A (ISO 19005) to which a document claims to conform.
public struct ArchiveClaim: Sendable, Equatable {
    /// From 1 to 4.
    public var part: Int
    /// The level, such as `B`; empty where the part has none.
    public var level: String

    /// The name that users know, such as PDF/A-2b.
    public var name: String { "PDF/A-\(part)\(level.lowercased())" }
}

extension ArchiveClaim {
    /// The metadata of a document is a few kilobytes.
    private static let sizeLimit = 4 << 20

    /// Reads the claim in XMP metadata (ISO 19005-2, 6.6.4); `nil` where there is none.
    init?(metadata: [UInt8]) {
        guard let reader = try? XMLReader(metadata, sizeLimit: Self.sizeLimit) else { return nil }
        var values: [String: String] = [:]
        var current: String?
        while let event = try? reader.next() {
            switch event {
            case .start(let element):
                current = element.name
                for attribute in element.attributes { values[attribute.name] = attribute.value }
            case .characters(let text): if let current { values[current] = text }
            case .end: current = nil
            }
        }
        func value(_ key: String) -> String { (values["pdfaid:\(key)"] ?? "").filter { !$0.isWhitespace } }
        guard let part = Int(value("part")), part > 0 else { return nil }
        self.init(part: part, level: value("conformance"))
    }
}

extension PDFFile {
    /// Returns the part of PDF/A to which the document claims to conform; `nil` for other documents, and where the
    /// metadata cannot be read.
    func archiveClaim() throws(PDFError) -> ArchiveClaim? {
        guard case .reference(let metadata)? = try catalog()["Metadata"], let data = try? streamData(metadata)
        else { return nil }
        return ArchiveClaim(metadata: data)
    }

    /// Whether an output intent says what the colours of the device mean that have so many components (14.11.5).
    func hasOutputIntent(components: Int) throws(PDFError) -> Bool {
        let intents = try resolve(try catalog()["OutputIntents"] ?? .null).arrayValue ?? []
        for intent in intents {
            guard let entries = try resolve(intent).dictionaryValue,
                case .stream(let profile) = try resolve(entries["DestOutputProfile"] ?? .null)
            else { continue }
            if try resolve(profile.dictionary["N"] ?? .null).integerValue == components { return true }
        }
        return false
    }
}
