import FoundationEssentials
import PDFModel
import PageImages

extension ReviewReport {
    /// The part of a document; all its identifiers begin with its number.
    static func section(_ document: ReviewedDocument, number: Int, summary: String) -> [UInt8] {
        let identifier = "d\(number)"
        var html = Array(
            """
            <section class="document" id="\(identifier)">
            <h2>\(shown(document.file))</h2>
            <p>\(summary)\(document.problem.map { "; " + HTML.text("\($0)") } ?? "")</p>

            """.utf8)
        var count = 0
        for page in document.pages {
            let label = page.details.label.map { $0 == "\(page.details.number)" ? "" : " (\(shown($0)))" } ?? ""
            html += Array("<section class=\"page\">\n<h3>Page \(page.details.number)\(label)</h3>\n".utf8)
            let numbered = page.threads.map { thread in
                count += 1
                return (number: count, thread: thread)
            }
            if let picture = page.picture { html += figure(page.details, picture, numbered, in: identifier) }
            html += Array("<ol class=\"threads\" start=\"\(count - numbered.count + 1)\">\n".utf8)
            for (number, thread) in numbered {
                html += Array(item(thread, number, in: identifier, isPictured: page.picture != nil).utf8)
            }
            html += Array("</ol>\n</section>\n".utf8)
        }
        return html + Array("</section>\n".utf8)
    }

    /// The picture of a page, with the outlines and numbers of its comments above it.
    private static func figure(
        _ page: PageDetails, _ picture: PagePicture, _ threads: [(number: Int, thread: ReviewThread)],
        in document: String
    ) -> [UInt8] {
        let size = 8 * max(page.width, page.height) / 800
        let marks = threads.map { number, thread in
            let outlines = thread.comment.annotation.outlines.map { $0.map(page.shownPlace) }
            let corner = Point(
                min(max(outlines[0][0].x - size, size), page.width - size),
                min(max(outlines[0][0].y, size), page.height - size))
            let (x, y) = (HTML.number(corner.x), HTML.number(corner.y))
            return """
                <a id="\(document)m\(number)" href="#\(document)c\(number)" tabindex="-1">\
                <path d="\(outlines.map(HTML.path).joined())"/>\
                <circle cx="\(x)" cy="\(y)" r="\(HTML.number(size))"/>\
                <text x="\(x)" y="\(y)" font-size="\(HTML.number(size * 1.1))">\(number)</text></a>

                """
        }
        let image = """
            <div class="picture">
            <img alt="Page \(page.number)" width="\(picture.width)" height="\(picture.height)" src="data:image/png;base64,
            """
        let overlay = """
            ">
            <svg viewBox="0 0 \(HTML.number(page.width)) \(HTML.number(page.height))" preserveAspectRatio="none" \
            aria-hidden="true">
            \(marks.joined())</svg>
            </div>

            """
        return Array(image.utf8) + Data(picture.png).base64EncodedData() + Array(overlay.utf8)
    }

    private static func item(
        _ thread: ReviewThread, _ number: Int, in document: String, isPictured: Bool
    ) -> String {
        let annotation = thread.comment.annotation
        let identifier = "\(document)c\(number)"
        let label =
            isPictured
            ? "<a href=\"#\(document)m\(number)\" aria-label=\"\(number), show on the page\">\(number)</a>"
            : "<span>\(number)</span>"
        let replies = thread.replies.map { reply in
            let annotation = reply.listed.annotation
            let body = annotation.statesOnly ? "" : text(of: annotation)
            return "<li class=\"reply\" \(facts(annotation))>\(byline(annotation, role(of: reply)))\(body)</li>\n"
        }
        return """
            <li class="thread" id="\(identifier)" data-kind="\(HTML.text(annotation.kindInWords))" \
            data-state="\(HTML.text(thread.state))" \(facts(annotation))>
            <h4>\(label) \(HTML.text(annotation.kindInWords)) <span class="state">\(HTML.text(thread.state))</span></h4>
            \(byline(annotation))\(text(of: annotation))
            \(replies.isEmpty ? "" : "<ul class=\"replies\">\n\(replies.joined())</ul>\n")</li>

            """
    }

    /// What a reply is to the comment.
    private static func role(of reply: ReviewThread.Reply) -> String {
        let annotation = reply.listed.annotation
        if let state = annotation.state { return "state: \(shown(state.lowercased()))" }
        if annotation.replyType == .group { return "with it" }
        return "reply" + (reply.target.map { " to <bdi>\(author(of: $0.annotation))</bdi>" } ?? "")
    }

    /// What the filters compare.
    private static func facts(_ annotation: Annotation) -> String {
        var facts = "data-author=\"\(author(of: annotation))\""
        if let date = annotation.lastDate { facts += " data-date=\"\(date.timestamp.prefix(10))\"" }
        return facts
    }

    private static func author(of annotation: Annotation) -> String {
        guard let author = annotation.author, !author.isEmpty else { return "no author" }
        return shown(author)
    }

    private static func byline(_ annotation: Annotation, _ words: String? = nil) -> String {
        let parts = [words, "<bdi>\(author(of: annotation))</bdi>", annotation.lastDate.map(time)]
        return "<p class=\"by\">\(parts.compactMap(\.self).joined(separator: " · "))</p>\n"
    }

    private static func text(of annotation: Annotation) -> String {
        var html = ""
        if let subject = annotation.subject { html += "<p class=\"subject\" dir=\"auto\">\(shown(subject))</p>\n" }
        if let contents = annotation.contents, !contents.isEmpty {
            html += "<p class=\"contents\" dir=\"auto\">\(HTML.text(contents))</p>\n"
        }
        if let file = annotation.attachment {
            let size = file.size.map { ", \(SummaryText.counted($0, "byte"))" } ?? ""
            html += "<p class=\"file\">File <bdi>\(shown(file.name))</bdi>\(size)</p>\n"
        }
        return html
    }
}
