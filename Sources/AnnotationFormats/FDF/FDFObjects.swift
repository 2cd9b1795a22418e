internal import PDFModel

/// The objects of an FDF file, found by their own beginnings: most of these files have no cross-reference table.
struct FDFObjects {
    private var objects: [Int: PDFObject] = [:]
    /// The value of /Root in the last trailer that has it.
    private var catalog: PDFObject?
    /// The object whose dictionary has the entry /FDF, where no trailer leads to it.
    private var described: Int?

    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { read($0) }
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) {
        var reader = SyntaxReader(bytes, at: 0)
        var failures = 0
        while true {
            reader.skipSpace()
            guard reader.position < bytes.count else { return }
            let start = reader.position
            let isTrailer = reader.skip("trailer")
            var number = 0
            if !isTrailer {
                guard let found = reader.integer(), reader.integer() != nil, reader.skip("obj") else {
                    reader.position = max(start, reader.position)
                    Self.skipToken(&reader, bytes)
                    continue
                }
                number = found
            }
            // Each object that cannot be read may have been read up to the end of the file.
            guard failures < 100, let object = object(&reader, bytes) else {
                failures += 1
                continue
            }
            if isTrailer {
                catalog = object.dictionaryValue?["Root"] ?? catalog
            } else {
                objects[number] = object
                if object.dictionaryValue?["FDF"] != nil { described = number }
            }
        }
    }

    private func object(_ reader: inout SyntaxReader, _ bytes: UnsafeRawBufferPointer) -> PDFObject? {
        guard let object = reader.object() else { return nil }
        guard let dictionary = object.dictionaryValue,
            let data = reader.streamData(length: dictionary["Length"].map(resolved)?.integerValue)
        else { return object }
        reader.position = data.upperBound
        return .stream(PDFStream(dictionary, data: Array(bytes[data])))
    }

    /// Goes on after what is no object: at least by one byte.
    private static func skipToken(_ reader: inout SyntaxReader, _ bytes: UnsafeRawBufferPointer) {
        guard reader.position < bytes.count else { return }
        repeat {
            reader.position += 1
        } while reader.position < bytes.count
            && !SyntaxReader.isSpace(bytes[reader.position])
    }

    /// The catalog.
    var root: PDFDictionary? {
        let stated = catalog.map(resolved)?.dictionaryValue
        if let stated, stated["FDF"] != nil { return stated }
        return described.flatMap { objects[$0]?.dictionaryValue }
    }

    /// The object behind a reference, and any other object as it is.
    func resolved(_ object: PDFObject) -> PDFObject {
        var object = object
        // Longer chains of references are circles.
        for _ in 0..<8 {
            guard let reference = object.referenceValue else { return object }
            object = objects[reference.number] ?? .null
        }
        return .null
    }

    func numbers(_ object: PDFObject?) -> [Double]? {
        guard let items = resolved(object ?? .null).arrayValue else { return nil }
        return PDFObject.array(items.map(resolved)).numbersValue
    }

    /// The page to which a link leads, from 1: FDF has no pages to refer to, and states their numbers from 0.
    func targetPage(of entries: PDFDictionary) -> Int? {
        let action = resolved(entries["A"] ?? .null).dictionaryValue
        let isGoTo = resolved(action?["S"] ?? .null).nameValue == "GoTo"
        let destination = resolved(entries["Dest"] ?? (isGoTo ? action?["D"] : nil) ?? .null).arrayValue
        return Page.number(ofIndex: (destination?.first).flatMap { resolved($0).integerValue })
    }

    /// The stream with the contents of an attached file.
    func attachedFile(of entries: PDFDictionary) -> PDFStream? {
        let specification = resolved(entries["FS"] ?? .null).dictionaryValue
        let embedded = resolved(specification?["EF"] ?? .null).dictionaryValue
        guard case .stream(let stream) = resolved(embedded?["UF"] ?? embedded?["F"] ?? .null) else { return nil }
        return stream
    }
}
