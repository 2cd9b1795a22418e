/// The bytes of an incremental update and what they say, so that a reader can be asked whether it sees the same.
public struct Increment: Sendable {
    /// What comes first: the comment line by which an unfinished increment is recognised, and a line feed before it where
    /// the file ends without one. Empty where nothing changed.
    public let mark: [UInt8]
    /// What follows the mark: the objects and their cross-reference section.
    public let body: [UInt8]
    /// The length of what in the mark says that it is one.
    private let headLength: Int
    private let objects: NewObjects
    /// The objects that are read back: all that took the place of others, and of the new ones about as many as ``checkedLimit``.
    let checked: [IndirectReference]

    /// No change.
    public static let none = Increment(head: [], mark: [], body: [], objects: NewObjects(from: 1))

    /// Of hundreds or thousands of new objects, which are all written alike one behind the other, so many or a few more are read
    /// back, spread evenly.
    private static let checkedLimit = 256

    init(head: [UInt8], mark: [UInt8], body: [UInt8], objects: NewObjects) {
        (self.mark, self.body, headLength) = (mark, body, head.count)
        self.objects = objects
        let new = objects.new
        // An odd step, because annotations and their appearances take turns. And from the last one on, whose place is right only
        // where the lengths of all before it are.
        let step = new.count / Self.checkedLimit | 1
        checked = objects.replaced + stride(from: new.count - 1, through: 0, by: -step).reversed().map { new[$0] }
    }

    public var isEmpty: Bool { mark.isEmpty }

    /// The length in bytes.
    public var count: Int { mark.count + body.count }

    /// The same in parts, each of which is to be on the disk before the next is written: the mark, then the body. Of
    /// a mark that is longer than ``headLimit`` its head comes first, so that a part of it is never more than readers
    /// pass over.
    public var parts: [[UInt8]] {
        guard mark.count > Self.headLimit else { return [mark, body] }
        return [Array(mark[..<headLength]), Array(mark[headLength...]), body]
    }

    /// Readers look for `startxref` in the last 1,024 bytes of a file. So much junk behind `%%EOF` leaves it there.
    private static let headLimit = 512

    /// All that is to be appended to the file.
    public var bytes: [UInt8] { mark + body }

    /// Asks libqpdf for the objects that were written, in the finished file as it read it; of very many new ones, for some.
    ///
    /// - Throws: ``PDFError/damaged(_:)`` naming the first object that reads back differently.
    public func verify(in finished: PDFFile) throws(PDFError) {
        try finished.prepare(checked.map(PDFObject.reference))
        for reference in checked {
            guard let written = objects[reference]?.withoutStreamData else { continue }
            if try finished.wholeObject(reference).withoutStreamData == written { continue }
            guard try finished.objectWithEveryEntry(reference).withoutStreamData == written else {
                throw .damaged("object \(reference) reads back differently")
            }
        }
    }

    /// Asks whether the finished file has the pages of the file before, but for such as were written anew.
    ///
    /// - Throws: ``PDFError/damaged(_:)``.
    public func verifyPages(in finished: PDFFile, of base: PDFFile) throws(PDFError) {
        let (old, new) = (try base.pageTree().pages(), try finished.pageTree().pages())
        guard old.count == new.count else { throw .damaged("the number of pages differs") }
        for (old, new) in zip(old, new) where old.place.reference != new.place.reference {
            guard let page = new.place.reference, objects[page] != nil else {
                throw .damaged("page \(new.number) is another object")
            }
        }
    }
}

extension PDFObject {
    /// A stream as it is when it was read: without its data, and without the length that was written for it.
    fileprivate var withoutStreamData: PDFObject {
        guard case .stream(let stream) = self else { return self }
        return .stream(PDFStream(stream.dictionary.filter { $0.key != .length }, data: nil))
    }
}
