/// The entries of an annotation that refer to other objects.
extension AnnotationEditor {
    /// Writes the entries of some properties that refer to other objects.
    mutating func refer(
        _ annotation: Annotation, _ properties: [AnnotationProperty], _ dictionary: inout PDFDictionary
    ) throws(PDFError) {
        let schema = Annotation.schema
        if properties.contains(schema.inReplyTo.untyped) {
            dictionary[.inReplyTo] = try target(annotation.inReplyTo, onPage: annotation.page)
        }
        if properties.contains(where: schema.destination.contains) {
            try lead(to: annotation.destination, &dictionary)
        }
        if properties.contains(schema.actions.untyped) { try act(annotation.actions, &dictionary) }
        if properties.contains(schema.attachmentData.untyped) {
            try attach(annotation.attachment, &dictionary)
        } else if properties.contains(where: schema.attachment.contains) {
            throw .invalidAnnotation("the name, type and dates of an attached file change only with the file")
        }
    }

    /// Adds an annotation with its pop-up window: each refers to the other.
    mutating func add(
        _ dictionary: PDFDictionary, of annotation: Annotation, with page: PageAnnotations
    ) throws(PDFError) -> Outcome {
        let reference = update.reserve()
        pages[page.page.number]?.append(.reference(reference), named: annotation.name)
        var dictionary = dictionary
        dictionary[.popup] = try popup(of: annotation, reference, nil, on: page)
        update.replace(reference, with: .dictionary(dictionary))
        return .applied
    }

    /// Returns the pop-up window of an annotation: the one that it has, opened or closed, or a new one.
    mutating func popup(
        of annotation: Annotation, _ reference: IndirectReference?, _ existing: PDFObject?, on page: PageAnnotations
    ) throws(PDFError) -> PDFObject? {
        guard let state = annotation.popup else { return existing }
        if let old = existing?.referenceValue, var window = try update.wholeObject(old).dictionaryValue,
            try update.resolve(window[.subtype] ?? .null).nameValue == "Popup"
        {
            window["Open"] = .boolean(state == .open)
            update.replace(old, with: .dictionary(window))
            return existing
        }
        guard let reference else {
            throw .invalidAnnotation(
                "the \(annotation.subtype) cannot have a pop-up window, because it is a direct object")
        }
        let window: PDFDictionary = [
            .type: .name(.annotation), .subtype: .name("Popup"),
            .rectangle: .rectangle(PopupState.rect(beside: annotation.rect, on: page.page)),
            .parent: .reference(reference), "Open": .boolean(state == .open),
            // Print, NoZoom and NoRotate, as viewers set them.
            .flags: .integer(28), .pageOfAnnotation: .reference(page.pageReference),
        ]
        let new = update.add(.dictionary(window))
        let added = PDFObject.reference(new)
        pages[page.page.number]?.append(added, named: nil)
        return added
    }

    /// Writes an attached file, if the annotation has its contents.
    private mutating func attach(_ attached: AttachedFile?, _ dictionary: inout PDFDictionary) throws(PDFError) {
        guard let attached, let data = attached.data else { return }
        guard try !file.encryptsEmbeddedFilesOtherwise() else {
            throw .unsupportedEncryption("its embedded files have a crypt filter (/EFF) that pdfco cannot write")
        }
        let stream = update.add(.stream(attached.embedded(data)))
        let old = try update.resolve(dictionary["FS"] ?? .null).dictionaryValue ?? [:]
        let kept = old.filter { ["Desc", "AFRelationship"].contains($0.key) }
        dictionary["FS"] = .reference(update.add(.dictionary(kept.merging(attached.specification(stream)))))
    }

    /// Writes what an annotation does; an action of its own stands in place of a destination (Table 176).
    private mutating func act(_ actions: [UInt8]?, _ dictionary: inout PDFDictionary) throws(PDFError) {
        guard let actions = actions.flatMap(AnnotationActions.init) else { return }
        let entries = try actions.entries { number throws(PDFError) in
            try tree.page(number).place.reference.map(PDFObject.reference)
        }
        dictionary = dictionary.merging(entries)
        if entries["A"] != nil { dictionary["Dest"] = nil }
    }

    /// Writes where a link leads, as far as that is in the document.
    private mutating func lead(
        to destination: LinkDestination?, _ dictionary: inout PDFDictionary
    ) throws(PDFError) {
        switch destination {
        case .page(let number?):
            let page = try tree.page(number)
            guard let reference = page.place.reference else {
                throw .invalidAnnotation("no link can refer to page \(number), because it is a direct object")
            }
            // The upper left corner as the reader sees it, in the magnification that the reader has.
            let frame = UprightFrame(page.cropBox, rotation: page.rotation)
            let corner = frame.matrix.transform(Point(0, frame.height))
            dictionary["Dest"] = .array([
                .reference(reference), .name("XYZ"), .number(corner.x), .number(corner.y), .null,
            ])
        case .named(let name, _):
            guard try file.namedDestination(.text(name)) == nil else { return }
            if try file.namedDestination(.name(Name(name))) != nil {
                dictionary["Dest"] = .name(Name(name))
            } else {
                findings.warnings.append("the document has no destination named '\(name)'")
            }
        case .page(nil), .uri, .file, .action, nil: break
        }
    }
}
