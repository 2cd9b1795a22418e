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
}
