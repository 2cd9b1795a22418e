package import FoundationEssentials

/// PDF's date format, `D:YYYYMMDDHHmmSSOHH'mm'` (ISO 32000-2, 7.9.4).
package enum PDFDate {
    /// Returns `date` in UTC and whole seconds: `D:20261121093000Z`.
    package static func string(_ date: Date) -> PDFString {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let (days, second) = (floorDivide(seconds, 86_400), modulo(seconds, 86_400))
        let (year, month, day) = civil(fromDays: days)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(17)
        bytes += "D:".utf8
        bytes.append(decimal: year, width: 4)
        bytes.append(decimal: month, width: 2)
        bytes.append(decimal: day, width: 2)
        bytes.append(decimal: second / 3600, width: 2)
        bytes.append(decimal: second / 60 % 60, width: 2)
        bytes.append(decimal: second % 60, width: 2)
        bytes.append(UInt8(ascii: "Z"))
        return PDFString(bytes: bytes)
    }

    /// Returns the time that `text` states; missing fields take their defaults, and a missing offset means UTC.
    package static func date(_ text: String) -> Date? {
        var rest = Substring(text).utf8
        if rest.starts(with: "D:".utf8) { rest.removeFirst(2) }
        guard let year = digits(&rest, 4) else { return nil }
        let month = digits(&rest, 2) ?? 1
        let day = digits(&rest, 2) ?? 1
        let hour = digits(&rest, 2) ?? 0
        let minute = digits(&rest, 2) ?? 0
        let second = digits(&rest, 2) ?? 0
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61 else { return nil }
        var offset = 0
        if let sign = rest.popFirst(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            let hours = digits(&rest, 2) ?? 0
            if rest.first == UInt8(ascii: "'") { rest.removeFirst() }
            let minutes = digits(&rest, 2) ?? 0
            offset = (sign == UInt8(ascii: "+") ? 1 : -1) * (hours * 3600 + minutes * 60)
        }
        let moment = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
        return Date(timeIntervalSince1970: Double(moment))
    }

    private static func digits(_ rest: inout Substring.UTF8View, _ count: Int) -> Int? {
        var value = 0
        var index = rest.startIndex
        for _ in 0..<count {
            guard index < rest.endIndex, (0x30...0x39).contains(rest[index]) else { return nil }
            value = value * 10 + Int(rest[index] - 0x30)
            index = rest.index(after: index)
        }
        rest = rest[index...]
        return value
    }

    private static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }

    private static func modulo(_ value: Int, _ divisor: Int) -> Int { value - floorDivide(value, divisor) * divisor }

    /// The number of days from 1970-01-01 to a day in the proleptic Gregorian calendar, counted in eras of 400 years.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(fromDays days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let calendarMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0)
        return (year, calendarMonth, dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
