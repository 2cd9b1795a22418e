extension PDFFile {
    /// Returns the two file identifiers (ISO 32000-2, 14.4), or none.
    package func identifiers() throws(PDFError) -> [[UInt8]] {
        let items = try resolve(trailer()[.fileIdentifier] ?? .null).arrayValue ?? []
        let identifiers = items.compactMap(\.stringValue?.bytes)
        return identifiers.count == 2 ? identifiers : []
    }
}
