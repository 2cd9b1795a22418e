// Highlights a line on the first page of a PDF document: `highlight FILE`.
import Documents
import PDFModel

do {
    let document = try Document(fileAt: FilePath(CommandLine.arguments[1]))
    try await document.open()
    guard let page = try await document.pageDetails(.first).first else { fatalError("A document has pages.") }
    let line = Rectangle(72, page.cropBox.y1 - 142, 257, page.cropBox.y1 - 129)
    let highlight = Annotation.highlight(page: page.number, rects: [line], contents: "Is this still true?")
    let report = try await document.perform([.add(highlight)])
    try await document.close()  // saves
    print("\(report.applied) annotation added to a page of \(page.width) × \(page.height) points")
} catch let error as DocumentError {
    print("error: \(error)")
    if let hint = error.hint { print("hint: \(hint)") }
}
