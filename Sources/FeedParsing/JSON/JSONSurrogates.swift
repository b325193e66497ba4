import FoundationBasics
import WebText

/// Unpaired surrogates in JSON: `\ud83d` without its second half, or a second half alone, as left by cutting text in
/// UTF-16. The JSON decoder rejects the whole string.
enum JSONSurrogates {
    /// Returns `bytes` with each unpaired surrogate replaced by U+FFFD. The length is the same, so the positions of
    /// errors stay valid.
    static func replaced(in bytes: [UInt8]) -> [UInt8] {
        let unpairedIndices = unpairedIndices(in: bytes)
        guard !unpairedIndices.isEmpty else { return bytes }
        var mended = bytes
        for start in unpairedIndices {
            mended.replaceSubrange(start + 2..<start + 6, with: "fffd".utf8)
        }
        return mended
    }

    private static func unpairedIndices(in bytes: [UInt8]) -> [Int] {
        var unpairedIndices: [Int] = []
        var index = 0
        while index < bytes.count, let backslash = bytes[index...].firstIndex(of: .backslash) {
            guard let unit = unit(bytes, at: backslash) else {
                index = backslash + 2
                continue
            }
            index = backslash + 6
            guard (0xd800...0xdfff).contains(unit) else { continue }
            if unit < 0xdc00, let other = self.unit(bytes, at: index), (0xdc00...0xdfff).contains(other) {
                index += 6
            } else {
                unpairedIndices.append(backslash)
            }
        }
        return unpairedIndices
    }

    /// Returns the UTF-16 unit of the escape at `index`, or `nil` if there is none.
    private static func unit(_ bytes: [UInt8], at index: Int) -> UInt16? {
        guard index + 6 <= bytes.count, bytes[index] == .backslash, bytes[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt16 = 0
        for byte in bytes[index + 2..<index + 6] {
            guard let digit = byte.hexadecimalValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}

extension JSONDecoder {
    /// Decodes JSON from outside, with U+FFFD for unpaired surrogates.
    package func decode<Value: Decodable>(_ kind: Value.Type, fromForeign bytes: [UInt8]) throws -> Value {
        try decode(kind, from: Data(JSONSurrogates.replaced(in: bytes)))
    }
}
