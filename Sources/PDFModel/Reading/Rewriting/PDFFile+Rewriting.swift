extension PDFFile {
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
        do {
            return try document.rewritten(options, progress: progress)
        } catch .damaged(let reason) {
            guard recovered == nil else { throw .notRewritable(reason) }
        }
        let mended = try RecoveredFile(bytes, keeping: self, passwords: [document.password])
        do {
            return try mended.document.rewritten(options, progress: progress)
        } catch .damaged(let reason) { throw .notRewritable(reason) }
    }
}
