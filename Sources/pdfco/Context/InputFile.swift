import LinuxFiles
import PageText
import Synchronization
import SystemPackage

/// A file, a pipe or standard input that the user names to be read to its end.
enum InputFile {
    /// Reads it.
    ///
    /// - Parameters:
    ///   - argument: its path; `-` or another name of standard input.
    ///   - what: what it holds, for messages: "the annotations".
    ///   - kind: the kind of the error where it cannot be read.
    ///   - limit: the most bytes that it may have.
    ///   - mayBeEmpty: whether it may have none.
    static func read(
        _ argument: String, as what: String, kind: String = "source", atMost limit: Int = 1 << 30,
        mayBeEmpty: Bool = false
    ) throws(CommandFailure) -> [UInt8] {
        let isInput = StandardInput.isMeant(by: argument)
        if isInput { try StandardInput.claim(for: what) }
        let bytes: [UInt8]
        do {
            bytes = try StreamedFile.bytes(of: isInput ? nil : FilePath(argument: argument), atMost: limit)
        } catch {
            throw failure(error, argument, as: what, kind: kind, atMost: limit)
        }
        read.withLock { read in
            read.size += bytes.count
            if isInput || (try? FileStatus(of: FilePath(argument: argument)))?.kind != .regular { read.hasPipes = true }
        }
        guard mayBeEmpty || !bytes.isEmpty else {
            throw CommandFailure(
                kind: kind, file: argument, problem: "cannot read \(what): it is empty", exitStatus: .dataError)
        }
        return bytes
    }

    /// Returns a path by which it can be read several times: its own, or that of a copy in memory of what came through a pipe.
    static func path(_ argument: String, as what: String, atMost limit: Int) throws(CommandFailure) -> String {
        if let status = try? FileStatus(of: FilePath(argument: argument)), status.kind == .regular, status.size > 0 {
            read.withLock { $0.size += status.contentSize }
            return argument
        }
        if let copy = copies.withLock({ $0[argument] }) { return copy }
        let bytes = try read(argument, as: what, atMost: limit)
        do {
            let copy = try StreamedFile.path(holding: bytes).string
            copies.withLock { $0[argument] = copy }
            return copy
        } catch {
            throw failure(error, argument, as: what, atMost: limit)
        }
    }

    /// The bytes of all such files so far.
    static var size: Int { read.withLock(\.size) }

    /// Whether one of them can be read only once.
    static var hasPipes: Bool { read.withLock(\.hasPipes) }

    private static let read = Mutex((size: 0, hasPipes: false))

    /// A pipe can be read only once, also for several documents.
    private static let copies = Mutex<[String: String]>([:])

    /// The same of a file of words.
    static func words(_ argument: String?) throws(CommandFailure) -> String? {
        try argument.map { argument throws(CommandFailure) in
            try path(argument, as: "the words", atMost: WordFile.sizeLimit)
        }
    }

    /// Words for an error that prevented reading.
    static func failure(
        _ error: SystemCallError, _ argument: String, as what: String, kind: String = "source", atMost limit: Int = .max
    ) -> CommandFailure {
        if error.isTimeout {
            return CommandFailure(
                kind: "busy", file: argument, problem: "cannot read \(what): nothing came from it in time",
                hint: "--timeout SECONDS waits longer", exitStatus: .temporaryFailure)
        }
        let isTooLarge = error.errno == SystemCallError.fileTooLarge
        return CommandFailure(
            kind: kind, file: argument,
            problem: "cannot read \(what): \(isTooLarge ? "it is larger than \(limit >> 20) MiB" : "\(error)")",
            exitStatus: isTooLarge ? .dataError : .noInput)
    }
}
