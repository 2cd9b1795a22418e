/// One page of a document with the attributes it inherits (ISO 32000-2, 7.7.3).
public struct Page: Sendable, Equatable {
    /// The page number, from 1.
    public var number: Int
    /// The position of the page in the page tree.
    public var place: Place
    /// The page's own dictionary, without inherited entries.
    public var dictionary: PDFDictionary
    /// The size of the medium, in points (14.11.2).
    public var mediaBox: Rectangle
    /// The region that is shown: the crop box within the media box, in points (14.11.2).
    public var cropBox: Rectangle
    /// The angle in degrees by which the page is turned clockwise when shown: 0, 90, 180 or 270.
    public var rotation: Int

    /// The position of a page in the page tree: an entry of its parent's `/Kids`.
    public struct Place: Sendable, Equatable {
        /// The page object; `nil` for a page whose dictionary is a direct object in `/Kids`, which the standard does
        /// not allow but files have.
        public var reference: IndirectReference?
        /// The page tree node above.
        public var parent: IndirectReference
        /// The index in the parent's `/Kids`, from 0.
        public var index: Int
    }

    /// The numbers that a page can have: /Count and the numbers of objects are no greater (ISO 32000-2, Annex C).
    package static let numbers = 1...Int(Int32.max)

    /// Returns the number of the page with an index that a file states, from 0; `nil` where no page can have it.
    package static func number(ofIndex index: Int?) -> Int? {
        index.flatMap { (0..<numbers.upperBound).contains($0) ? $0 + 1 : nil }
    }

    /// US Letter, which readers assume where there is no media box.
    static let defaultBox = Rectangle(0, 0, 612, 792)
}

/// The attributes that pages inherit from the nodes above them (7.7.3.4) and that annotations need.
struct InheritedAttributes {
    var mediaBox: PDFObject?
    var cropBox: PDFObject?
    var rotate: PDFObject?

    func overridden(by node: PDFDictionary) -> InheritedAttributes {
        InheritedAttributes(
            mediaBox: node[.mediaBox] ?? mediaBox, cropBox: node[.cropBox] ?? cropBox, rotate: node[.rotate] ?? rotate)
    }
}
