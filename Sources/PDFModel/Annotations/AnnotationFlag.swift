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

    /// The option of the command `pdfco annotate update` that clears the flag.
    public var clearing: String {
        switch self {
        case .readOnly: "--no-read-only"
        case .locked: "--no-locked"
        case .lockedContents: "--no-locked-contents"
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

    /// The flag that forbids changing the annotation to `new`; `nil` where there is none. A change that clears it is allowed.
    func flag(against new: Annotation) -> AnnotationFlag? {
        let flags = AnnotationFlag.allCases.filter(has)
        var rest = new
        for flag in flags { rest.flags |= flag.rawValue }
        guard !rest.hasSameContent(as: self) else { return nil }
        rest.contents = contents
        let isContentsChange = !Optional.haveSameCodePoints(new.contents, contents)
        return flags.filter(new.has).first { flag in
            flag == .readOnly || (flag == .locked ? !rest.hasSameContent(as: self) : isContentsChange)
        }
    }
}
