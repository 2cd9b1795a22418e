import ArgumentParser

/// The option that leaves unsaved changes out.
struct CheckpointOption: ListedOptions {
    private(set) var isLeftAside = false

    init() {}

    init(_ values: OptionValues) throws { isLeftAside = try values.flag("no-checkpoint") }

    static var options: [ListedOption] {
        [.flag("no-checkpoint", help: "Ignore unsaved changes: show the file as it is.")]
    }
}
