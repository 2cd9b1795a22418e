import ArgumentParser
import PDFModel

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", _superCommandName: "pdfco annotate",
        abstract: "Print the JSON Schema of annotations.",
        discussion: """
            It describes an annotation as import reads it and export writes it. pdfco-annotations(5) explains the \
            keys, and those that list adds.

            EXAMPLE
              pdfco annotate schema > annotation.schema.json
            """)

    func run() throws {
        try Console.forErrors.print(page: String(decoding: Annotation.jsonSchema(), as: UTF8.self))
    }
}
