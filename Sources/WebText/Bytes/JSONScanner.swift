import CByteScan

/// Reads JSON that this program has written, part by part. Much faster than a decoder for small objects; where a part is not
/// as expected, the caller has a decoder read the whole text.
package struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    /// Reads `bytes` from their beginning; they must outlive the scanner.
    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// True if nothing is left.
    package var isAtEnd: Bool { index == bytes.count }

    /// Returns true if `text` is next, and moves past it.
    package mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        index += count
        return true
    }

    /// Returns the integer that is next, or `nil` if there is none or it is out of range.
    package mutating func number() -> Int64? {
        let isNegative = take("-")
        let start = index
        var number: Int64 = 0
        while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            // Subtracted, because the least number has no positive counterpart.
            let (next, isTooLow) = tens.subtractingReportingOverflow(Int64(digit))
            guard !isTooLarge, !isTooLow else { return nil }
            number = next
            index += 1
        }
        guard index > start else { return nil }
        if isNegative { return number }
        return number == .min ? nil : -number
    }

    /// Returns the string that is next, or `nil` if there is none or it has escapes other than `\"` and `\\`.
    package mutating func string() -> String? {
        guard take("\""), let start = bytes.baseAddress else { return nil }
        var text: [UInt8] = []
        while true {
            let end = scan_json(start, index, bytes.count)
            guard end < bytes.count else { return nil }
            switch bytes[end] {
            case .quotationMark:
                defer { index = end + 1 }
                // Most strings have no escapes: their bytes are not collected first.
                if text.isEmpty { return String(decoding: bytes[index..<end], as: UTF8.self) }
                return String(decoding: text + bytes[index..<end], as: UTF8.self)
            case .backslash
            where end + 1 < bytes.count && (bytes[end + 1] == .quotationMark || bytes[end + 1] == .backslash):
                text.append(contentsOf: bytes[index..<end])
                text.append(bytes[end + 1])
                index = end + 2
            // DEL, which needs no escape.
            case 0x7f:
                text.append(contentsOf: bytes[index...end])
                index = end + 1
            default: return nil
            }
        }
    }

    /// Returns the name of the member that is next, behind its colon, or `nil` if there is none.
    package mutating func key() -> String? {
        guard let name = string(), take(":") else { return nil }
        return name
    }
}
