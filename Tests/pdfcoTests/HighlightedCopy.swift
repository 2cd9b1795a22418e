import SystemPackage
import TestSupport
import Testing

/// A copy of a document to which `pdfco annotate highlight` added one annotation, and the questions that every
/// such copy must answer rightly, whatever the document.
struct HighlightedCopy {
    static let contents = "Größe – a mark"
    static let name = "pdfco-test-mark"

    var original: FilePath
    var file: FilePath
    /// What opens an encrypted document, for pdfco and for every reader.
    var password: String?
    var page: Int
    var geometry: PageGeometry
    /// Where the annotation is, on the page as it is shown.
    var shown: Rect
    var pageCount: Int

    /// Copies the document and marks the middle of its middle page.
    init(
        of original: FilePath, in directory: FilePath, password: String? = nil, options: [String] = ["--save"]
    ) async throws {
        let pages = try await MuPDF.pages(of: original, password: password)
        try #require(!pages.isEmpty)
        self.original = original
        self.password = password
        pageCount = pages.count
        page = (pages.count + 1) / 2
        geometry = pages[page - 1].geometry
        shown = geometry.shownRect(0.3, 0.4, 0.7, 0.6)
        file = try original.copy(into: directory)
        let command =
            ["annotate", "highlight", file.string, "--page", "\(page)"]
            + ["--rect", geometry.userSpaceRect(shown).argument, "--contents", Self.contents, "--name", Self.name]
            + options
        let result = try await PDFCO.run(command, password: password)
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }

    /// Holds the copy against the original.
    func expectAgreement() async throws {
        try await expectIncrement()
        try await expectAnnotation()
        try await expectRestOfPageUnchanged()
    }

    /// The old bytes are a prefix, the form of the cross-reference section is kept, and qpdf finds nothing new.
    private func expectIncrement() async throws {
        let (before, after) = (try original.readBytes(), try file.readBytes())
        #expect(after.count > before.count)
        #expect(after.starts(with: before))
        #expect(CrossReferenceKind(of: after) == CrossReferenceKind(of: before))
        let findings = try await QPDF.findings(in: file, password: password).subtracting(
            QPDF.findings(in: original, password: password))
        #expect(findings.isEmpty)
    }

    private func expectAnnotation() async throws {
        let (pages, hasCycle) = try await MuPDF.listing(of: file, password: password)
        if hasCycle, pages.count < pageCount {
            // MuPDF 1.21.1 may see a cycle in a sound page tree of many levels, depending on its memory. What may be
            // one reader's own defect is for two others to judge: qpdf here, and poppler, which also draws the mark.
            #expect(
                try await QPDF.pageCount(of: file, password: password)
                    == QPDF.pageCount(of: original, password: password))
            let objects = try await QPDF.objects(of: file, password: password)
            #expect(objects.contains(#""/NM": "u:\#(Self.name)""#) && objects.contains(#""/Subtype": "/Highlight""#))
        } else {
            try #require(pages.count == pageCount)
            let added = pages[page - 1].annotations.filter { $0.name == Self.name }
            #expect(added.map(\.subtype) == ["Highlight"])
            #expect(added.map(\.contents) == [Self.contents])
        }
        #expect(
            try await Poppler.pageCount(of: file, password: password)
                == Poppler.pageCount(of: original, password: password))
    }

    private func expectRestOfPageUnchanged() async throws {
        let popplerBefore = try await Poppler.drawing(of: original, page: page, password: password)
        if popplerBefore.area > 1 {
            let after = try await Poppler.drawing(of: file, page: page, password: password)
            let difference = try after.difference(from: popplerBefore, around: shown, of: geometry)
            #expect(difference.insideCount > 0, "poppler does not draw the annotation")
            #expect(difference.outsideCount == 0, "poppler draws the rest of page \(page) differently")
            #expect(
                try await Poppler.text(of: file, password: password)
                    == Poppler.text(of: original, password: password))
        }
        // MuPDF draws a page on which anything blends as a group, which rounds colours and edges differently.
        let before = try await MuPDF.drawing(of: original, page: page, password: password)
        let after = try await MuPDF.drawing(of: file, page: page, password: password)
        let difference = try after.difference(from: before, around: shown, of: geometry, tolerance: 8)
        #expect(difference.insideCount > 0, "MuPDF does not draw the annotation")
        #expect(difference.outsideCount <= after.area / 500, "MuPDF draws the rest of page \(page) differently")
    }
}

/// The form of the section that the last `startxref` of a file leads to.
enum CrossReferenceKind {
    case table, stream, neither

    init(of bytes: [UInt8]) {
        let header = bytes.prefix(1024).firstRange(of: Array("%PDF-".utf8))?.lowerBound ?? 0
        let tail = bytes.suffix(4096)
        guard let keyword = tail.ranges(of: Array("startxref".utf8)).last else {
            self = .neither
            return
        }
        let digits = tail[keyword.upperBound...].drop { !Self.isDigit($0) }.prefix(while: Self.isDigit)
        let place = header + (Int(String(decoding: digits, as: UTF8.self)) ?? 0)
        let section = bytes.dropFirst(place).drop { $0 <= 0x20 }
        self = section.starts(with: "xref".utf8) ? .table : section.first.map(Self.isDigit) == true ? .stream : .neither
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
