/// A value with which most owners have the same: that one takes no memory, and another one is shared by copies until one
/// of them changes it.
@usableFromInline struct SharedValue<Value: UsualValue> {
    @usableFromInline final class Storage {
        @usableFromInline var value: Value
        @inlinable init(_ value: Value) { self.value = value }
    }

    /// `nil` for the usual value.
    @usableFromInline var storage: Storage?

    init() {}

    @inlinable var value: Value {
        _read {
            if let storage { yield storage.value } else { yield Value.usual }
        }
        _modify {
            if storage == nil || !isKnownUniquelyReferenced(&storage) { storage = Storage(storage?.value ?? .usual) }
            yield &storage.unsafelyUnwrapped.value
        }
    }
}

/// A type of which most values are the same.
@usableFromInline protocol UsualValue: Sendable {
    static var usual: Self { get }
}

// Storage that more than one copy refers to is never changed.
extension SharedValue: @unchecked Sendable {}

extension SharedValue: Equatable where Value: Equatable {
    @usableFromInline static func == (left: Self, right: Self) -> Bool {
        left.storage === right.storage || left.value == right.value
    }
}
