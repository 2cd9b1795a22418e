/// The decoded data of an object stream and the objects' offsets in it (ISO 32000-2, 7.5.7).
struct ObjectStreamContents {
    private let data: [UInt8]
    private var members: [(number: Int, place: Int)] = []

    /// - Parameter dictionary: the dictionary of the stream.
    init(_ data: [UInt8], _ dictionary: PDFDictionary) throws(Irregularity) {
        self.data = data
        guard dictionary[.type] == .name(.objectStream), let first = dictionary[.firstObject]?.integerValue,
            let count = dictionary[.objectCount]?.integerValue, (0...data.count).contains(first),
            (0...data.count).contains(count)
        else { throw Irregularity("an object stream is malformed") }
        members = data.withUnsafeBytes { bytes in
            var reader = SyntaxReader(UnsafeRawBufferPointer(rebasing: bytes.prefix(first)), at: 0)
            var members: [(Int, Int)] = []
            while members.count < count, let number = reader.integer(), let place = reader.integer() {
                members.append((number, first + place))
            }
            return members
        }
        guard members.count == count else { throw Irregularity("an object stream lists fewer objects than it should") }
    }

    /// Returns the maximum length in bytes of the object at that index: up to the next object, or to the end.
    func lengthOfObject(at index: Int) -> Int {
        guard members.indices.contains(index) else { return 0 }
        let (place, next) = (members[index].place, index + 1 < members.count ? members[index + 1].place : 0)
        return (next > place ? next : data.count) - place
    }

    /// Returns the object at that index, which must have that number as the only one in the stream.
    func object(_ reference: IndirectReference, at index: Int) throws(Irregularity) -> WrittenObject {
        guard index < members.count, members[index].number == reference.number,
            members.count(where: { $0.number == reference.number }) == 1, members[index].place < data.count
        else { throw Irregularity("object \(reference) is not where the object stream says") }
        return try WrittenObject(inStream: data, at: members[index].place, named: reference)
    }
}
