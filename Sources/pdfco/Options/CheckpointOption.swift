import ArgumentParser

/// The option that leaves unsaved changes out.
struct CheckpointOption: ParsableArguments {
    @Flag(help: "Ignore unsaved changes: show the file as it is.")
    var noCheckpoint = false
}
