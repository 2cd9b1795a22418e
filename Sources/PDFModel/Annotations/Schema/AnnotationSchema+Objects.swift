internal import FoundationEssentials

// Properties whose values lead to other objects of a document.

// MARK: Where a link leads (12.3.2, 12.6.4.8)

extension Property<String> {
    static let uri = Property(
        "destination.uri", .uri, in: .destination, expected: LinkDestination.expected,
        option: PropertyOption(
            name: "uri", help: "The address that the link opens, such as https://example.org/.", valueName: "uri"),
        get: { if case .uri(let uri) = $0.destination { uri } else { nil } },
        set: { $0.setDestination($1.map { .uri($0) }) })
}

extension Property<Int> {
    static let targetPage = Property(
        "destination.page", .integer.checked("pages are numbered from 1") { $0 > 0 }, in: .destination,
        expected: LinkDestination.expected,
        option: PropertyOption(name: "to-page", help: "The page that the link opens.", valueName: "number"),
        get: { if case .page(let page) = $0.destination { page } else { nil } },
        set: { $0.setDestination($1.map { .page($0) }) })
}

extension Property<String> {
    static let targetName = Property(
        "destination.name", .text, in: .destination, expected: LinkDestination.expected,
        option: PropertyOption(
            name: "destination", help: "The named destination that the link opens.", valueName: "name"),
        get: { if case .named(let name, _) = $0.destination { name } else { nil } },
        set: { $0.setDestination($1.map { .named($0, page: nil) }) })
}

// MARK: Other actions (12.6.3, 12.6.4)

extension Property<[UInt8]> {
    /// Pages to which they lead are written as objects, once the document is known.
    static let actions = Property(
        "actions",
        .bytes.checked("the actions are not a dictionary of /A and /AA without references") {
            AnnotationActions($0) != nil
        },
        in: AnnotationEntry(
            keys: ["AA"], read: { $1.actions = AnnotationActions(reading: $0)?.bytes },
            write: { annotation, entries in
                guard let actions = annotation.actions.flatMap(AnnotationActions.init) else { return }
                entries = entries.merging(actions.entries)
            }),
        about: """
            Scripts, and actions other than those of `destination`: a dictionary with `/A` and `/AA` in the \
            notation of PDF and without references, in base64. A page is its number, from 0. An import leaves it \
            out without `--with-actions`.
            """,
        get: { $0.actions }, set: { $0.actions = $1 })
}

// MARK: An attached file (12.5.6.15, 7.11.4)

extension Property<[UInt8]> {
    static let attachmentData = Property(
        "attachment.data",
        .bytes.checked("the attached file is larger than \(AttachedFile.sizeLimit >> 20) MiB") {
            $0.count <= AttachedFile.sizeLimit
        }, in: .attachment, expected: AttachedFile.expected,
        option: PropertyOption(
            name: "file", help: "The file to attach, of up to \(AttachedFile.sizeLimit >> 20) MiB.", valueName: "path",
            isFile: true),
        get: { $0.attachment?.data }, set: { $0.setAttachment(\.contents, $1) })
}

extension Property<String> {
    static let attachmentName = Property(
        "attachment.fileName", .text, in: .attachment, expected: AttachedFile.expected,
        option: PropertyOption(
            name: "file-name", help: "The name of the attached file. Default: that of --file.", valueName: "name"),
        get: { $0.attachment?.name }, set: { $0.setAttachment(\.name, $1) })
}

extension Property<String> {
    static let attachmentType = Property(
        "attachment.type",
        .text.checked("the type of the attached file is not a MIME type such as text/csv") {
            $0.wholeMatch(of: #/[!-.0-~]+\/[!-.0-~]+/#) != nil
        }, in: .attachment, expected: AttachedFile.expected,
        option: PropertyOption(
            name: "mime-type", help: "The MIME type of the attached file. Default: the usual one for its name.",
            valueName: "type"),
        get: { $0.attachment?.type }, set: { $0.setAttachment(\.type, $1) })
}

extension Property<Date> {
    static let attachmentCreation = Property(
        "attachment.creationDate", .date, in: .attachment, expected: AttachedFile.expected,
        get: { $0.attachment?.creationDate }, set: { $0.setAttachment(\.creationDate, $1) })
}

extension Property<Date> {
    static let attachmentModification = Property(
        "attachment.modificationDate", .date, in: .attachment, expected: AttachedFile.expected,
        get: { $0.attachment?.modificationDate }, set: { $0.setAttachment(\.modificationDate, $1) })
}
