internal import PDFModel

/// Writes annotations as an FDF file with a cross-reference table.
struct FDFWriter {
    private(set) var losses = Losses()
    private var objects: [PDFObject] = []

    mutating func bytes(of annotations: [Annotation], _ document: DocumentContext) -> [UInt8] {
        // The catalog comes first, as in the files of Acrobat.
        objects = [.null]
        let numbers = annotations.map { _ in reserve() }
        var references: [CodePoints<String>: IndirectReference] = [:]
        for (annotation, number) in zip(annotations, numbers) {
            if let name = annotation.name { references[CodePoints("\(annotation.page) \(name)")] = number }
        }
        var windows: [PDFObject] = []
        for ((annotation, others), number) in zip(document.withOtherEntries(annotations), numbers) {
            let target = annotation.inReplyTo.flatMap { references[CodePoints("\(annotation.page) \($0)")] }
            var entries = self.entries(of: annotation, target).merging(losses.drawn(others, of: annotation.subtype))
            if let popup = annotation.popup {
                let window = PDFObject.reference(add(.dictionary(Self.window(popup, of: annotation, number))))
                entries["Popup"] = window
                windows.append(window)
            }
            objects[number.number - 1] = .dictionary(entries)
        }
        var description: PDFDictionary = ["Annots": .array(numbers.map(PDFObject.reference) + windows)]
        if let name = document.fileName { (description["F"], description["UF"]) = (.text(name), .text(name)) }
        if document.identifiers.count == 2 {
            description["ID"] = .array(document.identifiers.map { .string(PDFString(bytes: $0)) })
        }
        objects[0] = .dictionary(["Type": .name("Catalog"), "FDF": .dictionary(description)])
        return file()
    }

    private mutating func reserve() -> IndirectReference { add(.null) }

    private mutating func add(_ object: PDFObject) -> IndirectReference {
        objects.append(object)
        return IndirectReference(objects.count)
    }

    private mutating func entries(of annotation: Annotation, _ target: IndirectReference?) -> PDFDictionary {
        var entries = annotation.entries()
        entries["Page"] = .integer(annotation.page - 1)
        if let target {
            entries["IRT"] = .reference(target)
        } else if let name = annotation.inReplyTo {
            entries["IRT"] = .text(name)
        }
        if case .page(let page?) = annotation.destination {
            entries["Dest"] = .array([.integer(page - 1), .name("XYZ"), .null, .null, .null])
        }
        if let file = annotation.attachment, let data = file.data {
            entries["FS"] = .dictionary(file.specification(add(.stream(file.embedded(data)))))
        }
        if let appearance = annotation.appearance.flatMap(FormAppearance.init) {
            var copies: [Int: IndirectReference] = [:]
            for (number, _) in appearance.objects { copies[number] = reserve() }
            for (number, object) in appearance.objects {
                guard let copy = copies[number] else { continue }
                objects[copy.number - 1] = object.mapReferences { copies[$0.number].map(PDFObject.reference) ?? .null }
            }
            entries["AP"] = .dictionary(["N": copies[appearance.objects[0].number].map(PDFObject.reference) ?? .null])
        }
        return entries
    }

    private static func window(
        _ state: PopupState, of annotation: Annotation, _ parent: IndirectReference
    ) -> PDFDictionary {
        let rect = annotation.rect
        return [
            "Type": .name("Annot"), "Subtype": .name("Popup"), "Page": .integer(annotation.page - 1),
            "Rect": .rectangle(Rectangle(rect.x1 + 6, rect.y1 - 100, rect.x1 + 186, rect.y1)),
            "Parent": .reference(parent), "Open": .boolean(state == .open), "F": .integer(28),
        ]
    }

    private func file() -> [UInt8] {
        var bytes = Array("%FDF-1.2\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A]
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(bytes.count)
            bytes += Array("\(index + 1) 0 obj\n".utf8)
            bytes += ObjectWriter.bytes(of: object)
            bytes += Array("\nendobj\n".utf8)
        }
        let start = bytes.count
        bytes += Array("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8)
        for offset in offsets {
            let digits = String(offset)
            bytes += Array((String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n").utf8)
        }
        let trailer = PDFObject.dictionary([
            "Root": .reference(IndirectReference(1)), "Size": .integer(objects.count + 1),
        ])
        bytes += Array("trailer\n".utf8) + ObjectWriter.bytes(of: trailer)
        return bytes + Array("\nstartxref\n\(start)\n%%EOF\n".utf8)
    }
}
