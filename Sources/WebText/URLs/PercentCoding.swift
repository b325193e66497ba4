/// Percent-encoding in URLs (RFC 3986 §2.1).
package enum PercentCoding {
    /// Returns `text` with everything encoded except unreserved characters: letters, digits and `-._~`.
    package static func encoded(_ text: String) -> String {
        encoded(text) { !isUnreserved($0) }
    }

    /// Returns `text` with those bytes encoded for which `isEncoded` returns true.
    static func encoded(_ text: String, where isEncoded: (UInt8) -> Bool) -> String {
        guard text.utf8.contains(where: isEncoded) else { return text }
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isEncoded(byte) { append(byte, to: &bytes) } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns `text` with all encoded bytes decoded.
    package static func decoded(_ text: Substring) -> String {
        transformed(text) { _, _ in false }
    }

    /// Returns `text` with unreserved characters decoded and other encodings in capitals (RFC 3986 §6.2.2).
    ///
    /// - Parameter encodesForeign: True to encode control characters, spaces and non-ASCII characters as well.
    static func normalized(_ text: Substring, encodesForeign: Bool = false) -> String {
        transformed(text) { byte, wasEncoded in
            wasEncoded ? !isUnreserved(byte) : encodesForeign && (byte <= 0x20 || byte >= 0x7f)
        }
    }

    /// Decodes each byte, and encodes those for which `isEncoded` returns true.
    private static func transformed(_ text: Substring, isEncoded: (UInt8, _ wasEncoded: Bool) -> Bool) -> String {
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            var byte = source[index]
            var wasEncoded = false
            if byte == .percentSign, index + 2 < source.count, let high = source[index + 1].hexadecimalValue,
                let low = source[index + 2].hexadecimalValue
            {
                byte = high << 4 | low
                wasEncoded = true
                index += 2
            }
            index += 1
            if isEncoded(byte, wasEncoded) { append(byte, to: &bytes) } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(.percentSign)
        for digit in [byte >> 4, byte & 15] {
            bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10))
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte)
    }
}
