/// The bytes of an incremental update and the objects they define, so that a reader's result can be checked against
/// them.
public struct Increment: Sendable {
    /// The first part: the comment line by which an unfinished increment is recognised, preceded by a line feed where
    /// the file ends without one. Empty where nothing changed.
    public let mark: [UInt8]
    /// The part after the mark: the objects and their cross-reference section.
    public let body: [UInt8]
    /// The length of the mark's head, which identifies it as a mark.
    private let headLength: Int
    private let objects: NewObjects
    /// The objects that are read back: all replaced ones, and about ``checkedLimit`` of the new ones.
    let checked: [IndirectReference]

    /// No change.
    public static let none = Increment(head: [], mark: [], body: [], objects: NewObjects(from: 1))

    /// The approximate number of new objects that are read back, spread evenly, when there are hundreds or thousands,
    /// all written alike, one after the other.
    private static let checkedLimit = 256

    init(head: [UInt8], mark: [UInt8], body: [UInt8], objects: NewObjects) {
        (self.mark, self.body, headLength) = (mark, body, head.count)
        self.objects = objects
        let new = objects.new
        // The step is odd because annotations and their appearance streams alternate. It counts back from the last
        // object, whose offset is right only where the lengths of all objects before it are.
        let step = new.count / Self.checkedLimit | 1
        checked = objects.replaced + stride(from: new.count - 1, through: 0, by: -step).reversed().map { new[$0] }
    }

    /// Whether there is nothing to append.
    public var isEmpty: Bool { mark.isEmpty }

    /// The length in bytes.
    public var count: Int { mark.count + body.count }

    /// The bytes in parts, each of which must be on disk before the next is written: the mark, then the body. A mark
    /// longer than `headLimit` is split after its head, so that a part of it is never longer than readers skip.
    public var parts: [[UInt8]] {
        guard mark.count > Self.headLimit else { return [mark, body] }
        return [Array(mark[..<headLength]), Array(mark[headLength...]), body]
    }

    /// Readers search the last 1,024 bytes of a file for `startxref`. With this many extra bytes after `%%EOF`, it is
    /// still there.
    private static let headLimit = 512

    /// All bytes to append to the file.
    public var bytes: [UInt8] { mark + body }

    /// Checks that libqpdf reads the written objects back from the finished file; of very many new ones, only some.
    ///
    /// - Throws: ``PDFError/damaged(_:)`` naming the first object that reads back differently.
    public func verify(in finished: PDFFile) throws(PDFError) {
        for reference in checked {
            guard let written = objects[reference]?.withoutStreamData else { continue }
            if try finished.wholeObject(reference).withoutStreamData == written { continue }
            guard try finished.objectWithEveryEntry(reference).withoutStreamData == written else {
                throw .damaged("object \(reference) reads back differently")
            }
        }
    }

    /// Checks that the finished file has the pages of the previous file, except for pages that were rewritten.
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
    /// A stream as it reads back: without its data, and without the length that was written for it.
    fileprivate var withoutStreamData: PDFObject {
        guard case .stream(let stream) = self else { return self }
        return .stream(PDFStream(stream.dictionary.filter { $0.key != .length }, data: nil))
    }
}
