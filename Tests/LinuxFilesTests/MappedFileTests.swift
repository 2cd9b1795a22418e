import LinuxFiles
import SystemPackage
import Testing

@Suite struct MappedFileTests {
    @Test func `A mapping shows the first bytes, also after the file was closed and replaced`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("f", [1, 2, 3, 4])
        let mapping = try MappedFile(OpenFile(reading: path), count: 3)
        try AtomicReplacement(replacing: path).finish().commit()
        #expect(try contents(path) == [])
        #expect(mapping.withBytes { Array($0) } == [1, 2, 3])
    }

    @Test(arguments: [0, 5]) func `An empty file maps to no bytes`(count: Int) throws {
        let scratch = try ScratchDirectory()
        let mapping = try MappedFile(OpenFile(reading: scratch.file("f", [])), count: count)
        #expect(mapping.count == 0)
        #expect(mapping.bytes.isEmpty)
    }

    @Test func `No more is mapped than the file has`() throws {
        let scratch = try ScratchDirectory()
        let mapping = try MappedFile(OpenFile(reading: scratch.file("f", [7, 8])), count: Int.max)
        #expect(mapping.withBytes { Array($0) } == [7, 8])
    }

    @Test(arguments: [0, 1, 4096, 4097])
    func `A mapping of a file that was cut has zeros there and says so`(length: Int) throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("f", [UInt8](repeating: 7, count: 10_000))
        let whole = try MappedFile(OpenFile(reading: path), count: .max)
        let extended = try MappedFile(OpenFile(reading: path), count: 10_000, followedBy: [[8]])
        #expect(!whole.wasCut && !extended.wasCut)
        try OpenFile(updating: path).truncate(to: length)
        #expect(!whole.wasCut && !extended.wasCut)
        for mapping in [whole, extended] {
            let bytes = mapping.withBytes { Array($0) }
            #expect(bytes.prefix(length).allSatisfy { $0 == 7 })
            #expect(bytes.dropFirst(length).prefix(10_000 - length).allSatisfy { $0 == 0 })
            #expect(mapping.wasCut)
        }
    }

    @Test func `What was read of a file stays as it was, and a file that is too short by now is refused`() throws {
        let scratch = try ScratchDirectory()
        let path = try scratch.file("f", [1, 2, 3, 4])
        let file = try OpenFile(reading: path)
        let memory = try MappedFile(reading: file, count: 3)
        let longer = MappedFile(copying: memory.bytes, followedBy: [[8], [], [9, 10]])
        try OpenFile(updating: path).truncate(to: 2)
        #expect(memory.isCopy && !memory.wasCut)
        #expect(memory.withBytes { Array($0) } == [1, 2, 3])
        #expect(longer.withBytes { Array($0) } == [1, 2, 3, 8, 9, 10])
        #expect(try MappedFile(reading: file, count: 0).withBytes { Array($0) } == [])
        let error = #expect(throws: SystemCallError.self) { try MappedFile(reading: file, count: 3) }
        #expect(error?.errno == Errno.invalidArgument.rawValue)
    }

    @Test func `Mappings come and go in several threads while their files are cut`() async throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<4 {
                group.addTask {
                    (0..<50).allSatisfy { round in
                        guard let name = FilePath.Component("f\(task)-\(round)"),
                            let file = try? OpenFile(creating: path.appending(name)),
                            (try? file.write([UInt8](repeating: 7, count: 10_000), at: 0)) != nil,
                            let mapping = try? MappedFile(file, count: .max),
                            (try? file.truncate(to: round.isMultiple(of: 2) ? 0 : 10_000)) != nil
                        else { return false }
                        let bytes = mapping.withBytes { Array($0) }
                        return bytes.allSatisfy { $0 == (round.isMultiple(of: 2) ? 0 : 7) }
                            && mapping.wasCut == round.isMultiple(of: 2)
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test(arguments: [0, 1, 4095, 4096, 10_000])
    func `What follows stands behind the bytes and not in the file`(count: Int) throws {
        let scratch = try ScratchDirectory()
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let path = try scratch.file("f", bytes)
        let mapping = try MappedFile(OpenFile(reading: path), count: count, followedBy: [[1], [2]])
        #expect(Array(mapping.bytes) == bytes + [1, 2])
        #expect(try contents(path) == bytes)
    }
}
