import TestSupport
import Testing

@testable import PDFModel

/// What certifications and locks allow, however the file states them.
struct SignaturePermissionTests {
    private let note = "<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /NM (note) >>"
    private let widget = "<< /Type /Annot /Subtype /Widget /Rect [40 10 60 30] /NM (widget) /FT /Tx /T (text) >>"

    // MARK: Certifications

    @Test(
        arguments: [
            ("/P 1", 1), ("/P 2", 2), ("/P 3", 3), ("", 2), ("/P null", 2), ("/P (x)", 2), ("/P 0", 2), ("/P -1", 2),
            ("/P 4", 2), ("/P 3.0", 2), ("/P 9 0 R", 3),
        ])
    func `The certification tells whether annotating is allowed`(parameters: String, level: Int) throws {
        let reference = "/Reference [\(SignedFile.reference("DocMDP", parameters))]"
        for catalog in ["", "/Perms << /DocMDP 5 0 R >>", "/Perms << >>", "/Perms << /DocMDP null /UR3 6 0 R >>"] {
            let file = try SignedFile(signature: reference, catalog: catalog, objects: [9: "3"]).read()
            #expect(try file.signatureFields().map(\.certification) == [level])
            try expect(file, level: level)
        }
    }

    @Test func `The parts of a certification may be objects of their own`() throws {
        try expect(
            SignedFile(
                signature: "/Reference 6 0 R", catalog: "/Perms 10 0 R",
                objects: [
                    6: "[7 0 R]", 7: "<< /TransformMethod 8 0 R /TransformParams 9 0 R >>", 8: "/DocMDP",
                    9: "<< /P 11 0 R >>", 10: "<< /DocMDP 5 0 R >>", 11: "1",
                ]
            ).read(), level: 1)
    }

    @Test func `The catalog certifies also with a signature that is in no field, and with one that states nothing`()
        throws
    {
        for (signature, level) in [("<< >>", 2), ("<< /Reference [\(SignedFile.reference("DocMDP", "/P 3"))] >>", 3)] {
            let file = try SignedFile(catalog: "/Perms << /DocMDP 6 0 R >>", objects: [6: signature]).read()
            #expect(try file.signatureFields().map(\.certification) == [nil])
            try expect(file, level: level, isByCatalog: true)
        }
    }

    @Test func `Of several levels the strictest holds`() throws {
        let three = SignedFile.reference("DocMDP", "/P 3")
        let file = try SignedFile(
            signature: "/Reference [\(three)]", catalog: "/Perms << /DocMDP 5 0 R >>",
            objects: [
                4: "<< /FT /Sig /T (form) /Kids [6 0 R 7 0 R] >>", 6: "<< /T (one) /V 5 0 R >>",
                7: "<< /T (two) /V << /Reference [\(three) \(SignedFile.reference("DocMDP", "/P 1"))] >> >>",
            ]
        ).read()
        #expect(try file.signatureFields().map(\.certification) == [3, 1])
        try expect(file, level: 1)
    }

    @Test func `An approval signature, and a field that is not signed, leave annotating allowed`() throws {
        try expect(SignedFile().read(), level: nil)
        let unsigned = "<< /FT /Sig /T (one) /Lock << /Action /All /P 1 >> >>"
        try expect(SignedFile(objects: [4: unsigned]).read(), level: nil)
    }

