// What decides how an annotation is drawn; the document keeps only the drawing.

extension Property<Bool> {
    static let isSmooth = Property(
        "smooth", .truth, in: AnnotationEntry(keys: [], read: { _, _ in }, write: { _, _ in }), omitting: true,
        option: PropertyOption(
            name: "smooth", help: "Whether strokes are curves through their points (default: yes).", valueName: "",
            isSwitch: true),
        get: { $0.isSmooth }, set: { $0.isSmooth = $1 ?? true })
}

extension Property<[UInt8]> {
    /// The file of an image (8.9.5).
    static let image = Property(
        "image",
        .bytes.checked("the image is larger than \(AttachedFile.sizeLimit >> 20) MiB") {
            $0.count <= AttachedFile.sizeLimit
        }, in: AnnotationEntry(keys: [], read: { _, _ in }, write: { _, _ in }),
        option: PropertyOption(
            name: "image", help: "A PNG or JPEG file to show in place of words.", valueName: "path", isFile: true),
        get: { $0.image }, set: { $0.image = $1 })
}
