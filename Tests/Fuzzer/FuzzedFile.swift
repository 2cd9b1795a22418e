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
    /// What libqpdf says of pages that are none.
    private static let wordsOfPages = ["/Type key should be /Page", "attempted on object of type"]
    private static let clock = Date(timeIntervalSince1970: 1_725_192_000)

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = Array(bytes)
        file.replaceContents(with: self.bytes)
    }

    /// What `pdfco open --annotations --json` does.
    func open() {
        accepting {
            let document = try OpenDocument<PDFContents>(
                openingFileAt: file, for: .read(), in: DocumentStore<PDFContents>())
            _ = try document.summary()
            for listed in try document.annotations() { _ = try? JSONEncoder().encode(listed.annotation) }
        }
    }

    /// What `pdfco annotate square -o` does, and the agreement of what it wrote with what was there. Whether anything was
    /// written.
    func annotate() -> Bool {
        guard let (added, page, report) = accepting({ try write() }) else {
            Spool.shared.keepRefused()
            return false
        }
        let kept = report.bytes - report.bytesAppended
        let written = output.contents()
        expect(written.count == report.bytes, "the file is as long as was reported")
        expect(written.prefix(kept) == bytes.prefix(kept), "the old bytes are a prefix of the new")
        let cut = String(decoding: bytes[kept...], as: UTF8.self)
        expect(cut.isEmpty || cut.contains("%pdfco-inc"), "only an unfinished increment is cut off")
        if accepting({ try mentionsNewObject(written[kept...]) }) ?? true { return true }
        checkPartialEdit(added)
        let known = StrictReading.findings(in: bytes)
        let isPageTwice = StrictReading.hasPageTwice(in: bytes)
        accepting {
            let before = try OpenDocument<PDFContents>(
                openingFileAt: file, for: .save(), in: DocumentStore<PDFContents>())
            let after = try OpenDocument<PDFContents>(
                openingFileAt: output, for: .save(), in: DocumentStore<PDFContents>())
            expect(try before.summary().pages == after.summary().pages, "the number of pages is the same")
            let old = try before.annotations().map(\.annotation)
            let new = try after.annotations().map(\.annotation)
            let own = new.filter { $0.name == Self.name && $0.subtype == "Square" && !old.contains($0) }
            expect(own.contains { $0.page == added.page }, "the annotation is listed")
            expect(own.count == 1 || isPageTwice, "it is listed once")
            let others = new.filter { !own.contains($0) }
            // Which of two pages a link to their one object leads to is open; the edit makes two objects of them.
            let compared = { (annotations: [Annotation]) in
                annotations.map { annotation in
                    var annotation = annotation
                    if isPageTwice { annotation.destination = nil }
                    return annotation
                }
            }
            expect(compared(others) == compared(old), "the other annotations are as they were: \(old) became \(others)")
            expect(try after.perform([.add(added)]).alreadyApplied == 1, "adding it again changes nothing")
        }
        let details = Set(known.map(\.detail))
        let damagedObjects = Set(known.map(\.object)).subtracting([""])
        let findings = StrictReading.findings(in: written).filter { finding in
            let detail = finding.detail
            // An object without an end goes on with whatever follows.
            if details.contains(detail) || damagedObjects.contains(finding.object) { return false }
            // What was said to be beyond the end of the file, or in a stream that is not there, is now where others are.
            if details.contains("expected n n obj"), detail.hasPrefix("expected ") { return false }
            if details.contains(where: { $0.hasPrefix("supposed object stream") }), detail.contains("stream") {
                return false
            }
            // It is said of the pages before the first that cannot be read, which may be another one now.
            return known.isEmpty || !Self.wordsOfPages.contains { detail.contains($0) }
        }
        expect(findings.isEmpty, "libqpdf finds nothing new: \(findings)")
        if !DisputedEntries.areIn(bytes) { Spool.shared.keep(page, rect: added.rect) }
        return true
    }

    private func write() throws -> (Annotation, Page, SaveReport) {
        var documents = DocumentStore<PDFContents>()
        documents.now = { Self.clock }
        var saving = DocumentSaving<PDFContents>()
        (saving.output, saving.force) = (.file(output), true)
        let document = try OpenDocument<PDFContents>(openingFileAt: file, for: .save(saving), in: documents)
        let pages = try document.pages(.all)
        let number = pages[bytes.count % pages.count]
        let page = try StrictReading.page(number, in: bytes)
        let box = page.cropBox
        var square = Annotation(
            "Square", page: number,
            rect: Rectangle(
                box.x0 + (box.x1 - box.x0) * 0.3, box.y0 + (box.y1 - box.y0) * 0.4, box.x0 + (box.x1 - box.x0) * 0.7,
                box.y0 + (box.y1 - box.y0) * 0.6))
        square.name = Self.name
        square.interiorColor = Color(red: 1, green: 0.82, blue: 0)
        square.creationDate = Self.clock
        _ = try document.perform([.add(square)])
        guard let report = try document.save() else { throw DocumentError(.fileExists, output) }
        return (square, page, report)
    }

    /// The same edit writes the same where no more of the file is read than it needs, or the file is read whole after all.
    private func checkPartialEdit(_ added: Annotation) {
        accepting {
            guard let partial = try PartialEdit.increment(of: bytes, adding: added, now: Self.clock) else { return }
            let whole = try PartialEdit.wholeIncrement(of: bytes, adding: added, now: Self.clock)
            expect(partial == whole, "a partial reader gives the same increment")
        }
    }

    /// Lets `body` throw what users may see, and nothing else.
    @discardableResult
    private func accepting<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch let error as DocumentError {
            if case .library? = error.situation.pdf { fatalError("not an error that users may see: \(error)") }
            switch error.situation {
            case .disagreement, .systemCall: fatalError("not an error that users may see: \(error)")
            default: return nil
            }
        } catch is PDFError {
            return nil
        } catch {
            fatalError("unexpected: \(error)")
        }
    }

    private func expect(_ condition: Bool, _ rule: @autoclosure () -> String) {
        if !condition { fatalError("broken: \(rule())") }
    }

    /// Whether the file mentions, from its `/Size` on, an object that the increment defines. What was meant to be nothing has
    /// become something: known, and found only by reading every object.
    private func mentionsNewObject(_ increment: some Sequence<UInt8>) throws -> Bool {
        let memory = OwnedBytes(bytes)
        let trailer = try PDFFile(bytes: memory.bytes, keeping: memory, for: .editing).trailer()
        guard let size = trailer["Size"]?.integerValue else { return true }
        let text = String(decoding: bytes, as: UTF8.self)
        return String(decoding: Array(increment), as: UTF8.self).matches(of: #/\n(\d+) 0 obj/#).contains { match in
            Int(match.1).map { $0 >= size } ?? true && text.contains("\(match.1) 0 R")
        }
    }
}
