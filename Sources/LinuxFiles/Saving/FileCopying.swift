import CLinux
import Glibc

/// How the bytes of one file were copied into another, from cheapest to most expensive.
package enum CopyMethod: Sendable {
    /// Both share their blocks, ioctl_ficlone(2): no bytes were moved and no space is used.
    case clone

    /// The kernel copied, copy_file_range(2).
    case copyInKernel

    /// This process read and wrote.
    case readAndWrite
}

extension OpenFile {
    /// Fills this empty file with the first `count` bytes of `source`.
    ///
    /// Tries the methods in order and returns the one that worked. Unless the file can be cloned, there must be room
    /// for `count` bytes and the `reserve` bytes that will follow. Throws `changedMeanwhile` if the source has become
    /// shorter.
    ///
    /// - Parameter progress: called with the number of bytes that are copied.
    package func copyBeginning(
        of source: borrowing OpenFile, count: Int, reserve: Int, progress: ((Int) -> Void)? = nil
    ) throws(FileSaveError) -> CopyMethod {
        if try cloneBeginning(of: source, count: count) { return .clone }
        try requireFreeSpace(count + reserve)
        let copied = try saving(copyInKernel(source, count: count, progress))
        try readAndWrite(source, from: copied, to: count, progress)
        return copied == count ? .copyInKernel : .readAndWrite
    }

    /// Makes this empty file share the first `count` bytes of `source`; false, with nothing done, if the file system
    /// cannot. Throws `changedMeanwhile` if the source has become shorter.
    package func cloneBeginning(of source: borrowing OpenFile, count: Int) throws(FileSaveError) -> Bool {
        guard clone(source) else { return false }
        guard try saving(status().size) >= count else { throw .changedMeanwhile(source.path) }
        try saving(truncate(to: count))
        return true
    }

    /// Shares all blocks of `source`; false if the two file systems cannot.
    ///
    /// Any refusal leads to copying: if the disk is failing, copying reports it.
    private func clone(_ source: borrowing OpenFile) -> Bool {
        // A crash here leaves this file empty or whole; it is a temporary, and the next save clears it away.
        clinux_clone_file(descriptor, source.descriptor) == 0
    }

    /// Copies up to `count` bytes within the kernel and returns how many; 0 if the file systems cannot.
    private func copyInKernel(
        _ source: borrowing OpenFile, count: Int, _ progress: ((Int) -> Void)?
    ) throws(SystemCallError) -> Int {
        // All at once, unless progress is reported.
        let limit = progress == nil ? count : 8 << 20
        let sourceDescriptor = source.descriptor
        var readEnd = 0
        var writeEnd = 0
        while writeEnd < count {
            do {
                // A crash here leaves a part of the bytes in a temporary, which the next save clears away.
                let copied = try systemCall("copy_file_range", path) {
                    copy_file_range(sourceDescriptor, &readEnd, descriptor, &writeEnd, min(count - writeEnd, limit), 0)
                }
                if copied == 0 { break }
                progress?(writeEnd)
            } catch {
                guard [EXDEV, EINVAL, ENOSYS, ENOTSUP, EPERM].contains(error.errno) else { throw error }
                break
            }
        }
        return writeEnd
    }

    /// Copies the bytes between two offsets through memory; throws `changedMeanwhile` if the source ends earlier.
    private func readAndWrite(
        _ source: borrowing OpenFile, from start: Int, to end: Int, _ progress: ((Int) -> Void)?
    ) throws(FileSaveError) {
        var buffer = [UInt8](repeating: 0, count: min(end - start, 1 << 20))
        var offset = start
        while offset < end {
            let wanted = min(end - offset, buffer.count)
            let count = min(wanted, try saving(source.read(into: &buffer, at: offset)))
            try saving(write(buffer[..<count], at: offset))
            guard count == wanted else { throw .changedMeanwhile(source.path) }
            offset += count
            progress?(offset)
        }
    }
}
