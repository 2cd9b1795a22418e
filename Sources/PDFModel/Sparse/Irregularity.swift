/// Something about a file for which a sparse reading does not do: libqpdf reads the whole file then, and what it finds counts.
struct Irregularity: Error, Equatable {
    /// In the words of a message.
    var reason: String

    init(_ reason: String) { self.reason = reason }
}
