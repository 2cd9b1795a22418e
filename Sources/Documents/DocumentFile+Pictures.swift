internal import LinuxFiles
public import PDFModel
public import PageImages

extension DocumentFile {
    /// Returns pictures of pages with their annotations, by the numbers of the pages, and why some are missing.
    ///
    /// They are drawn by `mutool`, or by `pdftoppm` where that is not there or fails.
    public func pictures(
        of pages: [PageDetails]
    ) throws(DocumentError) -> (pictures: [Int: PagePicture], problem: RenderingError?) {
        var pictures: [Int: PagePicture] = [:]
        var problem: RenderingError?
        guard !pages.isEmpty else { return (pictures, nil) }
        try readingCopy { file, size throws(DocumentError) in
            for renderer in PageRenderer.all {
                let missing = pages.filter { pictures[$0.number] == nil }
                do throws(RenderingError) {
                    try renderer.draw(missing, of: file, size: size) { pictures[$0] = $1 }
                    problem = nil
                    return
                } catch {
                    // That a second program is not there matters less than why the first one failed.
                    if problem == nil || error != .noProgram { problem = error }
                }
            }
        }
        return (pictures, problem)
    }
}
