extension PDFFile {
    /// Returns a hash that identifies a page even after the file was rewritten: of its size, its rotation and what its
    /// content streams draw; 16 hexadecimal digits.
    public func pageFingerprint(_ number: Int) throws(PDFError) -> String {
        let page = try page(number)
        var drawn = DrawnContents(self)
        // Checkpoints keep fingerprints: this is how a rectangle was always printed here, by reflection, which is slow.
        let box = page.cropBox
        drawn.add("Rectangle(x0: \(box.x0), y0: \(box.y0), x1: \(box.x1), y1: \(box.y1)) \(page.rotation)")
        let entry = page.dictionary[.contents] ?? .null
        let streams = if case .array(let parts) = try readable(entry) { parts } else { [entry] }
        try drawn.add(streams, with: resources(of: page))
        return drawn.digits
    }

    /// Returns the nearest resources, in the page or in a node above it (7.7.3.4).
    private func resources(of page: Page) throws(PDFError) -> PDFDictionary {
        if let own = try readable(page.dictionary[.resources] ?? .null).dictionaryValue { return own }
        var node = page.place.parent
        for _ in 0..<Self.depthOfInheritance {
            if let inherited = try readable(entry(.resources, of: node)).dictionaryValue { return inherited }
            guard let parent = try entry(.parent, of: node).referenceValue else { break }
            node = parent
        }
        return [:]
    }

    /// Returns `object`, or the object it refers to; null where that is unreadable, because a page can be annotated
    /// even if its content is damaged.
    func readable(_ object: PDFObject) throws(PDFError) -> PDFObject {
        do { return try resolve(object) } catch {
            guard case .damaged = error else { throw error }
            return .null
        }
    }

    /// The maximum number of nodes searched for what a page inherits.
    private static let depthOfInheritance = 50

    /// Returns the file encryption key (ISO 32000-2, 7.6.4.3), for callers that keep pending additions to the document
    /// secret; `nil` where the document is not encrypted.
    public func encryptionKey() throws(PDFError) -> [UInt8]? { isEncrypted ? try grantedAccess().key : nil }
}
