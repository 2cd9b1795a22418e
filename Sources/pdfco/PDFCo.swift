import ArgumentParser

/// `pdfco`, the root of all commands.
struct PDFCo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pdfco",
        abstract: "Annotate PDF documents safely: incremental updates, atomic saves, nothing lost.",
        discussion: """
            Coordinates are points (1/72 inch) in the page's default user space, the origin at the lower left of an \
            unrotated page. Pages count from 1; a page range is written as qpdf writes it: 1-3,7,z  r2  1-z:odd. \
            Colours are CSS names or #rrggbb.

            EXIT STATUS
              0    done, and durable
              1    ran, and the answer is no (no such annotation)
              10   conflict: the document changed underneath; nothing written
              64   usage
              65   not a PDF, damaged, or an edit refused
              66   no such file
              70   a defect in pdfco
              73   cannot create a file
              74   a system call failed
              75   busy: try again
              77   permission: password, owner restrictions, file mode
            """,
        version: Version.current,
        subcommands: [OpenCommand.self, AnnotateCommand.self, SaveCommand.self])
}

enum Version {
    static let current = "0.1.0"
}
