import SystemPackage
import TestSupport
import Testing

/// Where passwords come from, and what they mean.
struct PasswordTests {
    @Test(arguments: ["user", nil, "", " ", "Owner", "näher"] as [String?])
    func `Whoever may not annotate is told so and changes nothing`(password: String?) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            try await EncryptionScheme.r6.encrypt(
                Fixture.named("table.pdf"), to: file, permissions: ["--modify=none", "--annotate=n"])
            let before = try FileSnapshot(of: file)
            let result = try await CapturedProgram.run(PDFCO.highlight(file), password: password)
            expectRefusal(result, 77, hint: "--password-file")
            let reason =
                switch password {
                case "user": "its owner does not permit it"
                case nil: "without its password"
                default: "the password is wrong"
                }
            #expect(result.errorText.contains(reason))
            #expect(try FileSnapshot(of: file) == before)
            #expect(try await CapturedProgram.run(PDFCO.highlight(file), password: "owner").exitStatus == 0)
        }
    }

    @Test(arguments: ["user", "", nil] as [String?])
    func `A document for everybody opens without a password and with the empty one, but with no wrong one`(
        password: String?
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            try await EncryptionScheme.r6.encrypt(Fixture.named("table.pdf"), to: file, user: "")
            let isWrong = password == "user"
            #expect(
                try await CapturedProgram.run(PDFCO.highlight(file), password: password).exitStatus
                    == (isWrong ? 77 : 0))
        }
    }

    @Test(
        arguments: [
            (" ", " "), (" \n", " "), (" \r\nanother line\n", " "), ("sécret\n", "sécret"), ("a b ", "a b "), ("", ""),
            ("\n", ""), ("\u{FEFF}sécret\r", "sécret"),
        ])
    func `A password is the first line of a file or of standard input`(text: String, password: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            try await EncryptionScheme.r6.encrypt(Fixture.named("table.pdf"), to: file, user: password)
            let secret = directory.appending("secret")
            try secret.write(text.utf8)
            let fromFile = try await CapturedProgram.run(
                ["open", file.string, "--password-file", secret.string], password: "not asked for")
            #expect(fromFile.exitStatus == 0, "\(fromFile.errorText)")
            var command = PDFCO.command(["open", file.string, "--password-file", "-"])
            command.input = Array(text.utf8)
            #expect(try await command.run().exitStatus == 0)
            #expect(try await CapturedProgram.run(["open", file.string], password: password).exitStatus == 0)
        }
    }

    @Test(arguments: [[0x73, 0xE9], [0x73, 0x00, 0x74]] as [[UInt8]])
    func `A password file that is no text is an error of its own`(bytes: [UInt8]) async throws {
        try await withTemporaryDirectory { directory in
            let secret = directory.appending("secret")
            try secret.write(bytes)
            let result = try await CapturedProgram.run(
                "open", Fixture.named("encrypted.pdf").string, "--password-file", secret.string)
            expectRefusal(result, 64)
            #expect(result.errorText.contains("\(secret): the password in its first line is not UTF-8 text"))
            let missing = try await CapturedProgram.run(
                "open", Fixture.named("encrypted.pdf").string, "--password-file", "none")
            expectRefusal(missing, 66)
        }
    }

    /// What somebody types, and the password that another program made of it. Given `unicode`, qpdf encodes passwords as
    /// the standard says, but for SASLprep; as `bytes` it takes them for what they are.
    @Test(
        arguments: [
            (.r6, "unicode", "näher", "näher"), (.r4, "unicode", "näher", "näher"),
            (.r6, "unicode", "ﬁnan\u{AD}ce\u{A0}Ⅸ", "finance IX"), (.r6, "bytes", "e\u{301}cu", "écu"),
            (.r6, "bytes", "ﬁn", "ﬁn"), (.r4, "bytes", "näher", "näher"), (.r4, "bytes", "日本語", "日本語"),
            (.r4, "unicode", "e\u{301}cu", "écu"), (.r4, "unicode", "10 €", "10 €"),
            (.r4, "hex-bytes", "10 €", "3130 2080"), (.r6, "hex-bytes", "näher", "6ee4686572"),
        ] as [(EncryptionScheme, String, String, String)])
    func `A password opens a document in whatever encoding its writer used`(
        scheme: EncryptionScheme, mode: String, typed: String, made: String
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            try await scheme.encrypt(
                Fixture.named("table.pdf"), to: file, user: made.filter { mode != "hex-bytes" || $0 != " " },
                owner: "00", mode: mode)
            let before = try file.readBytes()
            let result = try await CapturedProgram.run(PDFCO.highlight(file), password: typed)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            #expect(try file.readBytes().starts(with: before))
            #expect(try await CapturedProgram.run(PDFCO.highlight(file), password: typed + "x").exitStatus == 77)
        }
    }

    @Test(
        .enabled(if: PyHanko.isInstalled, "\(PyHanko.isMissing)"),
        arguments: ["ﬁnan\u{AD}ce\u{A0}Ⅸ", "e\u{301}cu", "ｐａｓｓ", "日本語", String(repeating: "ä", count: 70)])
    func `What pyHanko encrypts with a password, it opens`(password: String) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            try await PyHanko.encrypt(Fixture.named("table.pdf"), to: file, password: password)
            let result = try await CapturedProgram.run(PDFCO.highlight(file), password: password)
            #expect(result.exitStatus == 0, "\(result.errorText)")
        }
    }

    /// 127 bytes since revision 5, and 32 before; what is longer is cut there, in the middle of a character too.
    @Test(
        arguments: [
            (.r6, 126, "x", [0x78]), (.r6, 127, "x", []), (.r6, 126, "ä", [0xC3]),
            (.r4, 31, "x", [0x78]), (.r4, 32, "x", []), (.r4, 31, "ä€", [0xE4]),
        ] as [(EncryptionScheme, Int, String, [UInt8])])
    func `A password counts up to the length that the standard sets`(
        scheme: EncryptionScheme, repetitions: Int, end: String, whatCountsOfIt: [UInt8]
    ) async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            let bytes = Array(repeating: 0x70, count: repetitions) + whatCountsOfIt
            #expect(bytes.count == (scheme.revision < 5 ? 32 : 127))
            let made = bytes.map { String($0, radix: 16) }.joined()
            try await scheme.encrypt(
                Fixture.named("table.pdf"), to: file, user: made, owner: "00", mode: "hex-bytes")
            let password = String(repeating: "p", count: repetitions) + end
            #expect(try await CapturedProgram.run(["open", file.string], password: password).exitStatus == 0)
            let short = String(repeating: "p", count: bytes.count - 1)
            #expect(try await CapturedProgram.run(["open", file.string], password: short).exitStatus == 77)
        }
    }
}

