import CGLib

/// Base64 (RFC 4648 §4), and its form for URLs.
package enum Base64 {
    private static let alphabetForURLs = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Returns `bytes` in Base64, with padding.
    package static func encoded(_ bytes: [UInt8]) -> String {
        guard let text = g_base64_encode(bytes, numericCast(bytes.count)) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Returns `bytes` in the form for URLs and file names (RFC 4648 §5), without padding.
    package static func encodedForURL(_ bytes: [UInt8]) -> String {
        let text = encoded(bytes).utf8.filter { $0 != .equalsSign }
            .map { byte -> UInt8 in
                switch byte {
                case .plus: .hyphen
                case .slash: .underscore
                default: byte
                }
            }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a text in the form for URLs without padding, or `nil` for any other text.
    package static func decodedFromURL(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (bits, count) = (UInt32(0), 0)
        for byte in text.utf8 {
            guard let digit = alphabetForURLs.firstIndex(of: byte) else { return nil }
            bits = bits << 6 | UInt32(digit)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
                bits &= (1 << UInt32(count)) - 1
            }
        }
        // A digit that completes no byte, and bits that no byte takes, are mistakes.
        return count < 6 && bits == 0 ? bytes : nil
    }
}
