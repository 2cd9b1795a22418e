/// The transform of one signature reference dictionary (Table 256).
enum SignatureTransform {
    case docMDP(level: Int)
    case fieldMDP(FieldLock)

    var certification: Int? { if case .docMDP(let level) = self { level } else { nil } }
    var lock: FieldLock? { if case .fieldMDP(let lock) = self { lock } else { nil } }
}

extension PDFFile {
    func transforms(of signature: PDFDictionary) throws(PDFError) -> [SignatureTransform] {
        var transforms: [SignatureTransform] = []
        for item in try resolve(signature["Reference"] ?? .null).arrayValue ?? [] {
            guard let reference = try resolve(item).dictionaryValue else { continue }
            let parameters = try resolve(reference["TransformParams"] ?? .null).dictionaryValue ?? [:]
            switch try resolve(reference["TransformMethod"] ?? .null).nameValue {
            // 2 is the default, also for a level that does not exist.
            case .docMDP: transforms.append(.docMDP(level: try level(parameters) ?? 2))
            case .fieldMDP: transforms.append(.fieldMDP(try lock(.transform, parameters)))
            default: continue
            }
        }
        return transforms
    }
}
