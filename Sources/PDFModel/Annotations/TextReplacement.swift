extension Annotation {
    /// The annotations that propose other text for what a strike-out marks: a caret with the new text after it, and the
    /// strike-out, which belongs to the caret (ISO 32000-2, 12.5.6.2).
    ///
    /// The strike-out's name and contents become those of the caret.
    public func textReplacement(on page: PageDetails) -> [Annotation] {
        var old = self
        (old.page, old.contents, old.popup) = (page.number, nil, nil)
        (old.inReplyTo, old.replyType, old.intent) = (name, .group, "StrikeOutTextEdit")
        old.name = name.map { "\($0) strike-out" }
        let end = quadrilaterals.last?.inViewersOrder ?? UprightFrame(rect, rotation: page.rotation).quadrilateral
        let up = end.upperRight - end.lowerRight
        let along = up.perpendicular * -0.3
        let corners = [along * -1, along].flatMap {
            [end.lowerRight + $0 + up * 0.35, end.lowerRight + $0 - up * 0.35]
        }
        var new = Annotation("Caret", page: page.number, rect: Rectangle(enclosing: corners) ?? rect)
        (new.name, new.contents, new.author, new.subject) = (name, contents, author, subject)
        (new.color, new.opacity, new.flags, new.popup) = (color, opacity, flags, popup)
        (new.creationDate, new.intent) = (creationDate, "Replace")
        return [new, old]
    }
}
