/// Shapes texts for embedded fonts.
package protocol Typesetter: Sendable {
    func shape(_ request: TextRequest) throws(TypesettingError) -> ShapedText
}

/// A request and its answer: what an edit needs to be made again where the fonts are gone.
package struct SetText: Codable, Equatable, Sendable {
    package var request: TextRequest
    package var shaped: ShapedText

    package init(_ request: TextRequest, _ shaped: ShapedText) { (self.request, self.shaped) = (request, shaped) }
}

package enum TypesettingError: Error, Equatable, Sendable {
    /// The text cannot be set.
    case problem(TextProblem)
    /// The program that shapes texts cannot be started, failed or gave no answer; one sentence without a full stop.
    case unavailable(String)
}
