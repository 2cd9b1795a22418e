internal import FoundationEssentials

extension Annotation {
    /// Reads annotations that state their place from JSON: an array of objects, one object, or one object per line.
    public static func list(json: [UInt8]) throws(PDFError) -> [Annotation] {
        let list = try StatedAnnotation.list(json: json)
        guard list.allSatisfy({ $0.find == nil }) else { throw .invalidAnnotation("find does not apply here") }
        return list.map(\.annotation)
    }
}

extension StatedAnnotation {
    /// Reads annotations from JSON: an array of objects, one object, or one object per line.
    ///
    /// - Throws: `PDFError.invalidAnnotation` that names the key and the item, counted from 1, or the line where there
    ///   is one object per line.
    public static func list(json: [UInt8]) throws(PDFError) -> [StatedAnnotation] {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first = json.first(where: { !isSpace($0) }) else { return [] }
        let decoder = JSONDecoder()
        if first == UInt8(ascii: "[") {
            let items = try decode(Items.self, json, decoder)
            if JSONKeys.duplicate(in: json[...]) != nil {
                for (index, item) in JSONKeys.items(of: json[...]).enumerated() {
                    try checkKeys(of: item, "item \(index + 1)")
                }
            }
            return try items.annotations.get()
        }
        if (try? decoder.decode(Anything.self, from: Data(json))) != nil {
            try checkKeys(of: json[...], "item 1")
            return [try decode(Item.self, json, decoder).annotation("item 1")]
        }
        var annotations: [StatedAnnotation] = []
        for (index, line) in json.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard !line.allSatisfy(isSpace) else { continue }
            let item: Item
            do { item = try decoder.decode(Item.self, from: Data(line)) } catch {
                throw .invalidAnnotation("line \(index + 1): it is not JSON")
            }
            try checkKeys(of: line, "line \(index + 1)")
            annotations.append(try item.annotation("line \(index + 1)"))
        }
        return annotations
    }

    /// Throws where an object has a key twice, because it is unclear which of the two values is meant.
    private static func checkKeys(of json: ArraySlice<UInt8>, _ place: String) throws(PDFError) {
        guard let key = JSONKeys.duplicate(in: json) else { return }
        throw .invalidAnnotation("\(place): the key \(key) is there twice")
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ json: [UInt8], _ decoder: JSONDecoder
    ) throws(PDFError) -> Value {
        do { return try decoder.decode(type, from: Data(json)) } catch {
            throw .invalidAnnotation("the annotations are not JSON")
        }
    }

    /// An annotation, or its error, so that an error in an array can be reported with its position.
    private struct Item: Decodable {
        var result: Result<StatedAnnotation, PDFError>

        init(from decoder: any Decoder) throws {
            do { result = .success(try StatedAnnotation(from: decoder)) } catch let error as PDFError {
                result = .failure(error)
            }
        }

        func annotation(_ place: String) throws(PDFError) -> StatedAnnotation {
            do { return try result.get() } catch .invalidAnnotation(let reason) {
                throw .invalidAnnotation("\(place): \(reason)")
            }
        }
    }

    /// The annotations of an array, or the first error.
    private struct Items: Decodable {
        var annotations: Result<[StatedAnnotation], PDFError>

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var read: [StatedAnnotation] = []
            read.reserveCapacity(container.count ?? 0)
            var failure: PDFError?
            // What follows an error is still checked to be JSON.
            while !container.isAtEnd {
                let item = try container.decode(Item.self)
                guard failure == nil else { continue }
                do throws(PDFError) { read.append(try item.annotation("item \(container.currentIndex)")) } catch {
                    failure = error
                }
            }
            annotations = failure.map(Result.failure) ?? .success(read)
        }
    }

    /// Any JSON value.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}
