import Glibc

extension OpenFile {
    /// Checks that the disk of this file has room for `needed` more bytes, fstatvfs(3).
    ///
    /// Call this before writing, so that a full disk is not discovered halfway. Blocks reserved for root count for root
    /// only. Quotas and other programs' writes are not considered: writing may still fail. A file system that reports
    /// no size at all always passes.
    package func requireFreeSpace(_ needed: Int) throws(FileSaveError) {
        var disk = statvfs()
        try saving(systemCall("fstatvfs", path) { fstatvfs(descriptor, &disk) })
        guard disk.f_blocks > 0 else { return }
        let blocks = geteuid() == 0 ? disk.f_bfree : disk.f_bavail
        let (bytes, isTooLarge) = Int(clamping: blocks).multipliedReportingOverflow(by: Int(clamping: disk.f_frsize))
        let available = isTooLarge ? Int.max : bytes
        guard needed <= available else {
            throw .notEnoughSpace(path: path, needed: needed, available: available)
        }
    }
}
