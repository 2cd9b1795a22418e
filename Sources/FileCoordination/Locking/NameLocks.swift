internal import LinuxFiles
internal import SystemPackage

/// The positions of a name's byte locks on its directory, computed from the name, and their meaning.
///
/// Names that share positions wait for each other needlessly, which does no harm.
struct NameLocks {
    private let start: Int

    /// Tickets count a time in milliseconds and wrap around after 198 days: they only order those who wait.
    private static let ticketBits = 34

    init(position: Int) { start = position }

    /// Returns the position of a name: 26 bits of its hash, above those of the tickets.
    static func position(of name: FilePath.Component, _ suffix: String = "") -> Int {
        Int(StableHash.of(FilePath(root: nil, [name]).bytes + suffix.utf8) >> 38) << (ticketBits + 2)
    }

    /// A reader holds the name.
    var reader: Int { start }

    /// A writer holds the name.
    var writer: Int { start + 1 }

    /// A reader or a writer holds the name.
    var readersAndWriter: Range<Int> { start..<start + 2 }

    /// A writer waits.
    var tickets: Range<Int> { start + 2..<start + 2 + 1 << Self.ticketBits }

    /// A writer holds the name, or waits for it.
    var writerAndTickets: Range<Int> { writer..<tickets.upperBound }

    /// The position that a writer locks while it waits; `time` is when the wait began, in milliseconds.
    func ticket(at time: Int) -> Int { tickets.lowerBound + time & (1 << Self.ticketBits - 1) }

    func tickets(before ticket: Int) -> Range<Int> { tickets.lowerBound..<ticket }
}
