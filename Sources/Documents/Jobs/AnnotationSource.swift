public import AnnotationFormats
public import SystemPackage

/// Annotations in any format, to be added to a document.
public struct AnnotationSource: Sendable {
    /// The contents of the file.
    public var bytes: [UInt8]
    /// The file, as the caller calls it; errors name it.
    public var path: FilePath
    /// The format by its name; `nil` determines it by the contents and the name of the file.
    public var format: String?
    /// Whether annotations that cannot be added are left out, with a warning; otherwise they prevent all others.
    public var skipsInvalid = false
    /// What happens if the document has an annotation of the same name.
    public var onDuplicate = DuplicateResolution.fail
    /// Which page of the file becomes which of the document; `nil` if all stay.
    public var pageMap: PageMap?
    /// Whether scripts, and actions other than those with which a link leads somewhere, are imported; otherwise they are
    /// left out, with a warning.
    public var keepsActions = false
    /// Whether annotations without a name get one that follows from what they are, so that adding them again changes
    /// nothing.
    public var derivesNames = false

    /// Creates a source of the contents of a file; its path is for messages.
    public init(_ bytes: [UInt8], from path: FilePath) { (self.bytes, self.path) = (bytes, path) }
}

/// What happens to an annotation whose name another one has on its page, with other content.
public enum DuplicateResolution: String, Sendable, CaseIterable {
    /// It is an error.
    case fail
    /// The one in the document stays.
    case skip
    /// The one in the document gets the properties of the new one.
    case update
}
