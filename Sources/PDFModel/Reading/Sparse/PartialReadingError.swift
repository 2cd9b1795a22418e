/// A property of a file that rules out a partial reading: libqpdf then reads the whole file, and its result counts.
struct PartialReadingError: Error, Equatable {
    /// The reason, worded for a message.
    var reason: String

    init(_ reason: String) { self.reason = reason }
}
