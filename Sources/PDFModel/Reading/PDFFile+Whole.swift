// MARK: What takes libqpdf's reading of the whole file

extension PDFFile {
    /// Returns the unreadable objects, which a repair leaves out, so that all readers see the same document.
    public func lostObjects() throws(PDFError) -> [IndirectReference] {
        guard let recovered else { return [] }
        let replacements = try recovered.replacements()
        return try recovered.unreadableObjects().filter { replacements[$0] == nil }.sorted()
    }

    /// Throws where something prevents an increment or a reader: there is no section to chain to, not every reader can
    /// read the table, or an object cannot be read. This reads every object.
    public func checkSoundness() throws(PDFError) {
        _ = try predecessor()
        if recovered == nil, let odd = try history().sections.first(where: { !$0.isRegular }) {
            throw .damaged("the cross-reference table at byte \(odd.offset) has entries that are not 20 bytes long")
        }
        let unreadable = try whole().table().objects.first(where: \.isUnreadable)
        if let unreadable, let complaint = unreadable.complaint {
            throw .damaged("object \(unreadable.entry.reference) cannot be read: \(complaint)")
        }
    }

    /// Returns the document without its encryption, for a program that reads it and keeps nothing.
    public func decrypted() throws(PDFError) -> [UInt8] { try whole().decrypted() }

    /// Returns the document rewritten by libqpdf; `progress` is called with percentages from 0 to 100.
    ///
    /// What libqpdf or pdfco mends while reading, as other readers do, is written as it is mended.
    ///
    /// - Throws: ``PDFError/notRewritable(_:)`` where a part of the document cannot be read, or would be changed.
    public func rewritten(
        _ options: RewriteOptions, progress: ((Int) -> Void)? = nil
    ) throws(PDFError) -> [UInt8] {
        let document = try whole()
        do throws(PDFError) {
            return try document.rewritten(options, progress: progress)
        } catch .damaged(let reason) {
            guard recovered == nil else { throw .notRewritable(reason) }
        }
        let mended = try RecoveredFile(bytes, keeping: self, passwords: [document.password])
        do throws(PDFError) {
            return try mended.document.rewritten(options, progress: progress)
        } catch .damaged(let reason) { throw .notRewritable(reason) }
    }

    /// Returns the object that `reference` refers to with every entry, including those that refer to missing objects.
    func objectWithEveryEntry(_ reference: IndirectReference) throws(PDFError) -> PDFObject {
        try checkedObjects().wholeObject(reference)
    }
}
