// swift-tools-version: 6.2
import PackageDescription

// In `.ci/run` alone: a later compiler or library must not break somebody's build by its new warnings.
let warnings: [SwiftSetting] =
    Context.environment["PDFCO_WARNINGS"] == "errors" ? [.treatAllWarnings(as: .error)] : []
let strict: [SwiftSetting] =
    warnings + [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]
let library: [SwiftSetting] = strict + [.enableUpcomingFeature("InternalImportsByDefault")]

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")

let package = Package(
    name: "pdfco",
    products: [
        .executable(name: "pdfco", targets: ["pdfco"]),
        .executable(name: "pdfco-text", targets: ["pdfco-text"]),
        .library(name: "FileCoordination", targets: ["FileCoordination"]),
        .library(name: "Checkpointing", targets: ["Checkpointing"]),
        .library(name: "FileDocuments", targets: ["FileDocuments"]),
        .library(name: "Documents", targets: ["Documents"]),
        .library(name: "PDFModel", targets: ["PDFModel"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        // Without its default trait, which brings in all of Foundation.
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        .target(name: "CLinux"),
        .systemLibrary(name: "CLibQPDF", pkgConfig: "libqpdf", providers: [.apt(["libqpdf-dev"])]),
        .target(name: "LinuxFiles", dependencies: ["CLinux", system], swiftSettings: library),
        .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
        .target(name: "Cryptography", dependencies: ["CNettle"], swiftSettings: library),
        .systemLibrary(name: "CMinizip", pkgConfig: "minizip", providers: [.apt(["libminizip-dev"])]),
        .target(
            name: "FileCoordination", dependencies: ["CMinizip", "Cryptography", "LinuxFiles", system],
            swiftSettings: library),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .target(name: "XMLReading", dependencies: ["CExpat"], swiftSettings: library),
        .target(
            name: "CImages",
            linkerSettings: [.linkedLibrary("png16"), .linkedLibrary("jpeg"), .linkedLibrary("z")]),
        .systemLibrary(name: "CUnistring", providers: [.apt(["libunistring-dev"])]),
        .target(name: "CQPDF", dependencies: ["CLibQPDF", "CNettle"]),
        .target(name: "Typesetting", swiftSettings: library),
        .target(
            name: "PDFModel",
            dependencies: [
                "CImages", "CNettle", "CQPDF", "CUnistring", "Cryptography", "Typesetting", "XMLReading",
            ],
            swiftSettings: library),
        .target(name: "AnnotationFormats", dependencies: ["PDFModel", "XMLReading"], swiftSettings: library),
        .target(
            name: "PageText", dependencies: ["LinuxFiles", "PDFModel", "XMLReading", system], swiftSettings: library),
        .target(name: "PageImages", dependencies: ["LinuxFiles", "PDFModel"], swiftSettings: library),
        .target(
            name: "Checkpointing", dependencies: ["Cryptography", "LinuxFiles", system], swiftSettings: library),
        .target(
            name: "FileDocuments",
            dependencies: ["Checkpointing", "Cryptography", "FileCoordination", "LinuxFiles", system],
            swiftSettings: library),
        .target(
            name: "Documents",
            dependencies: [
                "AnnotationFormats", "Checkpointing", "Cryptography", "FileCoordination", "FileDocuments", "LinuxFiles",
                "PDFModel", "PageImages", "PageText", "Typesetting", system,
            ],
            swiftSettings: library),
        // Links HarfBuzz, of which Debian has no static library; `pdfco` starts it when a text needs an embedded font.
        .systemLibrary(
            name: "CTextShaping", providers: [.apt(["libharfbuzz-dev", "libfribidi-dev", "zlib1g-dev"])]),
        .executableTarget(
            name: "pdfco-text", dependencies: ["CTextShaping", "LinuxFiles", "Typesetting", system],
            swiftSettings: strict),
        .executableTarget(
            name: "pdfco",
            dependencies: [
                "AnnotationFormats", "Checkpointing", "Cryptography", "Documents", "FileCoordination", "PDFModel",
                "PageImages", "PageText", "LinuxFiles", argumentParser, system,
            ],
            resources: [.embedInCode("Review/Resources/review.css"), .embedInCode("Review/Resources/review.js")],
            swiftSettings: strict),

        .executableTarget(
            name: "coordination-benchmark", dependencies: ["FileCoordination", system], path: "Benchmarks/Coordination",
            swiftSettings: strict),
        .executableTarget(
            name: "coordination-example", dependencies: ["FileCoordination", system], path: "Tests/CoordinationExample",
            swiftSettings: strict),
        // The programs of the package Examples, for the tests.
        .executableTarget(
            name: "notes", dependencies: ["FileDocuments", system], path: "Examples/Sources/notes",
            swiftSettings: strict),
        .executableTarget(
            name: "editor", dependencies: ["FileDocuments", system], path: "Examples/Sources/editor",
            swiftSettings: strict),
        .executableTarget(
            name: "contacts", dependencies: ["FileDocuments", system], path: "Examples/Sources/contacts",
            swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["Mutations", subprocess, system], path: "Tests/TestSupport",
            exclude: ["Scripts"], swiftSettings: strict),
        .target(name: "Mutations", path: "Tests/Mutations", swiftSettings: strict),
        .target(
            name: "TestDocuments", dependencies: ["FileDocuments"], path: "Tests/TestDocuments", swiftSettings: strict),
        .testTarget(
            name: "LinuxFilesTests", dependencies: ["CLinux", "LinuxFiles", "TestSupport", system],
            swiftSettings: strict),
        .testTarget(
            name: "AnnotationFormatsTests",
            dependencies: ["AnnotationFormats", "Mutations", "PDFModel", "TestSupport", system], swiftSettings: strict),
        .testTarget(
            name: "PageTextTests",
            dependencies: ["LinuxFiles", "PDFModel", "PageText", "Mutations", "TestSupport", system],
            swiftSettings: strict),
        .testTarget(name: "XMLReadingTests", dependencies: ["XMLReading"], swiftSettings: strict),
        .executableTarget(
            name: "pdfco-test-presenter",
            dependencies: ["FileCoordination", "FileDocuments", "LinuxFiles", "TestDocuments", system],
            path: "Tests/TestPresenter", swiftSettings: strict),
        .testTarget(
            name: "FileCoordinationTests",
            dependencies: ["FileCoordination", "LinuxFiles", "TestSupport", "pdfco-test-presenter", system],
            swiftSettings: strict),
        .testTarget(
            name: "PDFModelTests", dependencies: ["PDFModel", "Mutations", "TestSupport", "Typesetting"],
            swiftSettings: strict),
        .executableTarget(
            name: "pdfco-test-checkpointer", dependencies: ["Checkpointing", system], path: "Tests/TestCheckpointer",
            swiftSettings: strict),
        .testTarget(
            name: "CheckpointingTests",
            dependencies: [
                "Checkpointing", "LinuxFiles", "Mutations", "TestSupport", "pdfco-test-checkpointer", system,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FileDocumentsTests",
            dependencies: [
                "Checkpointing", "FileCoordination", "FileDocuments", "LinuxFiles", "TestDocuments", "TestSupport",
                "contacts", "editor", "notes", "pdfco-test-presenter", system,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DocumentsTests",
            dependencies: ["Documents", "FileCoordination", "LinuxFiles", "TestSupport", system],
            swiftSettings: strict),
        .testTarget(
            name: "pdfcoTests",
            dependencies: [
                "pdfco", "Checkpointing", "Mutations", "PDFModel", "TestSupport", argumentParser, system,
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// Only for `make fuzz`: its `main` is libFuzzer's, which the sanitizer brings.
if Context.environment["PDFCO_FUZZER"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Fuzzer",
            dependencies: ["Documents", "PDFModel", "CLibQPDF", "CQPDF", "Mutations", system], path: "Tests/Fuzzer",
            exclude: ["Scripts"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
