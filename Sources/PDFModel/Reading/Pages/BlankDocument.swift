internal import Cryptography
public import FoundationEssentials

/// A new document of blank pages, all of the same size.
public struct BlankDocument: Sendable, Equatable {
    /// The allowed numbers of pages of a new document.
    public static let pageCounts = 1...10_000

    /// The size of every page.
    public var size: PageSize
    /// The number of pages.
    public var pageCount: Int
    /// The creation date: the only difference between two documents with the same pages.
    public var creationDate: Date

    /// - Parameters:
    ///   - size: the size of every page.
    ///   - pageCount: one of ``pageCounts``.
    ///   - creationDate: the creation date in the metadata.
    public init(_ size: PageSize, pageCount: Int = 1, creationDate: Date) {
        precondition(Self.pageCounts.contains(pageCount), "The number of pages is checked before.")
        (self.size, self.pageCount, self.creationDate) = (size, pageCount, creationDate)
    }

    /// Returns the file: PDF 1.7 with one cross-reference table (ISO 32000-2, 7.5). Equal documents have equal bytes.
    ///
    /// The pages inherit their size and their empty resources from the only node of the page tree (7.7.3); they have no
    /// contents, so they are blank.
    public func bytes() throws(PDFError) -> [UInt8] {
        let date = PDFObject.string(PDFDate.string(creationDate))
        let (catalog, tree, info) = (IndirectReference(1), IndirectReference(2), IndirectReference(3))
        let pages = (0..<pageCount).map { IndirectReference(4 + $0) }
        var objects: [(IndirectReference, PDFDictionary)] = [
            (catalog, [.type: .name(.catalog), .pages: .reference(tree)]),
            (
                tree,
                [
                    .type: .name(.pages), .kids: .array(pages.map(PDFObject.reference)), .count: .integer(pageCount),
                    .mediaBox: .numbers([0, 0, size.width, size.height]), .resources: .dictionary([:]),
                ]
            ),
            (info, [.creationDate: date, "ModDate": date, "Producer": .text("pdfco")]),
        ]
        objects += pages.map { ($0, [.type: .name(.page), .parent: .reference(tree)]) }

        var writer = ObjectWriter()
        // A comment with four bytes beyond ASCII, so that programs that transfer files treat it as binary (7.5.2).
        writer.raw(Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A])
        var entries = [CrossReferenceEntry(reference: IndirectReference(0, generation: 65_535), location: .free)]
        for (reference, dictionary) in objects {
            entries.append(CrossReferenceEntry(reference: reference, location: .file(writer.bytes.count)))
            writer.text("\(reference.number) 0 obj\n")
            writer.write(.dictionary(dictionary))
            writer.text("\nendobj\n")
        }
        let identifier = PDFObject.string(PDFString(bytes: Array(SHA256.digest(of: writer.bytes).prefix(16))))
        let section = NewSection(
            kind: .table, entries: entries,
            trailer: [
                .root: .reference(catalog), "Info": .reference(info),
                .fileIdentifier: .array([identifier, identifier]),
            ],
            last: pages[pageCount - 1])
        return writer.bytes + (try section.bytes(at: writer.bytes.count))
    }
}
