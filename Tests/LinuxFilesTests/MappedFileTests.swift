import LinuxFiles
import SystemPackage
import Testing

@Suite struct MappedFileTests {
    @Test func `A mapping shows the first bytes, also after the file was closed and replaced`() throws {
        let scratch = try ScratchFolder()
        let path = try scratch.file("f", [1, 2, 3, 4])
        let mapping = try MappedFile(OpenFile(reading: path), count: 3)
        try AtomicReplacement(replacing: path).finish().commit()
        #expect(try contents(path) == [])
        #expect(mapping.withBytes { Array($0) } == [1, 2, 3])
    }

    @Test(arguments: [0, 5]) func `An empty file maps to no bytes`(count: Int) throws {
        let scratch = try ScratchFolder()
        let mapping = try MappedFile(OpenFile(reading: scratch.file("f", [])), count: count)
        #expect(mapping.count == 0)
        #expect(mapping.bytes.isEmpty)
    }

    @Test func `No more is mapped than the file has`() throws {
        let scratch = try ScratchFolder()
        let mapping = try MappedFile(OpenFile(reading: scratch.file("f", [7, 8])), count: Int.max)
        #expect(mapping.withBytes { Array($0) } == [7, 8])
    }

    @Test(arguments: [0, 1, 4095, 4096, 10_000])
    func `What is written into the margin stands behind the bytes and not in the file`(count: Int) throws {
        let scratch = try ScratchFolder()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let path = try scratch.file("f", bytes)
        let mapping = try MappedFile(OpenFile(reading: path), count: count, followedBy: [[1], [2]], margin: 5000)
        #expect(mapping.margin.count == 5000)
        mapping.margin.initializeMemory(as: UInt8.self, repeating: 7)
        let all = UnsafeRawBufferPointer(start: mapping.bytes.baseAddress, count: count + 5002)
        #expect(Array(all) == bytes + [1, 2] + Array(repeating: 7, count: 5000))
        #expect(mapping.bytes.count == count + 2)
        #expect(try contents(path) == bytes)
    }
}
