import ArgumentParser
import PDFModel

struct SchemaCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        "schema", abstract: "Print the JSON Schema of annotations.",
        examples: "  pdfco schema > annotation.schema.json")

    func run(in surroundings: Surroundings) throws {
        try surroundings.console.print(page: String(decoding: Annotation.jsonSchema(), as: UTF8.self))
    }
}
