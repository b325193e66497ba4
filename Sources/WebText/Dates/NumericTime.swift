import EngineConcepts

/// Parses times that are one number: seconds or milliseconds since 1970, or `YYYYMMDDhhmm` and `YYYYMMDDhhmmss`.
enum NumericTime {
    /// Returns the time, or `nil` if the bytes are not such a number.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        // Other dates have a separator within the first digits, so this ends quickly for them.
        guard let separator = bytes.firstIndex(where: { !$0.isASCIIDigit }) else { return time(bytes, thousandths: 0) }
        guard (9...10).contains(separator), bytes[separator] == .dot, separator + 1 < bytes.count,
            bytes[(separator + 1)...].allSatisfy(\.isASCIIDigit)
        else { return nil }
        var thousandths: Int64 = 0
        for offset in 1...3 {
            let index = separator + offset
            thousandths = thousandths * 10 + (index < bytes.count ? Int64(bytes[index].digitValue) : 0)
        }
        return time(UnsafeBufferPointer(rebasing: bytes[..<separator]), thousandths: thousandths)
    }

    /// Interprets a number by its length: 9 and 10 digits are seconds from 1973 on, 13 digits are milliseconds from
    /// 2001 on, 12 and 14 digits are a date.
    private static func time(_ digits: UnsafeBufferPointer<UInt8>, thousandths: Int64) -> Timestamp? {
        switch digits.count {
        case 9, 10: time(milliseconds: number(digits[...]) * 1000 + thousandths)
        case 13: time(milliseconds: number(digits[...]))
        case 12, 14:
            date(digits)
        default: nil
        }
    }

    /// Returns the time so many milliseconds after 1970 began, or `nil` for 0, which stands for no date.
    private static func time(milliseconds: Int64) -> Timestamp? {
        milliseconds < 1000 ? nil : Timestamp(milliseconds: milliseconds)
    }

    private static func date(_ digits: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        let fields = DateFields(
            year: Int(number(digits[..<4])), month: Int(number(digits[4..<6])), day: Int(number(digits[6..<8])),
            hour: Int(number(digits[8..<10])), minute: Int(number(digits[10..<12])),
            second: digits.count == 14 ? Int(number(digits[12...])) : 0)
        return DateFields.likelyYears.contains(fields.year) ? fields.timestamp : nil
    }

    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64 {
        digits.reduce(0) { $0 * 10 + Int64($1.digitValue) }
    }
}
