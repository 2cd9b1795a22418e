internal import PDFModel

/// One edit of a job: an object with one of the keys `add`, `update` and `remove`.
struct BatchEdit: Decodable {
    let template: EditTemplate

    init(from decoder: any Decoder) throws {
        // Its place in the list of edits.
        let place = decoder.codingPath.last?.intValue.map { "edit \($0 + 1): " } ?? ""
        do { template = try Self.read(try JobObject(decoder)) } catch let error as BatchJob.Invalid {
            throw BatchJob.Invalid(reason: place + error.reason)
        } catch PDFError.invalidAnnotation(let reason) {
            throw BatchJob.Invalid(reason: place + reason)
        }
    }

    private static func read(_ values: JobObject) throws -> EditTemplate {
        try values.check(["add", "update", "remove", "pages"], of: "an edit")
        let pages = try values.pages("pages")
        let adds = try values.decode(StatedAnnotation.self, "add", "an annotation")
        let update = try values.decode(Update.self, "update", "an object")
        let removal = try values.decode(Removal.self, "remove", "an object")
        switch (adds, update, removal) {
        case (let stated?, nil, nil):
            guard let page = stated.pages else {
                throw BatchJob.Invalid(reason: "page is not a page number; pages count from 1")
            }
            guard let find = stated.find else { return .add(stated.annotation, onPages: pages ?? page) }
            return .addAtMatches(stated.annotation, stated: stated.stated, onPages: pages ?? page, at: find)
        case (nil, let update?, nil):
            return .edit(.update(name: update.name, pages: pages ?? .all, change: update.change))
        case (nil, nil, let removal?):
            return .edit(.remove(name: removal.name, pages: pages ?? .all, keepsReplies: removal.keepsReplies))
        default: throw BatchJob.Invalid(reason: "it needs one of add, update and remove")
        }
    }

    private struct Update: Decodable {
        var name: String
        var change: AnnotationChange

        init(from decoder: any Decoder) throws {
            let values = try JobObject(decoder)
            try values.check(["name", "change"], of: "an update")
            name = try values.name()
            guard let change = try values.decode(AnnotationChange.self, "change", "an object") else {
                throw BatchJob.Invalid(reason: "change is missing")
            }
            self.change = change
        }
    }

    private struct Removal: Decodable {
        var name: String
        var keepsReplies: Bool

        init(from decoder: any Decoder) throws {
            let values = try JobObject(decoder)
            try values.check(["name", "keepReplies"], of: "a removal")
            name = try values.name()
            keepsReplies = try values.decode(Bool.self, "keepReplies", "true or false") ?? false
        }
    }
}

extension JobObject {
    fileprivate func name() throws -> String {
        guard let name = try string("name") else { throw BatchJob.Invalid(reason: "name is missing") }
        return name
    }

    fileprivate func pages(_ key: String) throws -> PageRange? {
        guard let text = try string(key) else { return nil }
        guard let range = PageRange(text) else {
            throw BatchJob.Invalid(reason: "\(key) is not a page range such as 1-3,7,z")
        }
        return range
    }
}
