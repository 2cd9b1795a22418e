import LinuxFiles
import SystemPackage
import TestSupport
import Testing

@testable import pdfco

/// What the Tab key offers in a session.
struct SessionCompletionTests {
    private func words(_ line: String) -> [String] {
        SessionCompletion(CommandTree(root: PDFCo.self)) { ["note-1", "note 2", "other"].map { ($0, "") } }.words(
            after: line
        ).words
    }

    @Test(arguments: [
        ("", "annotate"), ("sa", "save"), ("help ", "undo"), ("help annotate hi", "highlight"),
        ("conflict r", "reload"),
        ("annotate ", "update"), ("annotate sq", "square"), ("checkpoint dis", "discard"),
        ("annotate square --co", "--contents"), ("undo --", "--count"), ("list --s", "--subtype"),
        ("save --method ", "append"), ("save --on-conflict mer", "merge"),
        ("annotate update ", "note-1"), ("annotate remove 'note ", "note 2"), ("annotate remove note-1 oth", "other"),
        ("annotate text --reply-to ", "other"), ("open --annot", "--annotations"),
    ])
    func `Commands, options, their values and names are completed`(line: String, word: String) {
        #expect(words(line).contains(word), "\(words(line))")
    }

    @Test(arguments: ["nonsense ", "annotate nonsense ", "save --method x", "conflict save ", "annotate list "])
    func `Nothing is offered where there is nothing to say`(line: String) {
        #expect(words(line) == [])
    }

    @Test func `Files are completed as far as a directory`() async throws {
        try await withTemporaryDirectory { directory in
            try directory.appending("marks.xfdf").write([])
            try directory.appending(".hidden").write([])
            try PrivateDirectory.make(directory.appending("sub"))
            let path = directory.string + "/"
            #expect(words("annotate import \(path)") == [path + "marks.xfdf", path + "sub/"])
            #expect(words("save -o \(path)m").isEmpty || words("save -o \(path)m") == [path + "marks.xfdf"])
            #expect(words("annotate import \(path).") == [path + ".hidden"])
        }
    }
}
