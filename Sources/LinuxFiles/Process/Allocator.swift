import CLinux

/// The C library's allocator in this process (mallopt(3)).
package enum Allocator {
    /// Has the allocator serve a process that makes hundreds of thousands of objects and ends.
    ///
    /// Freed memory is merged at once with what is free beside it: glibc would keep small pieces apart for later and merge all of
    /// them whenever a larger one is freed, which takes a seventh of all time. And it is kept for what comes next: the kernel
    /// would take large pieces back and hand out others, page by page, each filled with zeros.
    package static func serveManyObjects() {
        _ = clinux_mallopt(CInt(CLINUX_MXFAST), 0)
        _ = clinux_mallopt(CInt(CLINUX_MMAP_THRESHOLD), 32 << 20)
        _ = clinux_mallopt(CInt(CLINUX_TRIM_THRESHOLD), 64 << 20)
    }
}
