internal import LinuxFiles

extension FileKind {
    /// The kind with its article, for use in a sentence.
    var noun: String {
        switch self {
        case .regular: "a file"
        case .directory: "a directory"
        case .symbolicLink: "a symbolic link"
        case .fifo: "a pipe"
        case .socket: "a socket"
        case .characterDevice, .blockDevice: "a device"
        case .unknown: "something unknown"
        }
    }
}
