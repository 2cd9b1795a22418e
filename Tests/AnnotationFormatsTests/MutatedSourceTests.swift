import AnnotationFormats
import Mutations
import TestSupport
import Testing

@testable import PDFModel

/// Damaged sources are read or refused; nothing else happens.
struct MutatedSourceTests {
    @Test(arguments: [
        ("xfdf", "everything.xfdf"), ("fdf", "acrobat.fdf"), ("instant-json", "instant.json"), ("json", ""),
    ])
    func `A damaged source crashes nothing`(name: String, fixture: String) throws {
        let format = try Exchange.format(name)
        let whole = [fixture].filter { !$0.isEmpty }.map { try? Exchange.fixture($0) }.compactMap(\.self)
        let sources = whole + [format.write(Exchange.everyKind, of: Exchange.document).bytes]
        var (read, refused) = (0, 0)
        for seed in TestScope.seeds() {
            var mutation = Mutation(seed: seed)
            let source = sources[Int(seed) % sources.count]
            let isObjects = name == "fdf" && seed % 2 == 0
            let bytes = isObjects ? mutation.apply(to: source) : mutation.apply(toSource: source)
            do {
                let imported = try format.read(bytes, for: Exchange.document)
                for annotation in try Exchange.added(imported) {
                    if let valid = try? annotation.validated(on: Exchange.page) {
                        _ = valid.appearance(on: Exchange.page)
                    }
                }
                read += 1
            } catch { refused += 1 }
        }
        #expect(read > 0 && refused > 0)
    }
}
