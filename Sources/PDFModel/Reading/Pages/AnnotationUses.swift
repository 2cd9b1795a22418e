/// Maps pages to their arrays of annotations, and arrays to the annotations in them, from a walk over all pages.
///
/// ISO 32000-2, 12.5.2 allows an annotation on one page only; some files have one on several.
final class AnnotationUses {
    /// The annotation list of a page: an array object, or the page object where it contains the array.
    private struct List {
        /// The number of positions in the page tree that show the list.
        var places = 0
        /// The number of page objects that have the list.
        var pages = 0
        var items: PDFObject
    }

    private var arrays: [IndirectReference: List] = [:]
    private var others: [List] = []
    private var cachedPlaces: [IndirectReference: Int]?

    /// - Parameter pages: every position in the page tree; without a dictionary where the page was not read.
    init(of pages: [(place: Page.Place, dictionary: PDFDictionary?)], in file: PDFFile) throws(PDFError) {
        var positions: [IndirectReference: (array: IndirectReference?, other: Int)] = [:]
        for page in pages {
            if let reference = page.place.reference, let known = positions[reference] {
                if let array = known.array { arrays[array]?.places += 1 } else { others[known.other].places += 1 }
                continue
            }
            let entry: PDFObject? =
                if let reference = page.place.reference { try file.entry(.annotations, of: reference) } else {
                    page.dictionary?[.annotations]
                }
            var array = entry?.referenceValue
            // A partial reader never reads a reference in place of an array.
            if let first = array, file.isReadWhole { array = try file.followed(.reference(first)).reference }
            if let array {
                arrays[array, default: List(items: .reference(array))].places += 1
                arrays[array]?.pages += 1
            } else {
                others.append(List(places: 1, pages: 1, items: entry ?? .null))
            }
            if let reference = page.place.reference { positions[reference] = (array, others.count - 1) }
        }
    }

    /// Returns the number of page objects whose `/Annots` leads to `array`.
    func pages(with array: IndirectReference) -> Int { arrays[array]?.pages ?? 0 }

    /// Returns the number of positions in the page tree that show the annotation `reference`.
    func places(of reference: IndirectReference, in file: PDFFile) throws(PDFError) -> Int {
        if let cachedPlaces { return cachedPlaces[reference] ?? 0 }
        var places: [IndirectReference: Int] = [:]
        for list in Array(arrays.values) + others {
            let items = try file.annotationItems(file.resolve(list.items), from: list.items)
            for item in Set(items.compactMap(\.referenceValue)) { places[item, default: 0] += list.places }
        }
        cachedPlaces = places
        return places[reference] ?? 0
    }
}
