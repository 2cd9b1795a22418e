// A document is a presenter with a checkpoint: whoever makes one needs these, too.
@_exported public import Checkpointing
@_exported public import FileCoordination
