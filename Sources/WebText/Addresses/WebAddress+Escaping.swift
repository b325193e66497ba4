extension WebAddress {
    /// Returns `address` with this query appended, escaped.
    package static func adding(_ query: [(name: String, value: String)], to address: String) -> String {
        address + "?" + query.map { "\($0.name)=\(escaped($0.value))" }.joined(separator: "&")
    }

    /// Returns `text` escaped for a URL: everything except letters, digits and `-._~` (RFC 3986 §2.3).
    package static func escaped(_ text: String) -> String {
        var escaped: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x2d, 0x2e, 0x5f, 0x7e: escaped.append(byte)
            case _ where byte.isASCIILetter || byte.isASCIIDigit: escaped.append(byte)
            default: escaped += Array("%".utf8) + [hexDigit(byte >> 4), hexDigit(byte & 15)]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
