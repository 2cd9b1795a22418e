internal import SystemPackage

/// Where the marks of a name are in its directory: a place that follows from the name, and what stands there.
///
/// Names that share a place wait for each other needlessly, which does no harm.
struct NameMarks {
    private let start: Int

    /// Tickets count a time in milliseconds and begin anew after 198 days: they order those who wait, and no more.
    private static let ticketBits = 34

    init(position: Int) { start = position }

    /// The place of a name: 26 bits of its hash, above those of the tickets.
    static func position(of name: FilePath.Component, _ suffix: String = "") -> Int {
        Int(StableHash.of(FilePath(root: nil, [name]).bytes + suffix.utf8) >> 38) << (ticketBits + 2)
    }

    /// A reader is in.
    var reader: Int { start }

    /// A writer is in.
    var writer: Int { start + 1 }

    /// Somebody is in.
    var readersAndWriter: Range<Int> { start..<start + 2 }

    /// A writer waits.
    var tickets: Range<Int> { start + 2..<start + 2 + 1 << Self.ticketBits }

    /// A writer is in, or waits.
    var writerAndTickets: Range<Int> { writer..<tickets.upperBound }

    /// What a writer marks while it waits since a time in milliseconds.
    func ticket(at time: Int) -> Int { tickets.lowerBound + time & (1 << Self.ticketBits - 1) }

    func tickets(before ticket: Int) -> Range<Int> { tickets.lowerBound..<ticket }
}
