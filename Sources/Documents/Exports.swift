// A document's states, events, conflicts and accesses are those of documents of every kind.
@_exported public import FileDocuments
// Edits and annotations.
@_exported public import PDFModel