/// Commands that pdfco runs, and the password.
struct PasswordPassingTests {
    /// Says what password a command has; a password that a text would join with the sign before it is one, too.
    private func said(_ arguments: [String], password: String, options: [String]) async throws -> String {
        try await withTemporaryDirectory { directory in
            let file = directory.appending("x.pdf")
            try await EncryptionScheme.r6.encrypt(Fixture.named("table.pdf"), to: file, user: password)
            let secret = directory.appending("secret")
            try secret.write(password.utf8)
            let arguments = arguments.map { $0.replacing("FILE", with: file.string) }
            let options = options.map { $0.replacing("SECRET", with: secret.string) }
            var command = PDFCO.command(
                [arguments[0]] + options + arguments.dropFirst(), environment: ["PDFCO_PASSWORD": password])
            if options.contains("--password-file") { command.environment["PDFCO_PASSWORD"] = nil }
            command.environment["PDFCO_RUNTIME_DIR"] = directory.appending("run").string
            let result = try await command.run()
            #expect(result.exitStatus == 0, "\(result.errorText)")
            return result.outputText
        }
    }

    private static let script = "echo \"<${PDFCO_PASSWORD-none}>\"; env | grep -c ^PDFCO_PASSWORD; true"
    private static let running = [
        ["open", "FILE", "--", "sh", "-c", script], ["save", "FILE", "--", "sh", "-c", script],
    ]

    @Test(arguments: running, ["user", "\u{301}user"])
    func `A command does not get the password`(arguments: [String], password: String) async throws {
        #expect(try await said(arguments, password: password, options: []) == "<none>\n0\n")
    }

    @Test(arguments: running, [[], ["--password-file", "SECRET"]])
    func `A command gets the password that pdfco has, where that is asked for`(
        arguments: [String], options: [String]
    ) async throws {
        let text = try await said(arguments, password: "user", options: options + ["--pass-password"])
        #expect(text == "<user>\n1\n")
    }

    @Test func `A pdfco inside a command opens the document with the password that was passed on`() async throws {
        let inner = [
            "save", "FILE", "--", "sh", "-c", "\"$0\" open FILE >/dev/null && echo opened", PDFCO.program.string,
        ]
        #expect(try await said(inner, password: "user", options: ["--pass-password"]) == "opened\n")
    }

    @Test(arguments: [false, true])
    func `The command for events gets the password only where that is asked for`(isAskedFor: Bool) async throws {
        try await WatchScene.with { scene in
            let out = scene.unsaved.root.appending("out")
            var command = scene.unsaved.command(
                ["watch", "FILE", "--until", "changed", "--exec", "echo \"<${PDFCO_PASSWORD-none}>\" >>\(out.string)"]
                    + (isAskedFor ? ["--pass-password"] : []))
            command.environment["PDFCO_PASSWORD"] = "\u{301}secret"
            let watch = try RunningCommand(command)
            _ = try watch.next { $0.hasPrefix("pdfco: watching ") }
            try scene.replace(by: "stream.pdf")
            _ = try watch.rest()
            #expect(watch.exitStatus() == 0)
            let said = Set(String(decoding: try out.readBytes(), as: UTF8.self).split(separator: "\n").map(String.init))
            #expect(said == [isAskedFor ? "<\u{301}secret>" : "<none>"])
        }
    }

    @Test(arguments: [["open", "FILE"], ["save", "FILE"], ["watch", "FILE"]])
    func `There must be a command to pass the password to`(arguments: [String]) async throws {
        let file = Fixture.named("table.pdf").string
        expectRefusal(
            try await CapturedProgram.run(arguments.map { $0.replacing("FILE", with: file) } + ["--pass-password"]), 64)
    }
}
