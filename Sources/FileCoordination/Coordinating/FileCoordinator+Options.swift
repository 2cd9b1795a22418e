extension FileCoordinator {
    /// What a coordinated read is for; with the values of Apple's `NSFileCoordinator.ReadingOptions`.
    public struct ReadingOptions: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Presenters are not asked to save first: what is on disk will do.
        public static let withoutChanges = ReadingOptions(rawValue: 1)
        /// The accessor gets the path with a symbolic link at its end followed.
        public static let resolvesSymbolicLink = ReadingOptions(rawValue: 2)
        /// Only attributes are read. It keeps nobody waiting and waits for nobody, but presenters are asked as ever.
        public static let immediatelyAvailableMetadataOnly = ReadingOptions(rawValue: 4)
        /// The accessor gets a snapshot, removed when it returns; the item is free again as soon as the snapshot is made.
        public static let forUploading = ReadingOptions(rawValue: 8)
    }

    /// What a coordinated write is for; none is a plain update, which a safe save is, too. At most one of `forDeleting`,
    /// `forMoving`, `forMerging` and `forReplacing`. The values are those of Apple's `NSFileCoordinator.WritingOptions`.
    public struct WritingOptions: OptionSet, Sendable, Hashable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The item will be removed; with a directory, everything inside it.
        public static let forDeleting = WritingOptions(rawValue: 1)
        /// The item will get another path; with a directory, everything inside it.
        public static let forMoving = WritingOptions(rawValue: 2)
        /// Presenters are asked to save first, so that their changes can be merged.
        public static let forMerging = WritingOptions(rawValue: 4)
        /// Another item will stand at the path, whether or not one is there now. Not for saving a document.
        public static let forReplacing = WritingOptions(rawValue: 8)
        /// Only attributes are changed, not contents or the modification date. It excludes nobody who reads.
        public static let contentIndependentMetadataOnly = WritingOptions(rawValue: 16)
    }
}

extension FileCoordinator.WritingOptions {
    /// Whether what is inside a directory is concerned, too.
    var concernsContents: Bool { !isDisjoint(with: [.forDeleting, .forMoving, .forReplacing]) }
}
