/// A selection of pages in qpdf's notation: `1-3,7,z`, `r2` from the end, `1-z:odd`, `5-1` backwards. Also `all`, `odd`, `even`, `last`
/// for `z`, and `-2` for `r2`.
public struct PageRange: Sendable, Equatable, CustomStringConvertible {
    private enum Bound: Equatable {
        case fromStart(Int)
        case fromEnd(Int)

        func page(of count: Int) -> Int {
            switch self {
            case .fromStart(let number): number
            case .fromEnd(let number): count + 1 - number
            }
        }
    }

    /// The range as it was written.
    public let description: String
    private var spans: [(Bound, Bound)]
    private var parity: Int?

    public static func == (left: Self, right: Self) -> Bool {
        left.parity == right.parity && left.spans.elementsEqual(right.spans, by: ==)
    }

    /// Every page.
    public static let all = PageRange(spans: [(.fromStart(1), .fromEnd(1))], description: "1-z")

    /// The first page.
    public static let first = PageRange(page: 1)

    /// One page, counted from 1.
    public init(page number: Int) {
        self.init(spans: [(.fromStart(number), .fromStart(number))], description: "\(number)")
    }

    private init(spans: [(Bound, Bound)], description: String) {
        self.spans = spans
        self.description = description
    }

    /// Reads a range; `nil` where `text` is not one.
    public init?(_ text: String) {
        description = text
        var list = Substring(text)
        parity = nil
        if list == "odd" || list == "even" { list = "1-z:\(list)" }
        if let colon = list.firstIndex(of: ":") {
            switch list[colon...] {
            case ":odd": parity = 1
            case ":even": parity = 0
            default: return nil
            }
            list = list[..<colon]
        }
        spans = []
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            if part == "all" {
                spans.append((.fromStart(1), .fromEnd(1)))
                continue
            }
            if part.first == "-", let place = Self.bound("r\(part.dropFirst())") {
                spans.append((place, place))
                continue
            }
            let bounds = part.split(separator: "-", omittingEmptySubsequences: false).map(Self.bound)
            guard bounds.count == 1 || bounds.count == 2, let first = bounds[0], let last = bounds[bounds.count - 1]
            else { return nil }
            spans.append((first, last))
        }
    }

    private static func bound(_ text: Substring) -> Bound? {
        if text == "z" || text == "last" { return .fromEnd(1) }
        let isFromEnd = text.first == "r"
        let digits = isFromEnd ? text.dropFirst() : text
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits), number > 0 else {
            return nil
        }
        return isFromEnd ? .fromEnd(number) : .fromStart(number)
    }

    /// Returns the selected page numbers in a document of `count` pages, in the order written, each once.
    ///
    /// `:odd` and `:even` select by the position in the list, as in qpdf, in which a page may occur twice.
    ///
    /// - Throws: ``PDFError/pageOutOfRange(_:pageCount:)``.
    public func pages(of count: Int) throws(PDFError) -> [Int] {
        var pages: [Int] = []
        for (first, last) in spans {
            let (from, to) = (first.page(of: count), last.page(of: count))
            for page in [from, to] where page < 1 || page > count { throw .pageOutOfRange(page, pageCount: count) }
            pages += from <= to ? Array(from...to) : (to...from).reversed()
        }
        if let parity { pages = pages.enumerated().filter { ($0.offset + 1) % 2 == parity }.map(\.element) }
        var seen: Set<Int> = []
        return pages.filter { seen.insert($0).inserted }
    }
}
