/// A value that copies share until one of them changes it.
struct SharedValue<Value: Sendable> {
    private final class Storage {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }
}

// Storage that more than one copy refers to is never changed.
extension SharedValue: @unchecked Sendable {}

extension SharedValue: Equatable where Value: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        left.storage === right.storage || left.storage.value == right.storage.value
    }
}
