internal import CExpat

/// Reads XML 1.0 event by event, with expat.
///
/// A text can be in UTF-8, UTF-16, ISO 8859-1 or ASCII. Names keep their prefixes, and a prefix need not be declared.
/// A document type declaration is an error, so that there are no entities but those of XML itself.
public final class XMLReader {
    private let bytes: [UInt8]
    private let parser: XML_Parser
    private let depthLimit: Int
    private var depth = 0
    private var encoding = "utf-8"
    private var hasBegun = false
    private var isAtEnd = false
    /// Events that expat has reported and ``next()`` has not returned: at most a few more than ``batch``.
    private var events: [XMLEvent] = []
    private var returned = 0
    /// Characters that may go on.
    private var text: [UInt8] = []
    private var failure: XMLError?
    private static let batch = 256

    /// - Parameters:
    ///   - sizeLimit: how many bytes are accepted; at most 2 GiB.
    ///   - depthLimit: how deep elements may be nested.
    public init(_ bytes: [UInt8], sizeLimit: Int, depthLimit: Int = 64) throws(XMLError) {
        let sizeLimit = min(sizeLimit, Int(Int32.max))
        guard bytes.count <= sizeLimit else { throw XMLError(.tooLarge(limit: sizeLimit), line: 1, column: 1) }
        guard let parser = XML_ParserCreate(nil) else { preconditionFailure("expat has no memory for a parser.") }
        (self.bytes, self.parser, self.depthLimit) = (bytes, parser, depthLimit)
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { XMLReader.of($0).start($1, $2) }, { XMLReader.of($0).end($1) })
        XML_SetCharacterDataHandler(parser) { XMLReader.of($0).characters($1, $2) }
        XML_SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in XMLReader.of(reader).refuse(.documentType) }
        XML_SetXmlDeclHandler(parser) { reader, _, encoding, _ in
            if let encoding { XMLReader.of(reader).encoding = String(cString: encoding).lowercased() }
        }
    }

    deinit { XML_ParserFree(parser) }

    /// Returns the next event; `nil` at the end of the text.
    public func next() throws(XMLError) -> XMLEvent? {
        while returned == events.count, !isAtEnd { try parse() }
        guard returned < events.count else { return nil }
        returned += 1
        return events[returned - 1]
    }

    /// The text between two offsets in bytes, as written.
    public func text(_ range: Range<Int>) -> String {
        let part = bytes[range]
        switch bytes.prefix(2) {
        case [0xFE, 0xFF], [0xFF, 0xFE], [0x00, 0x3C], [0x3C, 0x00]:
            let isBigEndian = bytes[0] == 0xFE || bytes[0] == 0x00
            let units = stride(from: part.startIndex, to: part.endIndex - 1, by: 2).map { index in
                let (first, second) = (UInt16(part[index]), UInt16(part[index + 1]))
                return isBigEndian ? first << 8 | second : second << 8 | first
            }
            return String(decoding: units, as: UTF16.self)
        default:
            guard encoding == "iso-8859-1" else { return String(decoding: part, as: UTF8.self) }
            return String(String.UnicodeScalarView(part.map { UnicodeScalar($0) }))
        }
    }

    /// Goes on for about as many events as are handled at a time.
    private func parse() throws(XMLError) {
        events.removeAll(keepingCapacity: true)
        returned = 0
        let status = hasBegun ? XML_ResumeParser(parser) : begin()
        hasBegun = true
        if status == XML_STATUS_ERROR, failure == nil {
            failure = error(.malformed(reason(XML_GetErrorCode(parser))))
        }
        if let failure { throw failure }
        isAtEnd = status == XML_STATUS_OK
    }

    /// Gives expat all bytes at once: it would scan an unfinished token anew with each part that follows.
    private func begin() -> XML_Status {
        guard let buffer = XML_GetBuffer(parser, Int32(bytes.count)) else { return XML_STATUS_ERROR }
        bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: bytes.count).copyMemory(from: $0) }
        return XML_ParseBuffer(parser, Int32(bytes.count), 1)
    }

    private func reason(_ code: XML_Error) -> String {
        guard code == XML_ERROR_INVALID_TOKEN else {
            return XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
        }
        let place = Int(XML_GetCurrentByteIndex(parser))
        let rest = place >= 0 && encoding == "utf-8" ? bytes.dropFirst(place).prefix(4) : []
        // A decoder puts this character in place of what it cannot decode.
        let isText =
            rest.first.map { $0 < 0x80 } ?? true
            || String(decoding: rest, as: UTF8.self).unicodeScalars.first != "\u{FFFD}"
        return isText ? "invalid token" : "a character is not in UTF-8, and no other encoding is declared"
    }

    private func error(_ reason: XMLError.Reason) -> XMLError {
        XMLError(
            reason, line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLReader {
        guard let context else { preconditionFailure("expat returns the context that it was given.") }
        return Unmanaged<XMLReader>.fromOpaque(context).takeUnretainedValue()
    }

    private func refuse(_ reason: XMLError.Reason) {
        guard failure == nil else { return }
        failure = error(reason)
        XML_StopParser(parser, XML_Bool(0))
    }

    private func report(_ event: XMLEvent) {
        if !text.isEmpty {
            events.append(.characters(String(decoding: text, as: UTF8.self)))
            text.removeAll(keepingCapacity: true)
        }
        events.append(event)
        if events.count >= Self.batch { XML_StopParser(parser, XML_Bool(1)) }
    }

    private func start(_ name: UnsafePointer<CChar>?, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard let name, let pairs else { return }
        depth += 1
        guard depth <= depthLimit else { return refuse(.tooDeep(limit: depthLimit)) }
        var attributes: [XMLAttribute] = []
        var index = 0
        while let name = pairs[index], let value = pairs[index + 1] {
            attributes.append(XMLAttribute(name: String(cString: name), value: String(cString: value)))
            index += 2
        }
        let start = Int(XML_GetCurrentByteIndex(parser))
        report(
            .start(
                XMLElement(
                    name: String(cString: name), attributes: attributes, line: Int(XML_GetCurrentLineNumber(parser)),
                    column: Int(XML_GetCurrentColumnNumber(parser)) + 1, start: start,
                    tagEnd: start + Int(XML_GetCurrentByteCount(parser)))))
    }

    private func end(_ name: UnsafePointer<CChar>?) {
        guard let name else { return }
        depth -= 1
        let end = Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser))
        report(.end(name: String(cString: name), end: end))
    }

    private func characters(_ text: UnsafePointer<CChar>?, _ count: Int32) {
        guard let text else { return }
        self.text.append(contentsOf: UnsafeRawBufferPointer(start: text, count: Int(count)))
    }
}
