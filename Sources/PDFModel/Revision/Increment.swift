/// The bytes of an incremental update and what they say, so that a reader can be asked whether it sees the same.
public struct Increment: Sendable {
    /// What is to be appended to the file; empty where nothing changed.
    public let bytes: [UInt8]
    /// How many of the bytes, from the start, end with the comment line by which an unfinished increment is recognised.
    public let markLength: Int
    private let objects: [IndirectReference: PDFObject]

    /// No change.
    public static let none = Increment(mark: [], body: [], objects: [:])

    init(mark: [UInt8], body: [UInt8], objects: [IndirectReference: PDFObject]) {
        bytes = mark + body
        markLength = mark.count
        self.objects = objects
    }

    /// The objects that were written.
    var references: [IndirectReference] { Array(objects.keys) }

    public var isEmpty: Bool { bytes.isEmpty }

    /// Asks libqpdf for every object that was written, in the finished file as it read it.
    ///
    /// - Throws: ``PDFError/damaged(_:)`` naming the first object that reads back differently.
    public func verify(in finished: PDFFile) throws(PDFError) {
        try finished.prepare(objects.keys.map(PDFObject.reference))
        for (reference, object) in objects.sorted(by: { $0.key < $1.key }) {
            let written = object.withoutStreamData
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
