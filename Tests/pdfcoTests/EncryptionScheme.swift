import SystemPackage
import TestSupport
import Testing

/// One way of the standard security handler to encrypt a document, as qpdf is asked for it (ISO 32000-2, 7.6.4).
struct EncryptionScheme: Sendable, CustomTestStringConvertible {
    var testDescription: String
    private var options: [String]
    /// `/R`, and the method of the streams, as `pdfco open` tells them.
    var revision: Int
    var method: String

    static let all = [
        EncryptionScheme("V1 R2, RC4 with 40 bits", ["40"], 2, "RC4"),
        EncryptionScheme("V2 R3, RC4 with 128 bits", ["128", "--use-aes=n"], 3, "RC4"),
        EncryptionScheme("V4 R4, RC4", ["128", "--force-V4"], 4, "V2"),
        EncryptionScheme("V4 R4, AES-128", ["128", "--use-aes=y"], 4, "AESV2"),
        EncryptionScheme("V4 R4, AES-128, clear metadata", ["128", "--use-aes=y", "--cleartext-metadata"], 4, "AESV2"),
        EncryptionScheme("V5 R5, AES-256", ["256", "--force-R5"], 5, "AESV3"),
        r6,
        EncryptionScheme("V5 R6, AES-256, clear metadata", ["256", "--cleartext-metadata"], 6, "AESV3"),
    ]

    static let r6 = EncryptionScheme("V5 R6, AES-256", ["256"], 6, "AESV3")
    /// The newest that takes the password in PDFDocEncoding.
    static let r4 = all[3]

    var hasClearMetadata: Bool { options.contains("--cleartext-metadata") }

    private init(_ description: String, _ options: [String], _ revision: Int, _ method: String) {
        testDescription = description
        self.options = options
        self.revision = revision
        self.method = method
    }

    /// Has qpdf encrypt a document.
    ///
    /// - Parameters:
    ///   - permissions: qpdf's options that restrict whoever has the user password.
    ///   - mode: how qpdf takes the passwords: `unicode`, by the standard; `bytes`, as they are; `hex-bytes`.
    func encrypt(
        _ original: FilePath, to file: FilePath, user: String = "user", owner: String = "owner",
        permissions: [String] = [], mode: String = "unicode"
    ) async throws {
        let encryption = ["--encrypt", user, owner] + options + permissions + ["--"]
        let result = try await Command(
            "qpdf", ["--allow-weak-crypto", "--password-mode=\(mode)"] + encryption + [original.string, file.string]
        ).run()
        try #require(result.exitStatus == 0, "\(result.errorText)")
    }
}
