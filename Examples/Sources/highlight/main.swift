// Highlights a line of a PDF document: `highlight FILE`.
import Documents

do {
    let document = try Document(fileAt: FilePath(CommandLine.arguments[1]))
    try await document.open()
    let line = Rectangle(72, 700, 257, 713)
    _ = try await document.perform([.add(.highlight(page: 3, rects: [line], contents: "Since when?"))])
    try await document.close()  // saves
} catch {
    print("error: \(error)")
}
