// swift-tools-version: 6.2
import PackageDescription

let system = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
    name: "Examples",
    dependencies: [
        .package(name: "pdfco", path: ".."),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        .executableTarget(name: "notes", dependencies: [.product(name: "FileDocuments", package: "pdfco"), system]),
        .executableTarget(name: "editor", dependencies: [.product(name: "FileDocuments", package: "pdfco"), system]),
        .executableTarget(name: "contacts", dependencies: [.product(name: "FileDocuments", package: "pdfco"), system]),
        .executableTarget(
            name: "highlight",
            dependencies: [.product(name: "Documents", package: "pdfco"), .product(name: "PDFModel", package: "pdfco")]),
    ],
    swiftLanguageModes: [.v6]
)
