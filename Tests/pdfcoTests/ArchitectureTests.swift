import SystemPackage
import TestSupport
import Testing

/// Holds the sources against the rules of the design that a compiler does not check.
struct ArchitectureTests {
    /// Each module with what it may import: modules below it, never beside it, and the libraries it was given.
    static let allowedImports: [String: Set<String>] = [
        "CLinux": [],
        "CNettle": [],
        "Cryptography": ["CNettle"],
        "CLibQPDF": [],
        "CQPDF": [],
        "CUnistring": [],
        "CImages": [],
        "CExpat": [],
        "XMLReading": ["CExpat"],
        "LinuxFiles": ["CLinux", "Glibc", "Synchronization", "SystemPackage"],
        "Checkpointing": ["LinuxFiles", "Cryptography", "FoundationEssentials", "Synchronization", "SystemPackage"],
        "CMinizip": [],
        "FileCoordination": [
            "CMinizip", "LinuxFiles", "Cryptography", "FoundationEssentials", "Synchronization", "SystemPackage",
        ],
        "CTextShaping": [],
        "Typesetting": ["FoundationEssentials"],
        "PDFModel": [
            "CImages", "CNettle", "CQPDF", "CUnistring", "Typesetting", "XMLReading", "Cryptography",
            "FoundationEssentials", "Synchronization",
        ],
        "AnnotationFormats": ["PDFModel", "XMLReading", "FoundationEssentials"],
        "PageText": ["LinuxFiles", "PDFModel", "XMLReading", "SystemPackage"],
        "PageImages": ["LinuxFiles", "PDFModel"],
        "FileDocuments": [
            "Checkpointing", "FileCoordination", "LinuxFiles", "Cryptography", "FoundationEssentials",
            "Synchronization", "SystemPackage",
        ],
        "Documents": [
            "AnnotationFormats", "Checkpointing", "FileCoordination", "FileDocuments", "LinuxFiles", "PDFModel",
            "PageImages", "PageText", "Typesetting",
            "Cryptography", "FoundationEssentials", "Synchronization", "SystemPackage",
        ],
        "pdfco-text": ["CTextShaping", "LinuxFiles", "Typesetting", "FoundationEssentials", "SystemPackage"],
        "pdfco": [
            "AnnotationFormats", "Checkpointing", "Documents", "FileCoordination", "LinuxFiles", "PDFModel",
            "PageImages", "PageText", "ArgumentParser", "Cryptography",
            "FoundationEssentials", "Synchronization", "SystemPackage",
        ],
    ]

    @Test func `Every module of the sources has a row in the table`() throws {
        #expect(try SourceFile.modules() == Self.allowedImports.keys.sorted())
    }

    @Test func `Modules import only what the table allows`() throws {
        for file in try SourceFile.all() {
            let allowed = try #require(Self.allowedImports[file.module])
            let surplus = Set(file.imports).subtracting(allowed)
            #expect(surplus.isEmpty, "\(file.path)")
        }
    }

    @Test func `Only the room of libqpdf imports libqpdf`() throws {
        let importers = try SourceFile.all().filter { !$0.imports.filter { $0.hasPrefix("CQPDF") }.isEmpty }
        #expect(!importers.isEmpty)
        for file in importers { #expect(file.path.hasPrefix("PDFModel/QPDF/"), "\(file.path)") }
    }

    @Test func `No module has the name of a type inside it`() throws {
        for file in try SourceFile.all() {
            #expect(!file.declaredTypes.contains(file.module), "\(file.path)")
        }
    }

    @Test func `A file beyond 400 lines says at its top why`() throws {
        let all = try SourceFile.all() + SourceFile.tests()
        for file in all where file.lines.count > 400 {
            #expect(file.lines[0].hasPrefix("//"), "\(file.path) has \(file.lines.count) lines")
        }
    }

    @Test func `A directory inside a module holds more than one file`() throws {
        let rooms = Dictionary(grouping: try SourceFile.all(), by: \.directory)
        for (room, files) in rooms where room.contains("/") {
            let inner = rooms.keys.contains { $0.hasPrefix(room + "/") }
            try #require(files.count > 0)
            #expect(files.count > 1 || inner, "\(room) holds only \(files[0].path)")
        }
    }
}
