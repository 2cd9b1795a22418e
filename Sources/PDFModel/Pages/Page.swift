/// One page of a document with the attributes it inherits (ISO 32000-2, 7.7.3).
public struct Page: Sendable, Equatable {
    /// From 1.
    public var number: Int
    /// Where the page's dictionary stands.
    public var place: Place
    public var dictionary: PDFDictionary
    /// The region that is shown: the crop box within the media box, in points (14.11.2).
    public var cropBox: Rectangle
    /// Degrees by which the page is turned clockwise when shown: 0, 90, 180 or 270.
    public var rotation: Int

    /// Where a page stands in the page tree: an entry of its parent's `/Kids`.
    public struct Place: Sendable, Equatable {
        /// `nil` for a page whose dictionary stands in `/Kids` itself, which the standard does not allow but files do.
        public var reference: IndirectReference?
        /// The page tree node above.
        public var parent: IndirectReference
        /// The position in the parent's `/Kids`, from 0.
        public var index: Int
    }

    /// US Letter, which readers assume where no media box is given.
    static let defaultBox = Rectangle(0, 0, 612, 792)
}

/// The attributes that pages inherit from the nodes above them (7.7.3.4), as far as annotations need them.
struct InheritedAttributes {
    var mediaBox: PDFObject?
    var cropBox: PDFObject?
    var rotate: PDFObject?

    func overridden(by node: PDFDictionary) -> InheritedAttributes {
        InheritedAttributes(
            mediaBox: node[.mediaBox] ?? mediaBox, cropBox: node[.cropBox] ?? cropBox, rotate: node[.rotate] ?? rotate)
    }
}
