/// What the standards to which a document claims to conform say about annotations.
struct ConformanceRules {
    /// The rules of PDF/A; `nil` where the document does not claim it.
    let archive: ArchiveRules?
    private let accessibility: ConformanceClaim?

    init(of file: PDFFile) throws(PDFError) {
        let claims = try file.conformanceClaims()
        archive = try claims.first { $0.standard == .archiving }.map { claim throws(PDFError) in
            try ArchiveRules(claim, of: file)
        }
        accessibility = claims.first { $0.standard == .accessibility }
    }

    /// Returns what an annotation breaks.
    func problems(
        of annotation: PDFDictionary, in update: IncrementalUpdate
    ) throws(PDFError) -> [ConformanceProblem] {
        var problems: [(ConformanceClaim, String)] = []
        if let archive { problems = try archive.problems(of: annotation, in: update).map { (archive.claim, $0) } }
        if let accessibility, try isOutsideStructure(annotation, in: update) {
            problems.append((accessibility, "is outside the structure tree, so that assistive technology may skip it"))
        }
        let subtype = annotation[.subtype]?.nameValue?.text ?? "annotation"
        return problems.map { ConformanceProblem(claim: $0, sentence: "the \(subtype) \($1)") }
    }

    /// Whether an annotation is in no structure element, and must be in one (ISO 14289-1, 7.18.1).
    private func isOutsideStructure(
        _ annotation: PDFDictionary, in update: IncrementalUpdate
    ) throws(PDFError) -> Bool {
        let flags = try update.resolve(annotation[.flags] ?? .null).integerValue ?? 0
        let subtype = try update.resolve(annotation[.subtype] ?? .null).nameValue
        return subtype != "Popup" && flags & 2 == 0 && annotation["StructParent"] == nil
    }
}

extension AnnotationEditor {
    /// Notes what an annotation breaks of the standards to which the document claims to conform, and did not break before.
    mutating func checkConformance(
        _ annotation: PDFDictionary, before: PDFDictionary? = nil
    ) throws(PDFError) {
        let found = try conformanceRules.problems(of: annotation, in: update)
        guard !found.isEmpty else { return }
        let earlier =
            try before.map { old throws(PDFError) in try conformanceRules.problems(of: old, in: update) } ?? []
        for problem in found where !earlier.contains(problem) && !conformanceProblems.contains(problem) {
            findings.conformanceProblems.append(problem)
        }
    }
}
