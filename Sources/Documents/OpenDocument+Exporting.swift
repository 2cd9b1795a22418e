internal import AnnotationFormats
public import PDFModel

/// What an export says besides the properties of annotations.
extension OpenDocument<PDFContents> {
    /// Returns the two file identifiers (ISO 32000-2, 14.4), or none.
    public func fileIdentifiers() throws(DocumentError) -> [[UInt8]] {
        try opened().inspect { contents throws(PDFError) in try contents.file.identifiers() }
    }

    /// Returns stamps and ink with what is drawn, where pdfco would draw them otherwise.
    public func withAppearances(
        _ list: [ListedAnnotation], withUnsavedChanges: Bool = true
    ) throws(DocumentError) -> [ListedAnnotation] {
        let isDrawnFreely: (ListedAnnotation) -> Bool = { ["Stamp", "Ink"].contains($0.annotation.subtype) }
        guard list.contains(where: isDrawnFreely) else { return list }
        let file = withUnsavedChanges ? try shown() : try opened().file
        return try opened().reading { () throws(PDFError) in
            var list = list
            var held = HeldBytes(ofFile: file.count)
            for index in list.indices where isDrawnFreely(list[index]) {
                let appearance = try list[index].foreignAppearance(in: file)
                try held.add(appearance?.count ?? 0, "the appearances of its annotations")
                list[index].annotation.appearance = appearance
            }
            return list
        }
    }

    /// Returns what each annotation has in the document beyond the properties of pdfco.
    package func otherEntries(
        of list: [ListedAnnotation], withUnsavedChanges: Bool = true
    ) throws(DocumentError) -> [PDFDictionary] {
        let file = withUnsavedChanges ? try shown() : try opened().file
        let resolved = { (object: PDFObject) in (try? file.resolve(object)) ?? .null }
        return try opened().reading { () throws(PDFError) in
            list.map { listed in
                guard let dictionary = listed.reference.flatMap({ resolved(.reference($0)).dictionaryValue }) else {
                    return [:]
                }
                return DocumentContext.otherEntries(of: listed.annotation, in: dictionary, resolving: resolved)
            }
        }
    }
}
