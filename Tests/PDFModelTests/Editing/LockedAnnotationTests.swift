import TestSupport
import Testing

@testable import PDFModel

/// The flags by which an annotation is kept from being changed (ISO 32000-2, Table 167).
@Suite struct LockedAnnotationTests {
    private enum Change: CaseIterable { case contents, color, removal, nothing }

    private func bytes(flags: Int, subtype: String = "Text") -> [UInt8] {
        let entries = "/Rect [10 10 30 30] /NM (a) /Contents (c) /C [1 0 0] /F \(flags)"
        var file = HandmadePDF.onePage(
            "/Annots [5 0 R]", objects: [5: "<< /Type /Annot /Subtype /\(subtype) \(entries) >>"])
        file.table()
        return file.bytes
    }

    private func make(_ change: Change, in file: PDFFile, clearing flags: Int = 0) throws {
        var editor = try AnnotationEditor(file, now: .fixed, ignoringSignatures: true)
        try editor.beginEdits(ignoringSignatures: true)
        var changed = AnnotationChange()
        if flags != 0 { changed.flags = 4 }
        switch change {
        case .contents: changed.contents = "changed"
        case .color: changed.color = Color("#00ff00")
        case .nothing: changed.contents = "c"
        case .removal:
            _ = try editor.remove("a", onPages: [1])
            return
        }
        _ = try editor.update("a", onPages: [1], with: changed)
    }

    private static let forbidden: [(AnnotationFlag, [Change])] = [
        (.readOnly, [.contents, .color, .removal]), (.locked, [.color, .removal]), (.lockedContents, [.contents]),
    ]

    @Test(arguments: forbidden)
    private func `A flag forbids what the standard says, and no more`(
        flag: AnnotationFlag, forbidden: [Change]
    ) throws {
        let file = try PDFFile(bytes(flags: 4 | flag.rawValue))
        for change in Change.allCases {
            if forbidden.contains(change) {
                #expect(throws: PDFError.annotationLocked("a", by: flag)) { try make(change, in: file) }
            } else {
                try make(change, in: file)
            }
            if change != .removal { try make(change, in: file, clearing: flag.rawValue) }
        }
    }

    @Test func `Each of several flags can be cleared while the others stay`() throws {
        for (flag, rest) in [(64, 128 | 512), (128, 64 | 512), (512, 64 | 128)] {
            var editor = try AnnotationEditor(PDFFile(bytes(flags: 4 | flag | rest)), now: .fixed)
            var changed = AnnotationChange()
            changed.flags = 4 | rest
            #expect(try editor.update("a", onPages: [1], with: changed) == .applied)
            changed.color = Color("#00ff00")
            if rest & (64 | 128) != 0 {
                #expect(throws: PDFError.self) { try editor.update("a", onPages: [1], with: changed) }
            }
        }
    }

    @Test func `What was forbidden when it was made is made again`() throws {
        let file = try PDFFile(bytes(flags: 4 | 128))
        var editor = try AnnotationEditor(file, now: .fixed, ignoringSignatures: true)
        #expect(try editor.remove("a", onPages: [1]) == .applied)
    }

    @Test func `A widget's ReadOnly is ignored, its other flags are not`() throws {
        try make(.removal, in: PDFFile(bytes(flags: 64, subtype: "Widget")))
        let locked = try PDFFile(bytes(flags: 128, subtype: "Widget"))
        #expect(throws: PDFError.annotationLocked("a", by: .locked)) { try make(.removal, in: locked) }
    }

    @Test func `A locked annotation can be added, once`() throws {
        let file = try PDFFile(Fixture.bytes("table.pdf"))
        var square = Annotation.square("a")
        square.flags = 4 | 128 | 512
        let finished = try PDFFile(file.appending(increment(file, adding: square)))
        #expect(try increment(finished, adding: square).isEmpty)
    }
}
