internal import LinuxFiles
internal import Synchronization
public import SystemPackage

/// Packages: directories that count as one file, such as a document that consists of several.
///
/// A read or write of anything inside a package is one of the whole package: it waits for all others, and they wait for
/// it. Presenters of the package, and of what is inside it, are asked before the package is read or written. If a package
/// is inside another, only the outer one counts.
///
/// A directory is a package if it has the mark, an extended attribute that every process sees, or if its name ends in one
/// of the ``extensions``, which every process must know: set them in the environment, or mark what you create.
public enum FilePackage {
    /// The name of the extended attribute of a marked directory, whatever its value:
    /// `setfattr -n user.pdfco.package DIRECTORY` marks one in a shell.
    public static let markName = "user.pdfco.package"

    private static let chosen = Mutex(inheritedExtensions)

    /// The extensions of packages in this process, without the period; upper and lower case are one.
    ///
    /// By default, the words of `PDFCO_PACKAGES`, separated by commas.
    public static var extensions: Set<String> {
        get { chosen.withLock { $0 } }
        set { chosen.withLock { $0 = Set(newValue.map { $0.lowercased() }) } }
    }

    private static var inheritedExtensions: Set<String> {
        let words = ThisProcess.environment("PDFCO_PACKAGES")?.split(separator: ",") ?? []
        return Set(words.map { $0.lowercased() })
    }

    /// Marks a directory as a package for all processes. It stays one when it is moved; a copy must be marked again unless
    /// the copying program keeps extended attributes.
    ///
    /// - Throws: ``FileCoordinationError/noSuchItem(_:)``, or a system error, such as that of a file system without extended
    ///   attributes.
    public static func mark(_ directory: FilePath) throws(FileCoordinationError) {
        try translatingSystemCalls(of: directory) { () throws(SystemCallError) in
            try directory.setExtendedAttribute(markName)
        }
    }

    /// Removes the mark, if there is one.
    public static func unmark(_ directory: FilePath) throws(FileCoordinationError) {
        try translatingSystemCalls(of: directory) { () throws(SystemCallError) in
            try directory.removeExtendedAttribute(markName)
        }
    }

    /// Returns the package that an item is or is inside of, by an absolute path without links; `nil` if it is in none.
    /// The item need not exist, but its directory must.
    public static func package(of path: FilePath) throws(FileCoordinationError) -> FilePath? {
        let path = try translatingSystemCalls(of: path) { () throws(SystemCallError) in try path.canonical() }
        return root(of: path)
    }

    /// Returns the package of an item at a canonical path. A link at the end of the path is followed.
    ///
    /// Every access calls this: it costs a system call for each directory of the path.
    static func root(of path: FilePath) -> FilePath? {
        let (bytes, extensions, slash) = (path.bytes, extensions, UInt8(ascii: "/"))
        var name = 1
        for end in bytes.indices.dropFirst() where bytes[end] == slash {
            if isPackage(bytes[..<end], name, extensions) { return FilePath(bytes: bytes[..<end]) }
            name = end + 1
        }
        guard let status = try? FileStatus(of: path, followingLink: false) else { return nil }
        switch status.kind {
        case .directory: return isPackage(bytes[...], name, extensions) ? path : nil
        case .symbolicLink:
            guard let destination = try? path.resolvingLinks(), destination != path else { return nil }
            return root(of: destination)
        default: return nil
        }
    }

    /// - Parameter name: where the directory's name begins in its path.
    private static func isPackage(_ directory: ArraySlice<UInt8>, _ name: Int, _ extensions: Set<String>) -> Bool {
        if !extensions.isEmpty, let period = directory[name...].lastIndex(of: UInt8(ascii: ".")), period > name,
            extensions.contains(String(decoding: directory[(period + 1)...], as: UTF8.self).lowercased())
        {
            return true
        }
        return FilePath(bytes: directory).hasExtendedAttribute(markName)
    }
}
