/// Objects to be written: replacements of existing ones, and new ones numbered above the last number of a file.
struct NewObjects: Sendable {
    /// The number of the first new object.
    let firstNumber: Int
    private var replacements: [IndirectReference: PDFObject]
    /// New objects by number, from `firstNumber` on; `nil` where a number has no object yet.
    private var added: [PDFObject?] = []

    init(from firstNumber: Int, replacing replacements: [IndirectReference: PDFObject] = [:]) {
        (self.firstNumber, self.replacements) = (firstNumber, replacements)
    }

    /// The number that the next new object takes.
    var nextNumber: Int { firstNumber + added.count }

    var isEmpty: Bool { replacements.isEmpty && added.allSatisfy { $0 == nil } }

    /// Takes the next number for `object`, or for an object that is set later.
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

    /// The replaced objects, by number.
    var replaced: [IndirectReference] { replacements.keys.sorted() }

    /// The new objects, by number.
    var new: [IndirectReference] {
        added.indices.filter { added[$0] != nil }.map { IndirectReference(firstNumber + $0) }
    }
}
