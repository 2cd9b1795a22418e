/// A form XObject with everything that it refers to, apart from any document (ISO 32000-2, 8.10, 12.5.5).
///
/// As bytes it is a sequence of indirect objects in the notation of a file, the form first.
package struct FormAppearance: Sendable {
    /// The objects with their numbers, the form first.
    package private(set) var objects: [(number: Int, object: PDFObject)]

    /// The greatest number of bytes.
    package static let sizeLimit = 64 << 20

    /// Creates an appearance of objects, the form first; `nil` where that is no form.
    package init?(_ objects: [(number: Int, object: PDFObject)]) {
        guard case .stream(var form)? = objects.first?.object, form.data != nil,
            form.dictionary[.boundingBox]?.numbersValue?.count == 4,
            Set(objects.map(\.number)).count == objects.count,
            objects.allSatisfy({ $0.object.referenceValue == nil })
        else { return nil }
        (form.dictionary[.type], form.dictionary[.subtype]) = (.name(.xObject), .name(.form))
        self.objects = objects
        self.objects[0].object = .stream(form)
    }

    /// Reads an appearance; `nil` where the bytes are none.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit else { return nil }
        var objects: [(number: Int, object: PDFObject)] = []
        let isWhole = bytes.withUnsafeBytes { bytes in
            var reader = SyntaxReader(bytes, at: 0)
            while let number = reader.integer() {
                guard reader.integer() != nil, reader.skip("obj"), var object = reader.object() else { return false }
                if let dictionary = object.dictionaryValue,
                    let data = reader.streamData(length: dictionary[.length]?.integerValue)
                {
                    reader.position = data.upperBound
                    object = .stream(PDFStream(dictionary, data: Array(bytes[data])))
                    guard reader.skip("endstream") else { return false }
                }
                guard reader.skip("endobj") else { return false }
                objects.append((number, object))
            }
            reader.skipSpace()
            return reader.position == bytes.count
        }
        guard isWhole else { return nil }
        self.init(objects)
    }

    package var bytes: [UInt8] {
        objects.flatMap { number, object in
            Array("\(number) 0 obj\n".utf8) + ObjectWriter.bytes(of: object) + Array("\nendobj\n".utf8)
        }
    }

    /// Adds the objects to a file; returns the form.
    func add(to update: inout IncrementalUpdate) -> IndirectReference {
        var places: [Int: IndirectReference] = [:]
        for (number, _) in objects { places[number] = update.reserve() }
        let references = objects.compactMap { places[$0.number] }
        for ((_, object), reference) in zip(objects, references) {
            update.replace(
                reference, with: object.mapReferences { places[$0.number].map(PDFObject.reference) ?? .null })
        }
        return references[0]
    }
}

extension FormAppearance {
    /// Reads the normal appearance of an annotation; `nil` where it has none, has one for each of several states, or
    /// refers to more than an appearance needs.
    init?(of annotation: IndirectReference, in file: PDFFile) throws(PDFError) {
        guard let entries = try file.resolve(.reference(annotation)).dictionaryValue,
            let all = try file.resolve(entries[.appearance] ?? .null).dictionaryValue,
            let form = all[.normal]?.referenceValue
        else { return nil }
        try self.init(of: form) { reference throws(PDFError) in
            let object = try file.resolve(.reference(reference))
            guard case .stream(var stream) = object else { return object }
            stream.data = try file.streamData(reference, encoded: true)
            return .stream(stream)
        }
    }

