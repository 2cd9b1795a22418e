extension FileCoordinator {
    /// What an access does if a presenter does not do in time what it was asked to: its process was stopped, or it is
    /// busy. The presenter may have changes that are not in the file.
    public enum UnansweredPolicy: String, Sendable, CaseIterable {
        /// Waits until the timeout, then fails.
        case wait
        /// Fails after a second without a sign of life, or after half of the time left, 1 to 15 seconds.
        case fail
        /// Goes on after the same time without the presenter, with the file as it is;
        /// ``FileCoordinator/warnings`` says so. The default: one stopped process keeps nobody from a file.
        case read
    }

    /// The purpose of a coordinated read, with the values of Apple's `NSFileCoordinator.ReadingOptions`.
    public struct ReadingOptions: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Presenters are not asked to save first: the state on disk is enough.
        public static let withoutChanges = ReadingOptions(rawValue: 1)
        /// The accessor gets the path with a symbolic link at its end followed.
        public static let resolvesSymbolicLink = ReadingOptions(rawValue: 2)
        /// Only attributes are read. The access blocks nobody and waits for no lock, but presenters are asked as usual.
        public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 4)
        /// The accessor gets a snapshot, removed when it returns; the item is free again as soon as the snapshot is made.
        /// The snapshot of a directory is one file, a ZIP archive.
        public static let forUploading = ReadingOptions(rawValue: 8)
    }

    /// The purpose of a coordinated write; no option means a plain update, which includes a safe save. At most one of
    /// `forDeleting`, `forMoving`, `forMerging` and `forReplacing`. The values are those of Apple's
    /// `NSFileCoordinator.WritingOptions`.
    public struct WritingOptions: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The item will be removed; for a directory, with everything inside it.
        public static let forDeleting = WritingOptions(rawValue: 1)
        /// The item will get another path; for a directory, with everything inside it.
        public static let forMoving = WritingOptions(rawValue: 2)
        /// Presenters are asked to save first, so that their changes can be merged.
        public static let forMerging = WritingOptions(rawValue: 4)
        /// Another item will take the path, whether or not one exists now. Not for saving a document.
        public static let forReplacing = WritingOptions(rawValue: 8)
        /// Only attributes are changed, not contents or the modification date. Readers are not excluded.
        public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 16)
    }
}

extension FileCoordinator.WritingOptions {
    /// Whether the write also affects everything inside a directory.
    var concernsContents: Bool { !isDisjoint(with: [.forDeleting, .forMoving, .forReplacing]) }
}
