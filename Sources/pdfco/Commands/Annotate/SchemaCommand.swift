import ArgumentParser
import PDFModel

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", _superCommandName: "pdfco",
        abstract: "Print the JSON Schema of annotations.",
        discussion: """
            EXAMPLE
              pdfco schema > annotation.schema.json
            """)

    func run() throws {
        try Console.forErrors.print(page: String(decoding: Annotation.jsonSchema(), as: UTF8.self))
    }
}
