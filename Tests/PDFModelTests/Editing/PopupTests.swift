import TestSupport
import Testing

@testable import PDFModel

/// Pop-up windows are annotations that belong to others.
@Suite struct PopupTests {
    private let file: PDFFile

    init() throws { file = try PDFFile(Fixture.bytes("table.pdf")) }

    private func added(_ subtype: String, _ popup: PopupState, to file: PDFFile) throws -> PDFFile {
        var annotation = Annotation(subtype, page: 1, rect: Rectangle(20, 20, 60, 40))
        (annotation.name, annotation.contents, annotation.popup) = ("a", "text", popup)
        var editor = try AnnotationEditor(file, now: .fixed)
        #expect(try editor.add(annotation) == .applied)
        #expect(try editor.add(annotation) == .alreadyApplied)
        return try PDFFile(file.appending(editor.increment()))
    }

    @Test(arguments: PopupState.allCases)
    func `An annotation and its pop-up window refer to each other`(state: PopupState) throws {
        let finished = try added("Highlight", state, to: file)
        let list = try finished.annotations()
        try #require(list.map(\.annotation.subtype) == ["Highlight", "Popup"])
        let (parent, window) = (try #require(list[0].reference), try #require(list[1].reference))
        #expect(try finished.object(parent).dictionaryValue?[.popup] == .reference(window))
        let entries = try #require(finished.object(window).dictionaryValue)
        #expect(entries[.parent] == .reference(parent))
        #expect(entries["Open"] == .boolean(state == .open))
        #expect(list[0].annotation.popup == state)
        #expect(list[1].details.parent == "a")
    }

    @Test func `A pop-up window is added later, opened and closed, and removed with its annotation`() throws {
        var editor = try AnnotationEditor(file, now: .fixed)
        _ = try editor.add(.square("a"))
        for state in [PopupState.closed, .open] {
            var change = AnnotationChange()
            change.popup = state
            #expect(try editor.update("a", onPages: [1], with: change) == .applied)
            #expect(try editor.update("a", onPages: [1], with: change) == .alreadyApplied)
            let list = try PDFFile(file.appending(editor.increment())).annotations()
            #expect(list.map(\.annotation.subtype) == ["Square", "Popup"])
            #expect(list.map(\.details.isOpen) == [nil, state == .open])
        }
        #expect(try editor.remove("a", onPages: [1]) == .applied)
        #expect(try PDFFile(file.appending(editor.increment())).annotationCount() == 0)
    }

    @Test(arguments: [0, 90, 180, 270])
    func `The window is beside its annotation as the reader sees it, and on the page`(rotation: Int) {
        let page = SampleAnnotations.page(rotation: rotation)
        let frame = UprightFrame(page.cropBox, rotation: rotation)
        for corner in [Point(0, 0), Point(590, 0), Point(590, 830), Point(0, 830), Point(300, 400)] {
            let rect = Rectangle(corner.x, corner.y, corner.x + 5, corner.y + 5)
            let window = PopupState.rect(beside: rect, on: page)
            #expect(page.cropBox.contains(window))
            let shown = window.corners.map(frame.matrix.inverseOfTurn)
            let anchor = rect.corners.map(frame.matrix.inverseOfTurn)
            #expect(shown.map(\.x).max()! - shown.map(\.x).min()! == 180)
            if anchor.map(\.x).max()! + 186 <= frame.width {
                #expect(shown.map(\.x).min()! == anchor.map(\.x).max()! + 6)
            }
        }
    }
}
