/// A value that copies share until one of them changes it.
@usableFromInline struct SharedValue<Value: Sendable> {
    @usableFromInline final class Storage {
        @usableFromInline var value: Value
        @inlinable init(_ value: Value) { self.value = value }
    }

    @usableFromInline var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    @inlinable var value: Value {
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
    @usableFromInline static func == (left: Self, right: Self) -> Bool {
        left.storage === right.storage || left.storage.value == right.storage.value
    }
}
