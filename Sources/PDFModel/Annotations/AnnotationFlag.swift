/// A flag that protects an annotation from changes (ISO 32000-2, Table 167).
public enum AnnotationFlag: Int, Sendable, CustomStringConvertible {
    /// The annotation does not interact with the user: it is neither changed nor removed. Ignored for widgets, whose
    /// field has its own flag.
    case readOnly = 64
    /// The annotation is not removed, and only its contents are changed.
    case locked = 128
    /// The contents are not changed; everything else may be, and the annotation may be removed.
    case lockedContents = 512

    /// The standard's name of the flag.
    public var description: String {
        switch self {
        case .readOnly: "ReadOnly"
        case .locked: "Locked"
        case .lockedContents: "LockedContents"
        }
    }

    /// What the flag forbids, to complete the sentence "cannot … the annotation".
    public var forbidden: String {
        self == .lockedContents ? "change the contents of" : "change or remove"
    }
}

extension Annotation {
    private func has(_ flag: AnnotationFlag) -> Bool {
        flags & flag.rawValue != 0 && (flag != .readOnly || subtype != "Widget")
    }

    /// The flag that forbids removing the annotation; `nil` where there is none.
    var flagAgainstRemoval: AnnotationFlag? { [.readOnly, .locked].first(where: has) }

    /// The flag that forbids changing the annotation to `new`; `nil` where there is none.
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
