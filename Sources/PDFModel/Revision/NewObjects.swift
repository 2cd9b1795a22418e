/// Objects that are to be written: those in the places of others, and new ones behind the last number of a file.
struct NewObjects: Sendable {
    /// The number from which on objects are new.
    let firstNumber: Int
    private var replacements: [IndirectReference: PDFObject]
    /// By their numbers, from the first on; `nil` where a number has no object yet.
    private var added: [PDFObject?] = []

    init(from firstNumber: Int, replacing replacements: [IndirectReference: PDFObject] = [:]) {
        (self.firstNumber, self.replacements) = (firstNumber, replacements)
    }

    /// The number that the next new object takes.
    var nextNumber: Int { firstNumber + added.count }

    var isEmpty: Bool { replacements.isEmpty && added.allSatisfy { $0 == nil } }

    /// Takes the next number, for `object` or for one that is still to come.
    mutating func add(_ object: PDFObject?) -> IndirectReference {
        added.append(object)
        return IndirectReference(nextNumber - 1)
    }

    /// Whether the reference is to a new object.
    func isNew(_ reference: IndirectReference) -> Bool {
        reference.number >= firstNumber && reference.generation == 0
    }

    subscript(reference: IndirectReference) -> PDFObject? {
        get {
            guard isNew(reference) else { return replacements[reference] }
            return reference.number < nextNumber ? added[reference.number - firstNumber] : nil
        }
        set {
            if isNew(reference) {
                added[reference.number - firstNumber] = newValue
            } else {
                replacements[reference] = newValue
            }
        }
    }

    /// What took the places of others, by number.
    var replaced: [IndirectReference] { replacements.keys.sorted() }

    /// The new ones, by number.
    var new: [IndirectReference] {
        added.indices.filter { added[$0] != nil }.map { IndirectReference(firstNumber + $0) }
    }
}
