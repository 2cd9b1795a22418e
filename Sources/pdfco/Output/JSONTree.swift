/// Encodes values as compact JSON, as Foundation's encoder does with sorted keys and unescaped slashes, in half of its time:
/// a list may have a hundred thousand annotations.
///
/// Control characters are escaped as in ``ShownText``. Dates and data have no form of their own.
enum JSONTree {
    /// - Throws: `EncodingError` for a number that JSON lacks, and what the value throws.
    static func bytes(of value: some Encodable) throws -> [UInt8] {
        let node = Node()
        try value.encode(to: TreeEncoder(node: node))
        var bytes: [UInt8] = []
        node.item.write(to: &bytes)
        return bytes
    }

    /// What a value is encoded as, in the order of its encoding.
    fileprivate final class Node {
        private enum Form {
            case value(Item)
            case object, array
        }

        private var form = Form.value(.null)
        var members: [(key: String, item: Item)] = []
        var items: [Item] = []

        var item: Item {
            switch form {
            case .value(let item): item
            case .object: .object(self)
            case .array: .array(self)
            }
        }

        func become(_ item: Item) { form = .value(item) }
        func becomeObject() { form = .object }
        func becomeArray() { form = .array }

        func set(_ item: Item, for key: String) {
            if let index = members.firstIndex(where: { $0.key == key }) {
                members[index].item = item
            } else {
                members.append((key, item))
            }
        }

        /// Returns the node of a key, which several containers may fill.
        func child(for key: String) -> Node {
            if case .object(let node)? = members.first(where: { $0.key == key })?.item { return node }
            let node = Node()
            node.becomeObject()
            set(.object(node), for: key)
            return node
        }
    }

    fileprivate enum Item {
        case null
        case boolean(Bool)
        case integer(Int64)
        case natural(UInt64)
        case number(Double)
        case text(String)
        case object(Node)
        case array(Node)

        static func finite(_ number: Double) throws -> Item {
            guard number.isFinite else {
                throw EncodingError.invalidValue(
                    number, .init(codingPath: [], debugDescription: "JSON has no \(number)"))
            }
            return .number(number)
        }

        static func encoding(_ value: some Encodable) throws -> Item {
            let node = Node()
            try value.encode(to: TreeEncoder(node: node))
            return node.item
        }

        func write(to bytes: inout [UInt8]) {
            switch self {
            case .null: bytes += "null".utf8
            case .boolean(let value): bytes += (value ? "true" : "false").utf8
            case .integer(let value): bytes += String(value).utf8
            case .natural(let value): bytes += String(value).utf8
            case .number(let value):
                bytes += value.description.utf8
                if bytes.suffix(2).elementsEqual(".0".utf8) { bytes.removeLast(2) }
            case .text(let text): JSONTree.write(text, to: &bytes)
            case .object(let node):
                bytes.append(UInt8(ascii: "{"))
                for (index, member) in node.members.sorted(by: { $0.key < $1.key }).enumerated() {
                    if index > 0 { bytes.append(UInt8(ascii: ",")) }
                    JSONTree.write(member.key, to: &bytes)
                    bytes.append(UInt8(ascii: ":"))
                    member.item.write(to: &bytes)
                }
                bytes.append(UInt8(ascii: "}"))
            case .array(let node):
                bytes.append(UInt8(ascii: "["))
                for (index, item) in node.items.enumerated() {
                    if index > 0 { bytes.append(UInt8(ascii: ",")) }
                    item.write(to: &bytes)
                }
                bytes.append(UInt8(ascii: "]"))
            }
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }) {
            bytes += text.utf8
        } else {
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": bytes += #"\""#.utf8
                case "\\": bytes += #"\\"#.utf8
                case "\n": bytes += #"\n"#.utf8
                case "\r": bytes += #"\r"#.utf8
                case "\t": bytes += #"\t"#.utf8
                case "\u{8}": bytes += #"\b"#.utf8
                case "\u{C}": bytes += #"\f"#.utf8
                default: bytes += ShownText.isControl(scalar) ? ShownText.json(scalar).utf8 : String(scalar).utf8
                }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

// MARK: The encoder and its containers

private struct TreeEncoder: Encoder {
    let node: JSONTree.Node
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(KeyedTree(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedTree(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleTree(node: node) }
}

private struct KeyedTree<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONTree.Node
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { node.set(.null, for: key.stringValue) }
    func encode(_ value: Bool, forKey key: Key) { node.set(.boolean(value), for: key.stringValue) }
    func encode(_ value: String, forKey key: Key) { node.set(.text(value), for: key.stringValue) }
    func encode(_ value: Int, forKey key: Key) { node.set(.integer(Int64(value)), for: key.stringValue) }
    func encode(_ value: Double, forKey key: Key) throws { node.set(try .finite(value), for: key.stringValue) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        node.set(try .encoding(value), for: key.stringValue)
    }

    func nestedContainer<Other: CodingKey>(
        keyedBy type: Other.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Other> {
        KeyedEncodingContainer(KeyedTree<Other>(node: node.child(for: key.stringValue)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let child = JSONTree.Node()
        node.set(.array(child), for: key.stringValue)
        return UnkeyedTree(node: child)
    }

    func superEncoder() -> any Encoder { TreeEncoder(node: node.child(for: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { TreeEncoder(node: node.child(for: key.stringValue)) }
}

private struct UnkeyedTree: UnkeyedEncodingContainer {
    let node: JSONTree.Node
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.items.count }

    func encodeNil() { node.items.append(.null) }
    func encode(_ value: Bool) { node.items.append(.boolean(value)) }
    func encode(_ value: String) { node.items.append(.text(value)) }
    func encode(_ value: Int) { node.items.append(.integer(Int64(value))) }
    func encode(_ value: Double) throws { node.items.append(try .finite(value)) }
    func encode<Value: Encodable>(_ value: Value) throws { node.items.append(try .encoding(value)) }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let child = JSONTree.Node()
        node.items.append(.object(child))
        return KeyedEncodingContainer(KeyedTree(node: child))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let child = JSONTree.Node()
        node.items.append(.array(child))
        return UnkeyedTree(node: child)
    }

    func superEncoder() -> any Encoder {
        let child = JSONTree.Node()
        node.items.append(.object(child))
        return TreeEncoder(node: child)
    }
}

private struct SingleTree: SingleValueEncodingContainer {
    let node: JSONTree.Node
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { node.become(.null) }
    func encode(_ value: Bool) { node.become(.boolean(value)) }
    func encode(_ value: String) { node.become(.text(value)) }
    func encode(_ value: Double) throws { node.become(try .finite(value)) }
    func encode(_ value: Float) throws { node.become(try .finite(Double(value.description) ?? .nan)) }
    func encode(_ value: Int) { node.become(.integer(Int64(value))) }
    func encode(_ value: Int8) { node.become(.integer(Int64(value))) }
    func encode(_ value: Int16) { node.become(.integer(Int64(value))) }
    func encode(_ value: Int32) { node.become(.integer(Int64(value))) }
    func encode(_ value: Int64) { node.become(.integer(value)) }
    func encode(_ value: UInt) { node.become(.natural(UInt64(value))) }
    func encode(_ value: UInt8) { node.become(.natural(UInt64(value))) }
    func encode(_ value: UInt16) { node.become(.natural(UInt64(value))) }
    func encode(_ value: UInt32) { node.become(.natural(UInt64(value))) }
    func encode(_ value: UInt64) { node.become(.natural(value)) }
    func encode<Value: Encodable>(_ value: Value) throws { node.become(try .encoding(value)) }
}
