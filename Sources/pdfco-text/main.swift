import FoundationEssentials
import LinuxFiles
import Typesetting

// Shapes texts and makes subsets of fonts for pdfco: reads requests from standard input, one JSON object per line, and
// answers each with such a line on standard output. The arguments are font files that are not to be opened, because
// they ended this program before.
//
// It is a program of its own because Debian has HarfBuzz only as a shared library, while pdfco is linked statically,
// and so that a font made to break it breaks nothing else.

@MainActor func send(_ reply: TextReply) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try StandardStream.output.write(Array(try encoder.encode(reply)) + [0x0A])
}

@MainActor func answer(_ request: TextRequest) throws -> TextReply {
    do {
        if shaper == nil {
            let skipped = Set(ThisProcess.arguments.map { String(decoding: $0, as: UTF8.self) })
            shaper = Shaper(library: try FontLibrary(skipping: skipped) { path in try send(.reading(path)) })
        }
        return .shaped(try shaper!.shape(request))
    } catch let problem as TextProblem {
        return .failed(problem)
    }
}

var shaper: Shaper?
// Whoever asks for texts may think for as long as a session takes, and ends this process with its pipe.
let source = try LineSource(nil, patience: nil)
while let line = try source.next() {
    try send(try answer(try JSONDecoder().decode(TextRequest.self, from: Data(line))))
}
