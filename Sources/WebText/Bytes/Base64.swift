/// Base64 (RFC 4648 §4).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns `bytes` in Base64, with padding.
    package static func encoded(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (16 - 8 * UInt32($1.offset)) }
            for digit in 0..<4 {
                text.append(
                    digit > group.count ? 0x3d : alphabet[Int(bits >> (18 - 6 * UInt32(digit)) & 63)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
