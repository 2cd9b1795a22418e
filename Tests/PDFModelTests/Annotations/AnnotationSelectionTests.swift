import FoundationEssentials
import TestSupport
import Testing

@testable import PDFModel

/// Which annotations are meant, and what replies say of them.
@Suite struct AnnotationSelectionTests {
    private static func note(
        _ name: String, _ author: String, _ day: Int, replyTo target: String? = nil, state: String? = nil
    ) -> ListedAnnotation {
        var note = Annotation("Text", page: 1, rect: Rectangle(10, 10, 30, 30))
        (note.name, note.author, note.inReplyTo, note.state) = (name, author, target, state)
        note.modificationDate = Date(timeIntervalSince1970: Double(day) * 86400)
        note.contents = "\(name) by \(author)"
        return ListedAnnotation(annotation: note, reference: nil, hasAppearance: true)
    }

    private static let list = [
        note("a", "Ann", 1), note("b", "Bob", 2), note("c", "Ann", 3),
        note("a1", "Bob", 4, replyTo: "a", state: "Accepted"), note("a2", "Ann", 5, replyTo: "a", state: "Rejected"),
        note("b1", "Ann", 6, replyTo: "b", state: "Completed"), note("b2", "Ann", 7, replyTo: "b", state: "None"),
        note("b3", "Bob", 3, replyTo: "b", state: "Marked"), note("c1", "Bob", 8, replyTo: "c"),
    ]

    private func names(_ change: (inout AnnotationSelection) -> Void) -> [String?] {
        var selection = AnnotationSelection()
        change(&selection)
        return selection.selected(from: Self.list).map(\.annotation.name)
    }

    @Test func `Every condition must be met`() {
        #expect(names { _ in } == Self.list.map(\.annotation.name))
        #expect(names { $0.authors = ["Bob"] } == ["b", "a1", "b3", "c1"])
        #expect(names { ($0.authors, $0.names) = (["Bob"], ["b", "c"]) } == ["b"])
        #expect(names { $0.subtypes = ["square"] } == [])
        #expect(names { $0.subtypes = ["square", "text"] }.count == Self.list.count)
        #expect(names { $0.since = Date(timeIntervalSince1970: 7 * 86400) } == ["b2", "c1"])
        #expect(names { $0.contents = "^[ab] by (Ann|Bob)$" } == ["a", "b"])
        #expect(names { $0.area = Rectangle(0, 0, 30, 30) }.count == Self.list.count)
        #expect(names { $0.area = Rectangle(0, 0, 29, 30) } == [])
    }

    @Test func `The last state of each author counts, and the last of all is the annotation's`() throws {
        #expect(names { $0.states = [.state(.rejected)] } == ["a"])
        #expect(names { $0.states = [.state(.accepted)] } == [])
        #expect(names { $0.states = [.state(.marked)] } == ["b"])
        // Completed, and then taken back by the same author.
        #expect(names { $0.states = [.open] } == ["b", "c"])
        let review = try #require(Review.reviews(in: Self.list)[.named("a", page: 1)])
        #expect(review.statements.map(\.state) == ["Accepted", "Rejected"])
        #expect(review.isClosed)
    }

    @Test func `A later state of an author replies to the one before`() throws {
        let list = [
            Self.note("a", "Ann", 1), Self.note("s1", "Bob", 2, replyTo: "a", state: "Accepted"),
            Self.note("s2", "Bob", 3, replyTo: "s1", state: "Rejected"),
            Self.note("s3", "Bob", 4, replyTo: "s2", state: "Completed"),
            // A circle.
            Self.note("x", "Bob", 5, replyTo: "y", state: "None"),
            Self.note("y", "Bob", 6, replyTo: "x", state: "None"),
        ]
        let review = try #require(Review.reviews(in: list)[.named("a", page: 1)])
        #expect(review.statements.map(\.state) == ["Completed"])
    }
}
