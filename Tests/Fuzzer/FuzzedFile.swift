import Documents
import FoundationEssentials
import PDFModel
import SystemPackage

/// One file of the fuzzer's, and what must be true of it: an error is one that users may see, and what was written agrees
/// with what was there.
struct FuzzedFile {
    private let bytes: [UInt8]
    private let file = Spool.shared.file
    private let output = Spool.shared.output

    private static let name = "fuzzed"
    private static let clock = Date(timeIntervalSince1970: 1_725_192_000)

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = Array(bytes)
        file.replaceContents(with: self.bytes)
    }

    /// What `pdfco open --annotations --json` does.
    func open() {
        accepting {
            let document = try Document(openingFileAt: file, for: .reading)
            _ = try document.summary()
            for listed in try document.annotations() { _ = try? JSONEncoder().encode(listed.annotation) }
        }
    }

    /// What `pdfco annotate square -o` does, and the agreement of what it wrote with what was there.
    func annotate() {
        guard let (added, report) = accepting({ try write() }) else { return Spool.shared.keepRefused() }
        let kept = report.bytes - report.bytesAppended
        let written = output.contents()
        expect(written.count == report.bytes, "the file is as long as was reported")
        expect(written.prefix(kept) == bytes.prefix(kept), "the old bytes are a prefix of the new")
        expect(kept == bytes.count || String(decoding: bytes[kept...], as: UTF8.self).contains("%pdfco-inc"), "none is cut")
        accepting {
            let before = try Document(openingFileAt: file, for: .editing)
            let after = try Document(openingFileAt: output, for: .editing)
            expect(try before.summary().pages == after.summary().pages, "the number of pages is the same")
            let old = try before.annotations().map(\.annotation)
            var new = try after.annotations().map(\.annotation)
            let place = new.firstIndex { $0.name == Self.name && $0.page == added.page && $0.rect == added.rect }
            expect(place != nil, "the annotation is listed")
            new.remove(at: place!)
            expect(new == old, "the other annotations are as they were")
            expect(try after.perform([.add(added)]).alreadyApplied == 1, "adding it again changes nothing")
        }
        let findings = StrictReading.findings(in: written).subtracting(StrictReading.findings(in: bytes))
        expect(findings.isEmpty, "libqpdf finds nothing new: \(findings)")
        Spool.shared.keep(page: added.page, rect: added.rect)
    }

    private func write() throws -> (Annotation, SaveReport) {
        let document = try Document(openingFileAt: file, for: .editing, now: { Self.clock })
        let pages = try document.pages(.all)
        let number = pages[bytes.count % pages.count]
        let box = try StrictReading.cropBox(of: number, in: bytes)
        var square = Annotation(
            "Square", page: number,
            rect: Rectangle(
                box.x0 + (box.x1 - box.x0) * 0.3, box.y0 + (box.y1 - box.y0) * 0.4, box.x0 + (box.x1 - box.x0) * 0.7,
                box.y0 + (box.y1 - box.y0) * 0.6))
        square.name = Self.name
        square.interiorColor = Color(red: 1, green: 0.82, blue: 0)
        square.creationDate = Self.clock
        _ = try document.perform([.add(square)])
        let report = try document.save(to: output, replacingExisting: true)
        return (square, report)
    }

    /// Lets `body` throw what users may see, and nothing else.
    @discardableResult
    private func accepting<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch let error as DocumentError {
            switch error {
            case .pdf(.library), .disagreement, .systemCall: fatalError("not an error that users may see: \(error)")
            default: return nil
            }
        } catch {
            fatalError("unexpected: \(error)")
        }
    }

    private func expect(_ condition: Bool, _ rule: String) {
        if !condition { fatalError("broken: \(rule)") }
    }
}