    private func expect(_ file: PDFFile, level: Int?, isByCatalog: Bool = false) throws {
        #expect(try file.certificationLevel() == level)
        if let level, level < 3 {
            let field = try file.signatureFields().first { $0.certification == level }?.name
            #expect(field != nil || isByCatalog)
            #expect(throws: PDFError.certified(level: level, byField: field)) {
                try AnnotationEditor(file, now: .fixed)
            }
            _ = try AnnotationEditor(file, now: .fixed, ignoringSignatures: true)
        } else {
            #expect(try !increment(file, adding: .square("new")).isEmpty)
        }
    }

    // MARK: Locks

    @Test(
        arguments: [
            ("/Action /All", FieldLock(.field, .all)), ("/Action /All /Fields [(a)]", FieldLock(.field, .all)),
            ("/Action /Include /Fields [(a) 9 0 R 7]", FieldLock(.field, .include, fields: ["a", "nine"])),
            ("/Action /Exclude /Fields [<FEFF00E9>]", FieldLock(.field, .exclude, fields: ["é"])),
            ("/Action /Include /P 1", FieldLock(.field, .include, permissions: 1)),
            ("/Action /Exclude /P 4", FieldLock(.field, .exclude)), ("/Fields [(a)]", FieldLock(.field, .all)),
            ("/Action /Some", FieldLock(.field, .all)),
        ])
    func `A lock is read from the field and from the signature`(entries: String, lock: FieldLock) throws {
        let file = try SignedFile(
            field: "/Lock 6 0 R", signature: "/Reference [\(SignedFile.reference("FieldMDP", entries))]",
            objects: [6: "<< /Type /SigFieldLock \(entries) >>", 9: "(nine)"]
        ).read()
        let transform = FieldLock(.transform, lock.action, fields: lock.fields)
        #expect(try file.signatureFields().map(\.locks) == [[transform, lock]])
    }

    @Test func `A lock holds for the fields it names and their descendants`() {
        let included = FieldLock(.field, .include, fields: ["a", "b.c"])
        #expect(["a", "a.x", "b.c", "b.c.d.e"].allSatisfy(included.locks))
        #expect(!["b", "ab", "b.cd", "", "c"].contains(where: included.locks))
        let excluded = FieldLock(.transform, .exclude, fields: ["a", "b.c"])
        for name in ["a", "a.x", "b", "ab", ""] { #expect(excluded.locks(name) != included.locks(name)) }
        #expect(FieldLock(.field, .all).locks("anything"))
        #expect(!FieldLock(.field, .include).locks("anything"))
    }

    @Test(arguments: [1, 2, 3])
    func `A lock of a signed field forbids annotating as a certification does`(level: Int) throws {
        let lock = "/Lock << /Action /Include /Fields [] /P \(level) >>"
        let certified = "/Reference [\(SignedFile.reference("DocMDP", "/P 3"))]"
        for signature in ["", certified] {
            let file = try SignedFile(field: lock, signature: signature).read()
            if level < 3 {
                #expect(throws: PDFError.locked(byField: "one", level: level)) {
                    try AnnotationEditor(file, now: .fixed)
                }
                _ = try AnnotationEditor(file, now: .fixed, ignoringSignatures: true)
            } else {
                #expect(try !increment(file, adding: .square("new")).isEmpty)
            }
        }
    }

    /// The widget belongs to the field `form.text`; the signature's own is one, too.
    @Test(
        arguments: [
            ("/Action /All", true), ("/Action /Include /Fields [(form.text)]", true),
            ("/Action /Include /Fields [(form)]", true), ("/Action /Include /Fields [(text)]", false),
            ("/Action /Exclude /Fields [(form)]", false), ("/Action /Exclude /Fields [(one)]", true), ("", false),
        ])
    func `What stands for a locked field may not be removed, and other annotations may`(
        lock: String, isLocked: Bool
    ) throws {
        let signature = lock.isEmpty ? "" : "/Reference [\(SignedFile.reference("FieldMDP", lock))]"
        let file = try SignedFile(
            field: "/Subtype /Widget /Rect [0 0 0 0] /NM (own)", signature: signature,
            page: "/Annots [6 0 R 7 0 R 4 0 R]",
            objects: [
                6: note, 7: widget.replacing(" >>", with: " /Parent 8 0 R >>"), 8: "<< /T (form) /Kids [7 0 R] >>",
            ]
        ).read()
        for force in [false, true] {
            var editor = try AnnotationEditor(file, now: .fixed, ignoringSignatures: force)
            #expect(try editor.remove("note", onPages: [1]) == .applied)
            if force {
                #expect(try editor.remove("widget", onPages: [1]) == .applied)
                #expect(try editor.remove("own", onPages: [1]) == .applied)
                continue
            }
            #expect(throws: PDFError.fieldLocked("one", byField: "one")) { try editor.remove("own", onPages: [1]) }
            var change = AnnotationChange()
            change.color = .black
            if isLocked {
                let locked = PDFError.fieldLocked("form.text", byField: "one")
                #expect(throws: locked) { try editor.update("7 0 R", onPages: [1], with: change) }
                #expect(throws: locked) { try editor.remove("widget", onPages: [1]) }
            } else {
                #expect(try editor.update("7 0 R", onPages: [1], with: change) == .applied)
                #expect(try editor.remove("widget", onPages: [1]) == .applied)
            }
        }
    }

    @Test func `An encrypted document may be annotated with its password, a certified one not`() throws {
        let memory = OwnedBytes(try Fixture.bytes("encrypted.pdf"))
        let encrypted = try PDFFile(bytes: memory.bytes, keeping: memory, password: "user", for: .editing)
        try encrypted.checkMayAnnotate()
        let encryption = Encryption(method: "AESV3", revision: 6, isOpenedAsOwner: false, mayAnnotate: true)
        #expect(try encrypted.encryption() == encryption)
        #expect(throws: PDFError.passwordRequired(given: false)) { try PDFFile(Fixture.bytes("encrypted.pdf")) }
        #expect(throws: PDFError.certified(level: 1, byField: "certification")) {
            try AnnotationEditor(PDFFile(Fixture.bytes("certified.pdf")), now: .fixed)
        }
    }
}
