import CZlib

/// Writes pictures as PNG files (<https://www.w3.org/TR/png-3/>).
public enum PNGEncoder {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    /// Eight bits a channel, red, green, blue and opacity, Deflate, the usual filters, not interlaced.
    private static let format: [UInt8] = [8, 6, 0, 0, 0]

    /// Returns the bytes of a file, or `nil` if there is no memory for them.
    public static func encode(_ pixels: Pixels) -> [UInt8]? {
        let row = pixels.width * 4
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.height * (row + 1))
        for y in 0..<pixels.height {
            // The row as it is, without a filter.
            rows.append(0)
            rows += pixels.bytes[y * row..<(y + 1) * row]
        }
        guard let compressed = compress(rows) else { return nil }
        return signature + chunk("IHDR", bigEndian(pixels.width) + bigEndian(pixels.height) + format)
            + chunk("IDAT", compressed) + chunk("IEND", [])
    }

    private static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var length = compressBound(uLong(bytes.count))
        var compressed = [UInt8](repeating: 0, count: Int(length))
        guard compress2(&compressed, &length, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION) == Z_OK else {
            return nil
        }
        compressed.removeLast(compressed.count - Int(length))
        return compressed
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        return bigEndian(content.count) + named + bigEndian(Int(crc32(0, named, uInt(named.count))))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian, Array.init)
    }
}
