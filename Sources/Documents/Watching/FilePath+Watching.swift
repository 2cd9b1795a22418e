internal import LinuxFiles
internal import SystemPackage

extension FilePath {
    /// Whether the name is that of a PDF file.
    var isPDF: Bool { self.extension?.lowercased() == "pdf" }

    /// Returns the PDF files in this directory, at any depth; none if it cannot be read. Symbolic links are not
    /// followed.
    func documentsInside() -> [FilePath] {
        let names = (try? PrivateDirectory.names(in: self)) ?? []
        return names.sorted { $0.string < $1.string }.flatMap { name -> [FilePath] in
            let path = appending(name)
            switch (try? FileStatus(of: path, followingLink: false))?.kind {
            case .directory: return path.documentsInside()
            case .regular: return path.isPDF ? [path] : []
            default: return []
            }
        }
    }
}
