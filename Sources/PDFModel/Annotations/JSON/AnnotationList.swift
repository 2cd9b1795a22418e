internal import FoundationEssentials

extension Annotation {
    /// Reads annotations from JSON: an array of objects, one object, or one object per line.
    ///
    /// - Throws: `PDFError.invalidAnnotation` that names the key and the item, counted from 1, or the line where there
    ///   is one object per line.
    public static func list(json: [UInt8]) throws(PDFError) -> [Annotation] {
        var annotations: [Annotation] = []
        for item in try StatedAnnotation.items(json: json) {
            switch item.result {
            case .success(let stated) where stated.find != nil:
                throw .invalidAnnotation("\(item.place): find does not apply here")
            case .success(let stated): annotations.append(stated.annotation)
            case .failure(.invalidAnnotation(let reason)): throw .invalidAnnotation("\(item.place): \(reason)")
            case .failure(let error): throw error
            }
        }
        return annotations
    }
}

extension StatedAnnotation {
    /// Reads annotations from JSON: an array of objects, one object, or one object per line; each with its place there,
    /// or with the error in it.
    ///
    /// - Throws: `PDFError.invalidAnnotation` where the whole is not JSON.
    package static func items(
        json: [UInt8]
    ) throws(PDFError) -> [(place: String, result: Result<StatedAnnotation, PDFError>)] {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first = json.first(where: { !isSpace($0) }) else { return [] }
        let decoder = JSONDecoder()
        if first == UInt8(ascii: "[") {
            var items = try decode([Item].self, json, decoder).enumerated().map { ("item \($0 + 1)", $1.result) }
            if JSONKeys.duplicate(in: json[...]) != nil {
                for (index, item) in zip(items.indices, JSONKeys.items(of: json[...])) {
                    items[index].1 = checked(items[index].1, item)
                }
            }
            return items
        }
        if (try? decoder.decode(Anything.self, from: Data(json))) != nil {
            return [("item 1", checked(try decode(Item.self, json, decoder).result, json[...]))]
        }
        var items: [(String, Result<StatedAnnotation, PDFError>)] = []
        for (index, line) in json.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard !line.allSatisfy(isSpace) else { continue }
            let item = try? decoder.decode(Item.self, from: Data(line))
            let result = item?.result ?? .failure(.invalidAnnotation("it is not JSON"))
            items.append(("line \(index + 1)", checked(result, line)))
        }
        return items
    }

    /// The annotation, unless an object has a key twice: it is unclear which of the two values is meant.
    private static func checked(
        _ result: Result<StatedAnnotation, PDFError>, _ json: ArraySlice<UInt8>
    ) -> Result<StatedAnnotation, PDFError> {
        guard case .success = result, let key = JSONKeys.duplicate(in: json) else { return result }
        return .failure(.invalidAnnotation("the key \(key) is there twice"))
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ json: [UInt8], _ decoder: JSONDecoder
    ) throws(PDFError) -> Value {
        do { return try decoder.decode(type, from: Data(json)) } catch {
            throw .invalidAnnotation("the annotations are not JSON")
        }
    }

    /// An annotation, or its error, so that the error can be reported with its position.
    private struct Item: Decodable {
        var result: Result<StatedAnnotation, PDFError>

        init(from decoder: any Decoder) throws {
            do { result = .success(try StatedAnnotation(from: decoder)) } catch let error as PDFError {
                result = .failure(error)
            }
        }
    }

    /// Any JSON value.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}
