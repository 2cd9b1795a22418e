/// A flag by which an annotation is kept from being changed (ISO 32000-2, Table 167).
public enum AnnotationFlag: Int, Sendable, CustomStringConvertible {
    /// It does not interact with the user: neither changed nor removed. Not for widgets, whose field says it.
    case readOnly = 64
    /// It is not removed, and only its contents are changed.
    case locked = 128
    /// Its contents are not changed; all else may be, and it may be removed.
    case lockedContents = 512

    /// The standard's word.
    public var description: String {
        switch self {
        case .readOnly: "ReadOnly"
        case .locked: "Locked"
        case .lockedContents: "LockedContents"
        }
    }

    /// What it forbids, to complete the sentence "cannot … the annotation".
    public var forbidden: String {
        self == .lockedContents ? "change the contents of" : "change or remove"
    }
}

extension Annotation {
    private func has(_ flag: AnnotationFlag) -> Bool {
        flags & flag.rawValue != 0 && (flag != .readOnly || subtype != "Widget")
    }

    /// The flag that forbids removing the annotation; `nil` where none does.
    var flagAgainstRemoval: AnnotationFlag? { [.readOnly, .locked].first(where: has) }

    /// The flag that forbids making `new` of the annotation; `nil` where none does.
    func flag(against new: Annotation) -> AnnotationFlag? {
        guard !new.hasSameContent(as: self) else { return nil }
        if has(.readOnly) { return .readOnly }
        var rest = new
        rest.contents = contents
        if has(.locked), !rest.hasSameContent(as: self) { return .locked }
        let isContentsChange = !Optional.haveSameCodePoints(new.contents, contents)
        return has(.lockedContents) && isContentsChange ? .lockedContents : nil
    }
}
