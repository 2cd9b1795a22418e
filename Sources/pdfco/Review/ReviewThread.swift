import FoundationEssentials
import PDFModel

/// A comment of a document with its replies.
struct ReviewThread {
    struct Reply {
        var listed: ListedAnnotation
        /// The comment that it replies to, where that is itself a reply.
        var target: ListedAnnotation?
    }

    var comment: ListedAnnotation
    /// Each after what it replies to, the earlier before the later in the file.
    var replies: [Reply]
    /// What the replies say about its state.
    var review: Review?

    var page: Int { comment.annotation.page }

    /// `open`, or the state that closed it, such as `completed`.
    var state: String { review.map { $0.isClosed ? $0.state.lowercased() : "open" } ?? "open" }

    /// Returns the comments among annotations; links, form fields and pop-up windows are none.
    static func threads(in annotations: [ListedAnnotation]) -> [ReviewThread] {
        let comments = annotations.filter { AnnotationSubtype.named($0.annotation.subtype).isMarkup }
        var places: [ListedAnnotation.Identity: Int] = [:]
        for (place, comment) in comments.enumerated() {
            if let identity = comment.identity, places[identity] == nil { places[identity] = place }
        }
        let targets = comments.indices.map { place in
            comments[place].target.flatMap { places[$0] }.flatMap { $0 == place ? nil : $0 }
        }
        var answers: [Int: [Int]] = [:]
        for (place, target) in targets.enumerated() {
            if let target { answers[target, default: []].append(place) }
        }
        let reviews = Review.reviews(in: annotations)
        var isDone = Array(repeating: false, count: comments.count)
        var threads: [(place: Int, thread: ReviewThread)] = []
        // What is left after the first round replies to each other in a circle.
        for wantsTarget in [false, true] {
            for start in comments.indices where !isDone[start] && (wantsTarget || targets[start] == nil) {
                isDone[start] = true
                var replies: [Reply] = []
                var waiting = Array((answers[start] ?? []).reversed())
                while let place = waiting.popLast() {
                    guard !isDone[place] else { continue }
                    isDone[place] = true
                    let target = targets[place].flatMap { $0 == start ? nil : comments[$0] }
                    replies.append(Reply(listed: comments[place], target: target))
                    waiting += (answers[place] ?? []).reversed()
                }
                let review = comments[start].identity.flatMap { reviews[$0] }
                threads.append((start, ReviewThread(comment: comments[start], replies: replies, review: review)))
            }
        }
        return threads.sorted { $0.place < $1.place }.map(\.thread)
    }
}

extension Annotation {
    /// The kind of a comment in words, such as `Free text`.
    var kindInWords: String {
        subtype == "Text" ? "Note" : subtype.hyphenated.replacing("-", with: " ").capitalizedFirst
    }

    /// The outlines of what it marks: the text, or its rectangle.
    var outlines: [[Point]] {
        let rectangle = Quadrilateral(rect)
        let quadrilaterals = if case .quadPoints(let quads) = geometry, !quads.isEmpty { quads } else { [rectangle] }
        return quadrilaterals.map { [$0.upperLeft, $0.upperRight, $0.lowerRight, $0.lowerLeft] }
    }
}
