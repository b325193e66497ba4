/// Parses the zone after a time: `Z`, `+02:00`, `-0700`, `GMT`, `EST`, `GMT+2`, `+0200 (CEST)`, `Europe/Paris`.
struct ZoneScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The index of the next byte.
    private(set) var index: Int

    /// Returns minutes east of Greenwich, or `nil` if there is no zone here. Unknown names count as UTC, since an
    /// hour's error is better than no date.
    ///
    /// - Parameter fields: The local time in the zone.
    mutating func scan(at fields: DateFields) -> Int? {
        guard index < bytes.count else { return nil }
        if bytes[index] == .plus || bytes[index] == .hyphen { return scanOffset() }
        // U+2212, the minus sign.
        if bytes[index] == 0xe2, index + 2 < bytes.count, bytes[index + 1] == 0x88, bytes[index + 2] == 0x92 {
            index += 2
            return scanOffset(sign: -1)
        }
        guard bytes[index].isASCIILetter else { return nil }
        let start = index
        while index < bytes.count, bytes[index].isASCIILetter { index += 1 }
        if index < bytes.count, bytes[index] == .slash { return scanPlace(from: start, at: fields) }
        let name = UnsafeBufferPointer(rebasing: bytes[start..<index])
        if index + 1 < bytes.count, bytes[index] == .plus || bytes[index] == .hyphen, let offset = scanOffset() {
            return offset
        }
        // In `17:30 h`, the letter stands for hours and is not a zone.
        if name.count == 1, name[0] == UInt8(ascii: "h") { return 0 }
        return DateNames.zone(name) ?? 0
    }

    /// Scans the rest of a name such as `America/Port-au-Prince`.
    private mutating func scanPlace(from start: Int, at fields: DateFields) -> Int {
        while index < bytes.count,
            bytes[index].isASCIILetter || bytes[index].isASCIIDigit || "+-/_".utf8.contains(bytes[index])
        {
            index += 1
        }
        return NamedZone.offset(String(decoding: bytes[start..<index], as: UTF8.self), at: fields) ?? 0
    }

    private mutating func scanOffset(sign givenSign: Int? = nil) -> Int? {
        let sign = givenSign ?? (bytes[index] == .hyphen ? -1 : 1)
        index += 1
        var digits = 0
        var value = 0
        while index < bytes.count, digits < 4 {
            if bytes[index].isASCIIDigit {
                value = value * 10 + bytes[index].digitValue
                digits += 1
            } else if bytes[index] == .colon, digits == 1 || digits == 2 {
                guard let minutes = minutesAfterColon() else { return nil }
                return sign * (value * 60 + minutes)
            } else {
                break
            }
            index += 1
        }
        switch digits {
        case 1, 2: return sign * value * 60
        case 3, 4: return sign * (value / 100 * 60 + value % 100)
        default: return nil
        }
    }

    private func minutesAfterColon() -> Int? {
        guard index + 2 < bytes.count, bytes[index + 1].isASCIIDigit, bytes[index + 2].isASCIIDigit else { return nil }
        return bytes[index + 1].digitValue * 10 + bytes[index + 2].digitValue
    }
}
