/// The decoded data of an object stream and the objects' offsets in it (ISO 32000-2, 7.5.7).
struct ObjectStreamContents {
    private let data: [UInt8]
    private var members: [(number: Int, position: Int)] = []
    /// The index of each number; `nil` for a number that is listed twice.
    private var indices: [Int: Int?] = [:]

    /// - Parameter dictionary: the dictionary of the stream.
    init(_ data: [UInt8], _ dictionary: PDFDictionary) throws(PartialReadingError) {
        self.data = data
        guard dictionary[.type] == .name(.objectStream), let first = dictionary[.firstObject]?.integerValue,
            let count = dictionary[.objectCount]?.integerValue, (0...data.count).contains(first),
            (0...data.count).contains(count)
        else { throw PartialReadingError("an object stream is malformed") }
        members = data.withUnsafeBytes { bytes in
            var reader = SyntaxReader(UnsafeRawBufferPointer(rebasing: bytes.prefix(first)), at: 0)
            var members: [(Int, Int)] = []
            while members.count < count, let number = reader.integer(), let position = reader.integer() {
                members.append((number, first + position))
            }
            return members
        }
        guard members.count == count else {
            throw PartialReadingError("an object stream lists fewer objects than it should")
        }
        guard zip(members, members.dropFirst()).allSatisfy({ $0.position < $1.position }) else {
            throw PartialReadingError("an object stream lists its objects in another order than it has them")
        }
        for (index, member) in members.enumerated() {
            indices.updateValue(indices[member.number] == nil ? index : nil, forKey: member.number)
        }
    }

    /// Returns the object at that index, which must have that number as the only one in the stream.
    func object(_ reference: IndirectReference, at index: Int) throws(PartialReadingError) -> WrittenObject {
        guard let known = indices[reference.number], known == index, members[index].position < data.count else {
            throw PartialReadingError("object \(reference) is not where the object stream says")
        }
        let end = index + 1 < members.count ? min(members[index + 1].position, data.count) : data.count
        return try WrittenObject(inStream: data, in: members[index].position..<end, named: reference)
    }
}
