/// A flag that protects an annotation from changes (ISO 32000-2, Table 167).
public enum AnnotationFlag: Int, Sendable, CaseIterable, CustomStringConvertible {
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