    /// - Parameter object: returns an object, of a stream with its data.
    package init?<Failure>(
        of form: IndirectReference, object: (IndirectReference) throws(Failure) -> PDFObject
    ) throws(Failure) {
        var numbers = [form: 1]
        var waiting = [form]
        var objects: [(number: Int, object: PDFObject)] = []
        var size = 0
        while objects.count < waiting.count {
            guard waiting.count <= Self.objectLimit else { return nil }
            var found = try object(waiting[objects.count])
            if case .stream(let stream) = found {
                guard let data = stream.data else { return nil }
                size += data.count
            }
            guard size <= Self.sizeLimit else { return nil }
            found = found.withoutLinksToDocument.mapReferences { reference in
                if numbers[reference] == nil {
                    waiting.append(reference)
                    numbers[reference] = waiting.count
                }
                return .reference(IndirectReference(numbers[reference] ?? 0))
            }
            objects.append((objects.count + 1, found))
        }
        self.init(objects)
    }

    /// More objects than an appearance has.
    private static let objectLimit = 1000

    /// The appearance without what does more than draw: actions, scripts, and data in other files (7.3.8.2, 8.10.4).
    /// `nil` where nothing is left that can be drawn.
    package var onlyDrawing: FormAppearance? {
        let found = Dictionary(uniqueKeysWithValues: objects.map { ($0.number, $0.object) })
        let kept = found.mapValues { object in
            object.onlyDrawing { $0.referenceValue.map { found[$0.number] ?? .null } ?? $0 }
        }
        if kept == found { return self }
        // What only an action refers to goes with it.
        return FormAppearance(of: IndirectReference(objects[0].number)) { reference throws(Never) in
            kept[reference.number] ?? .null
        }
    }
}

extension PDFObject {
    /// The object with each reference replaced.
    package func mapReferences(_ transform: (IndirectReference) -> PDFObject) -> PDFObject {
        switch self {
        case .reference(let reference): return transform(reference)
        case .array(let items): return .array(items.map { $0.mapReferences(transform) })
        case .dictionary(let entries): return .dictionary(entries.mapValues { $0.mapReferences(transform) })
        case .stream(var stream):
            stream.dictionary = stream.dictionary.mapValues { $0.mapReferences(transform) }
            return .stream(stream)
        default: return self
        }
    }

    /// Without actions, scripts and data in other files. In a dictionary of resources any key may be the name of one, so
    /// that there the value decides.
    fileprivate func onlyDrawing(_ resolved: (PDFObject) -> PDFObject) -> PDFObject {
        func isAction(_ object: PDFObject) -> Bool {
            guard let entries = resolved(object).dictionaryValue else { return false }
            return entries["JS"] != nil || entries["Type"]?.nameValue == "Action"
                || resolved(entries["S"] ?? .null).nameValue.map(AnnotationActions.knownTypes.contains) == true
        }
        switch self {
        case .array(let items): return .array(items.map { isAction($0) ? .null : $0.onlyDrawing(resolved) })
        case .dictionary(let entries):
            let others = entries.filter { _, value in
                guard !isAction(value) else { return false }
                // Additional actions: one for each event.
                let events = resolved(value).dictionaryValue ?? [:]
                return events.isEmpty || !events.allSatisfy { isAction($0.value) }
            }
            return .dictionary(others.mapValues { $0.onlyDrawing(resolved) })
        case .stream(var stream):
            let others: Set<Name> = ["F", "FFilter", "FDecodeParms", "Ref", "OPI", "A", "AA"]
            let entries = PDFObject.dictionary(stream.dictionary.filter { !others.contains($0.key) })
            stream.dictionary = entries.onlyDrawing(resolved).dictionaryValue ?? [:]
            return .stream(stream)
        default: return self
        }
    }

    /// Without the entries that lead from an appearance to the rest of its document.
    fileprivate var withoutLinksToDocument: PDFObject {
        let keys: Set<Name> = ["StructParent", "StructParents", "OC", "Metadata", "PieceInfo", .parent, .length]
        switch self {
        case .dictionary(let entries): return .dictionary(entries.filter { !keys.contains($0.key) })
        case .stream(var stream):
            stream.dictionary = stream.dictionary.filter { !keys.contains($0.key) }
            return .stream(stream)
        default: return self
        }
    }
}
