internal import XMLReading

extension ConformanceClaim {
    /// The metadata of a document is a few kilobytes.
    private static let sizeLimit = 4 << 20

    /// Reads the claims in XMP metadata (ISO 19005-2, 6.6.4; ISO 14289-1, 5).
    static func claims(metadata: [UInt8]) -> [ConformanceClaim] {
        guard let reader = try? XMLReader(metadata, sizeLimit: sizeLimit) else { return [] }
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
        func value(_ key: String) -> String { (values[key] ?? "").filter { !$0.isWhitespace } }
        let entries: [(Standard, part: String, level: String)] = [
            (.archiving, value("pdfaid:part"), value("pdfaid:conformance")),
            (.accessibility, value("pdfuaid:part"), ""),
        ]
        return entries.compactMap { standard, part, level in
            guard let part = Int(part), part > 0 else { return nil }
            return ConformanceClaim(standard: standard, part: part, level: level)
        }
    }
}

extension PDFFile {
    /// Returns the standards to which the document claims to conform; none where the metadata cannot be read.
    func conformanceClaims() throws(PDFError) -> [ConformanceClaim] {
        guard case .reference(let metadata)? = try catalog()["Metadata"], let data = try? streamData(metadata)
        else { return [] }
        return ConformanceClaim.claims(metadata: data)
    }

    /// Whether an output intent defines the device colours with that number of components (14.11.5).
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
