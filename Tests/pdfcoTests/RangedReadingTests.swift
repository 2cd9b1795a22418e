import LinuxFiles
import SystemPackage
import TestSupport
import Testing

/// What an edit reads of a document of 200 MB, counted by the process that serves a file system: on a ranged mount, such as
/// that of an object store, it is what is fetched.
@Suite(.enabled("bindfs cannot mount anything here", { try await SharedDirectoryTests.hasFUSE() }))
struct RangedReadingTests {
    private static let pages = 200

    /// Writes a document in which each page is followed by its image, a mebibyte long, whose data takes no space on disk.
    ///
    /// - Parameters:
    ///   - groups: how many nodes of the page tree are between its root and the pages; 0 for none.
    ///   - isApart: whether each node is behind its pages, far from the others.
    private static func write(to path: FilePath, groups: Int, isApart: Bool) throws {
        let file = try OpenFile(creating: path)
        var (end, offsets) = (0, [Int](repeating: 0, count: 3 + groups + 2 * pages))
        func write(_ text: String) throws {
            try file.write(Array(text.utf8), at: end)
            end += text.utf8.count
        }
        func object(_ number: Int, _ text: String) throws {
            offsets[number] = end
            try write("\(number) 0 obj\n\(text)\nendobj\n")
        }
        func references(_ numbers: Range<Int>) -> String { numbers.map { "\($0) 0 R" }.joined(separator: " ") }
        let first = 3 + groups
        func node(_ group: Int) throws {
            let count = pages / groups
            let kids = first + group * count..<first + (group + 1) * count
            try object(3 + group, "<< /Type /Pages /Parent 2 0 R /Count \(count) /Kids [\(references(kids))] >>")
        }
        try write("%PDF-1.7\n")
        for page in 0..<pages {
            let parent = groups == 0 ? 2 : 3 + page / (pages / groups)
            let image = first + pages + page
            try object(
                first + page,
                "<< /Type /Page /Parent \(parent) 0 R /MediaBox [0 0 612 792] /Resources << /XObject << /I \(image) 0 R >> >> >>"
            )
            offsets[image] = end
            try write(
                "\(image) 0 obj\n<< /Type /XObject /Subtype /Image /Width 1024 /Height 1024 /BitsPerComponent 8 "
                    + "/ColorSpace /DeviceGray /Length 1048576 >>\nstream\n")
            end += 1 << 20
            try write("\nendstream\nendobj\n")
            if isApart, (page + 1).isMultiple(of: pages / groups) { try node(page / (pages / groups)) }
        }
        if !isApart { for group in 0..<groups { try node(group) } }
        let kids = groups == 0 ? first..<first + pages : 3..<first
        try object(2, "<< /Type /Pages /Count \(pages) /Kids [\(references(kids))] >>")
        try object(1, "<< /Type /Catalog /Pages 2 0 R >>")
        let table = end
        try write("xref\n0 \(offsets.count)\n0000000000 65535 f \n")
        for offset in offsets.dropFirst() {
            try write(String(repeating: "0", count: 10 - "\(offset)".count) + "\(offset) 00000 n \n")
        }
        try write("trailer\n<< /Size \(offsets.count) /Root 1 0 R >>\nstartxref\n\(table)\n%%EOF\n")
    }

    @Test(arguments: [(0, false), (20, false), (20, true)])
    func `One edit fetches at most 256 KiB of a large document`(groups: Int, isApart: Bool) async throws {
        try await withTemporaryDirectory { directory in
            let shared = try directory.making("shared")
            _ = try directory.making("mount")
            try Self.write(to: shared.appending("large.pdf"), groups: groups, isApart: isApart)
            let result = try await PDFCO.shell(
                #"""
                set -eu
                bindfs -f shared mount & server=$!
                trap 'umount mount; wait $server || :' EXIT
                until mountpoint -q mount; do kill -0 $server; done
                fetched() { awk '$1 == "rchar:" { print $2 }' /proc/$server/io; }
                for page in 1 77 200; do for way in '--increment-to out --force' --save; do
                    before=$(fetched)
                    pdfco annotate highlight mount/large.pdf --page $page --rect 72,696,300,712 $way
                    echo $(($(fetched) - before)) bytes for page $page with $way
                done; done
                test $(wc -c < out) -lt 4096
                """#, in: directory)
            #expect(result.exitStatus == 0, "\(result.errorText)")
            let lines = result.outputText.split(separator: "\n")
            #expect(lines.count == 6)
            for line in lines {
                let count = try #require(Int(line.prefix { $0.isNumber }))
                #expect((1...256 << 10).contains(count), "\(line)")
            }
        }
    }
}
