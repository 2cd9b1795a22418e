public import PDFModel

extension OpenDocument<PDFContents> {
    /// Returns the file that an annotation attaches, with its contents.
    ///
    /// - Parameters:
    ///   - name: what names the annotation: its name, a beginning of it that no other has, or its object, `12 0 R`.
    ///   - range: the pages on which the name is looked for.
    ///   - withUnsavedChanges: whether to look among unsaved changes, too.
    public func attachedFile(
        _ name: String, onPages range: PageRange = .all, withUnsavedChanges: Bool = true
    ) throws(DocumentError) -> (file: AttachedFile, contents: [UInt8]) {
        guard let found = try annotation(named: name, onPages: range, withUnsavedChanges: withUnsavedChanges) else {
            throw DocumentError(.pdf(.noSuchAnnotation(name)), path)
        }
        guard let file = found.listed.annotation.attachment,
            let contents = try contents(of: file, withUnsavedChanges: withUnsavedChanges)
        else { throw DocumentError(.pdf(.noAttachment(name)), path) }
        return (file, contents)
    }

    /// Returns annotations with the contents of the files that they attach, except those that are too large for another
    /// document to attach.
    public func withContents(
        _ list: [ListedAnnotation], withUnsavedChanges: Bool = true
    ) throws(DocumentError) -> [ListedAnnotation] {
        var list = list
        var held = HeldBytes(ofFile: try opened().file.count)
        for index in list.indices {
            guard let file = list[index].annotation.attachment,
                let contents = try contents(of: file, withUnsavedChanges: withUnsavedChanges),
                contents.count <= AttachedFile.sizeLimit
            else { continue }
            do { try held.add(contents.count, "what its annotations attach") } catch {
                throw DocumentError(.pdf(error), path)
            }
            list[index].annotation.attachment = file.holding(contents)
        }
        return list
    }
}
