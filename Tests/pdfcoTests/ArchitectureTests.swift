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
        "PageText": ["LinuxFiles", "PDFModel", "XMLReading", "Synchronization", "SystemPackage"],
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

    @Test func `Only the rooms of libqpdf import libqpdf`() throws {
        let importers = try SourceFile.all().filter { !$0.imports.filter { $0.hasPrefix("CQPDF") }.isEmpty }
        let rooms = ["Bytes", "QPDF", "Rewriting"].map { "PDFModel/Reading/\($0)" }
        #expect(Set(importers.map(\.directory)) == Set(rooms))
    }

    @Test func `No library names an option of the command`() throws {
        var named: Set<String> = []
        for file in try SourceFile.all() {
            let code = file.lines.filter { !$0.contains(#/^\s*\/\//#) }
            if code.contains(where: { $0.contains(#/(?:^|[^\w-])--[a-z][a-z-]+/#) }) { named.insert(file.module) }
        }
        #expect(named == ["pdfco"])
    }

    @Test func `The libraries for documents of every kind say no PDF`() throws {
        let libraries: Set = ["FileDocuments", "Checkpointing", "FileCoordination"]
        let files = try SourceFile.all().filter { libraries.contains($0.module) }
        try #require(Set(files.map(\.module)) == libraries)
        for file in files {
            for line in file.lines { #expect(!line.contains(#/(?i)pdf(?!co)/#), "\(file.path): \(line)") }
        }
    }

    @Test func `A document is opened through one door, and saved by four callers`() throws {
        let code = try SourceFile.all().map { file in (file.path, file.lines.filter { !$0.contains(#/^\s*\/\//#) }) }
        let doors = code.filter { $0.1.contains { $0.contains("(openingFileAt:") } }.map(\.0)
        #expect(doors == ["FileDocuments/Access/DocumentStore.swift"])
        #expect(code.reduce(0) { $0 + $1.1.count { $0.contains("document.save()") } } == 4)
    }

    @Test func `No module has the name of a type inside it`() throws {
        for file in try SourceFile.all() {
            #expect(!file.declaredTypes.contains(file.module), "\(file.path)")
        }
    }

    /// The directories of a module, the lowest first, by path below the module; "" is the module's own, and a directory that is
    /// not in the list belongs to the one around it.
    static let storeys: [String: [String]] = [
        "AnnotationFormats": ["", "FDF", "XFDF", "InstantJSON"],
        "Checkpointing": ["", "Format", "Store"],
        "Documents": ["PDF", "", "Recovery", "Open", "Jobs", "Batch", "Watching"],
        "FileCoordination": [
            "", "Runtime", "Watching", "Locking", "Presenting", "Messages", "Serving", "Coordinating", "Events",
        ],
        "FileDocuments": ["", "Files", "Versions", "Saving", "Changes", "Access", "Document"],
        "LinuxFiles": ["SystemCalls", "Files", "Directories", "Waiting", "Sockets", "Process", "Saving"],
        "PDFModel": [
            "Syntax/Geometry", "Syntax/Objects", "Syntax/Errors",
            "Reading/Bytes", "Reading/Structure", "Reading/Encryption", "Reading/QPDF", "Reading/Sparse",
            "Reading/Recovery", "Reading", "Reading/Pages", "Reading/Signatures", "Reading/Increment",
            "Reading/Rewriting",
            "Annotations/Values", "Annotations/JSON", "Annotations/Fonts", "Annotations/Images", "Annotations/Drawing",
            "Annotations/Schema", "Annotations", "Annotations/Subtypes", "Annotations/Coding", "Annotations/Selection",
            "Editing",
        ],
        "PageText": ["", "Reading", "Searching", "WordFiles"],
        "pdfco": [
            "Output", "Options", "CommandLine", "Context", "Review", "Batch", "Session", "Commands/Present",
            "Commands/Checkpoint", "Commands/Watch", "Commands", "Commands/Annotate", "",
        ],
    ]

    /// Files that must know what lies above them: the lists of formats and of subtypes.
    static let registries: Set<String> = [
        "AnnotationFormats/AnnotationFormat.swift", "PDFModel/Annotations/Schema/AnnotationDefinition.swift",
    ]

    @Test(arguments: storeys.keys.sorted()) func `A directory uses no type of one above it`(module: String) throws {
        let order = try #require(Self.storeys[module])
        let files = try SourceFile.all().filter { $0.module == module }
        let levels = files.map { file in
            order.indices.filter { order[$0].isEmpty || "\(file.directory)/".hasPrefix("\(module)/\(order[$0])/") }
                .max { order[$0].utf8.count < order[$1].utf8.count }
        }
        var lowest: [String: Int] = [:]
        for (file, level) in zip(files, levels) {
            let level = try #require(level, "\(file.path) is in no directory of the list")
            for type in file.openTypes { lowest[type] = min(lowest[type] ?? level, level) }
        }
        #expect(Set(levels).count == order.count)
        for (file, level) in zip(files, levels) where !Self.registries.contains(file.path) {
            let above = file.usedTypes.filter { lowest[$0] ?? 0 > level ?? 0 && !file.declaredTypes.contains($0) }
            #expect(above.isEmpty, "\(file.path)")
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
