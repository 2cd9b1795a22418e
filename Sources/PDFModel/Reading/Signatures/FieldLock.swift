/// What a signature forbids in addition to a certification: changes to some fields, and to the document (ISO 32000-2,
/// 12.8.2.4 and Table 236).
public struct FieldLock: Sendable, Equatable {
    /// Where the lock is stated; writers often state the same one in both places.
    public enum Origin: String, Sendable {
        /// In the signature, as a transform against which validators check the document.
        case transform = "FieldMDP"
        /// In the field, as what its signature will lock.
        case field = "Lock"
    }

    /// The meaning of ``FieldLock/fields``.
    public enum Action: String, Sendable {
        /// All fields are locked.
        case all = "All"
        /// The named fields are locked.
        case include = "Include"
        /// All but the named fields are locked.
        case exclude = "Exclude"
    }

    /// Which dictionary has the lock.
    public var origin: Origin
    /// Which fields are locked.
    public var action: Action
    /// Fully qualified names; each includes its descendants. Empty where the action is `all`.
    public var fields: [String]
    /// The changes still allowed in the document (`/P` of PDF 2.0), as a certification level; `nil` where the lock does
    /// not state it.
    public var permissions: Int?

    /// Creates a lock; `permissions` is a level from 1 to 3, as of a certification.
    public init(_ origin: Origin, _ action: Action, fields: [String] = [], permissions: Int? = nil) {
        self.origin = origin
        self.action = action
        self.fields = fields
        self.permissions = permissions
    }

    /// Whether the field of that name may no longer be changed.
    public func locks(_ name: String) -> Bool {
        let isListed = fields.contains { name.isSame(as: $0) || name.utf8.starts(with: "\($0).".utf8) }
        return switch action {
        case .all: true
        case .include: isListed
        case .exclude: !isListed
        }
    }
}

extension PDFFile {
    /// Returns the field's lock dictionary: zero or one lock.
    func lock(of field: PDFDictionary) throws(PDFError) -> [FieldLock] {
        guard let dictionary = try resolve(field[.lock] ?? .null).dictionaryValue else { return [] }
        var lock = try lock(.field, dictionary)
        lock.permissions = try level(dictionary)
        return [lock]
    }

    /// Reads a lock; a missing or unknown action locks all fields, because the signer wanted something locked.
    func lock(_ origin: FieldLock.Origin, _ dictionary: PDFDictionary) throws(PDFError) -> FieldLock {
        let word = try resolve(dictionary["Action"] ?? .null).nameValue?.text ?? ""
        let action = FieldLock.Action(rawValue: word) ?? .all
        var fields: [String] = []
        for item in try resolve(dictionary[.fields] ?? .null).arrayValue ?? [] where action != .all {
            if let name = try resolve(item).stringValue?.text { fields.append(name) }
        }
        return FieldLock(origin, action, fields: fields)
    }

    /// Returns the certification level; `nil` for a value that is not one.
    func level(_ dictionary: PDFDictionary) throws(PDFError) -> Int? {
        guard let level = try resolve(dictionary[.permissions] ?? .null).integerValue, (1...3).contains(level) else {
            return nil
        }
        return level
    }
}
