/// Why an access did not end well: access was not granted, or the accessor threw an error.
public enum FileAccessError<Failure: Error>: Error {
    /// Access was not granted; the accessor has not run.
    case notGranted(FileCoordinationError)
    /// The accessor threw an error; the access is over.
    case accessorFailed(Failure)
}

extension FileAccessError: Equatable where Failure: Equatable {}

extension FileAccessError: CustomStringConvertible {
    /// The sentence of the error that it holds.
    public var description: String {
        switch self {
        case .notGranted(let error): error.description
        case .accessorFailed(let error): "\(error)"
        }
    }
}
