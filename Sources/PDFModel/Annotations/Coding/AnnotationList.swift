internal import FoundationEssentials

extension Annotation {
    /// Reads annotations from JSON: an array of objects, one object, or one object per line.
    ///
    /// - Throws: `PDFError.invalidAnnotation` that names the key and the item, counted from 1, or the line where there
    ///   is one object per line.
    public static func list(json: [UInt8]) throws(PDFError) -> [Annotation] {
        var annotations: [Annotation] = []
        for item in try StatedAnnotation.items(json: json) {
            switch item.reading {
            case .stated(let stated) where stated.find != nil:
                throw .invalidAnnotation("\(item.location): find does not apply here")
            case .stated(let stated): annotations.append(stated.annotation)
            case .invalid(.invalidAnnotation(let reason)): throw .invalidAnnotation("\(item.location): \(reason)")
            case .invalid(let error): throw error
            }
        }
        return annotations
    }
}

extension StatedAnnotation {
    /// An annotation, or the error in it, so that the error can be reported with its position.
    ///
    /// Indirect: a list of annotations is copied several times on its way into a document.
    package indirect enum Reading: Decodable {
        case stated(StatedAnnotation)
        case invalid(PDFError)

        package init(from decoder: any Decoder) throws {
            do { self = .stated(try StatedAnnotation(from: decoder)) } catch let error as PDFError {
                self = .invalid(error)
            }
        }

        /// The annotation, unless an object has a key twice: it is unclear which of the two values is meant.
        fileprivate func checked(_ json: ArraySlice<UInt8>) -> Reading {
            guard case .stated = self, let key = JSONKeys.duplicate(in: json) else { return self }
            return .invalid(.invalidAnnotation("the key \(key) appears twice"))
        }
    }

    /// Reads annotations from JSON: an array of objects, one object, or one object per line; each with its location there,
    /// or with the error in it.
    ///
    /// - Throws: `PDFError.invalidAnnotation` where the whole is not JSON.
    package static func items(
        json: [UInt8]
    ) throws(PDFError) -> [(location: String, reading: Reading)] {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first = json.first(where: { !isSpace($0) }) else { return [] }
        let decoder = JSONDecoder()
        if first == UInt8(ascii: "[") {
            var items = try decode([Reading].self, json, decoder).enumerated().map { ("item \($0 + 1)", $1) }
            if JSONKeys.duplicate(in: json[...]) != nil {
                for (index, item) in zip(items.indices, JSONKeys.items(of: json[...])) {
                    items[index].1 = items[index].1.checked(item)
                }
            }
            return items
        }
        if (try? decoder.decode(Anything.self, from: Data(json))) != nil {
            return [("item 1", try decode(Reading.self, json, decoder).checked(json[...]))]
        }
        var items: [(String, Reading)] = []
        for (index, line) in json.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard !line.allSatisfy(isSpace) else { continue }
            let reading = try? decoder.decode(Reading.self, from: Data(line))
            items.append(
                ("line \(index + 1)", reading?.checked(line) ?? .invalid(.invalidAnnotation("it is not JSON"))))
        }
        return items
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ json: [UInt8], _ decoder: JSONDecoder
    ) throws(PDFError) -> Value {
        do { return try decoder.decode(type, from: Data(json)) } catch {
            throw .invalidAnnotation("the annotations are not JSON")
        }
    }

    /// Any JSON value.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}
