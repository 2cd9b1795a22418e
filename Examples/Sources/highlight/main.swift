// Highlights a place on the first page of a PDF document: `highlight FILE DATA-DIRECTORY`.
import Documents
import PDFModel
import SystemPackage

let (file, data) = (FilePath(CommandLine.arguments[1]), FilePath(CommandLine.arguments[2]))
let document = try Document(fileAt: file, .init(checkpoints: CheckpointStore(dataDirectory: data)))
try await document.open()
var highlight = Annotation("Highlight", page: 1, rect: Rectangle(72, 700, 300, 712))
highlight.contents = "Is this still true?"
let report = try await document.perform([.add(highlight)])
try await document.close()
print("\(report.applied) annotation added to \(file)")
