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

    public var isEmpty: Bool { bytes.isEmpty }

    /// Asks libqpdf for every object that was written, in the finished file as it read it.
    ///
    /// - Throws: ``PDFError/damaged(_:)`` naming the first object that reads back differently.
    public func verify(in finished: PDFFile) throws(PDFError) {
        for (reference, object) in objects.sorted(by: { $0.key < $1.key }) {
            if try finished.object(reference).withoutStreamData == object.withoutStreamData { continue }
            // With references to what cannot be read, if the object has any.
            guard try finished.secondReading.wholeObject(reference).withoutStreamData == object.withoutStreamData else {
                throw .damaged("object \(reference) reads back differently")
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
