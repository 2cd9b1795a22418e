/// A reading of only those objects of a file that are asked for.
///
/// Every function throws where anything is irregular: the caller then lets libqpdf read the whole file, and drops this
/// reading.
protocol PartialReading: AnyObject {
    var version: String { get }
    var isEncrypted: Bool { get }
    var mayAnnotate: Bool { get }
    /// The trailer without the keys that lead to nothing, as in libqpdf.
    var trailer: PDFDictionary { get }

    /// Returns libqpdf's reading of what was asked for.
    func document() throws(Irregularity) -> QPDFDocument
    /// Returns the object that `reference` refers to; `null` where there is none.
    func object(_ reference: IndirectReference) throws(Irregularity) -> PDFObject
    /// Returns an object that ``object(_:)`` has returned, with the entries of its dictionaries that lead to nothing.
    func wholeObject(_ reference: IndirectReference) throws(Irregularity) -> PDFObject
    /// Returns one entry of the dictionary that `reference` refers to.
    func entry(_ key: Name, of reference: IndirectReference) throws(Irregularity) -> PDFObject
    /// Returns the decoded data of a stream object; `nil` where there is none, or it cannot be decoded.
    func streamData(_ reference: IndirectReference, encoded: Bool) throws(Irregularity) -> [UInt8]?
    /// Prepares to read objects, all at once.
    func prepare(_ references: [IndirectReference]) throws(Irregularity)
    /// Prepares to read single entries of objects, all at once.
    func prepareEntries(of references: [IndirectReference]) throws(Irregularity)
}
