// Where annotations are on their page.

extension Property<Rectangle> {
    static let rect = Property(
        "rect", .rectangle, .rectangle(.rectangle),
        about: "The rectangle: x0, y0, x1, y1. Required unless other coordinates place the annotation.",
        option: PropertyOption(
            name: "rect", help: "Two opposite corners of the rectangle, in points.", valueName: "x0,y0,x1,y1",
            isNumeric: true),
        get: { $0.rect }, set: { if let rect = $1 { $0.rect = rect } },
        given: { $0.place(in: $1) })
}

extension Property<[Quadrilateral]> {
    static let quadPoints = Property(
        "quadPoints", .quadrilaterals, .quadrilaterals(.quadPoints),
        about:
            "The quadrilaterals of the marked text, 8 numbers each: upper left, upper right, lower left, lower right.",
        option: PropertyOption(
            name: "quad-points",
            help: "A quadrilateral of text: upper left, upper right, lower left, lower right; repeatable.",
            valueName: "x1,y1,…,x4,y4", isRepeatable: true, isNumeric: true),
        get: { if case .quadPoints(let quads) = $0.geometry { quads } else { nil } },
        set: { $0.setGeometry($1.map { .quadPoints($0) }) })
}

extension Property<[Point]> {
    static let line = Property(
        "line", .ends, .points(.line, count: 2),
        about: "The two ends of a line.",
        option: PropertyOption(
            name: "line", help: "The start and end, in points.", valueName: "x0,y0,x1,y1", isNumeric: true),
        get: { if case .line(let start, let end) = $0.geometry { [start, end] } else { nil } },
        set: { $0.setGeometry($1.map { .line($0[0], $0[1]) }) })

    static let vertices = Property(
        "vertices", .points, .points(.vertices),
        about: "The vertices of a polygon or poly-line, as a flat list.",
        option: PropertyOption(
            name: "vertices", help: "The vertices in order, in points.", valueName: "x1,y1,x2,y2,…",
            isNumeric: true),
        get: { if case .vertices(let points) = $0.geometry { points } else { nil } },
        set: { $0.setGeometry($1.map { .vertices($0) }) })
}

extension Property<[[Point]]> {
    static let inkList = Property(
        "inkList", .strokes, .strokes(.inkList),
        about: "The strokes of a drawing, each a flat list of points.",
        option: PropertyOption(
            name: "ink-list", help: "The points of one stroke; repeatable.", valueName: "x1,y1,x2,y2,…",
            isRepeatable: true, isNumeric: true),
        get: { if case .inkList(let strokes) = $0.geometry { strokes } else { nil } },
        set: { $0.setGeometry($1.map { .inkList($0) }) })
}
