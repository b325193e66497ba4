/// Writes uncompressed PNG files with a true or false size.
struct PNGWriter {
    /// Pixels across.
    var width: Int
    /// Pixels down.
    var height: Int
    /// The size in the header, if it differs.
    var declared: (width: Int, height: Int)?
    /// The colour of a pixel: red, green, blue and opacity.
    var color: (_ x: Int, _ y: Int) -> [UInt8]

    /// The file.
    var bytes: [UInt8] {
        let size = declared ?? (width, height)
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width { rows += color(x, y) }
        }
        let head = Self.number(size.width) + Self.number(size.height) + [8, 6, 0, 0, 0]
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Self.chunk("IHDR", head)
            + Self.chunk("IDAT", Self.stored(rows)) + Self.chunk("IEND", [])
    }

    /// Returns a zlib stream without compression.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xffff)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            result += [rest.isEmpty ? 1 : 0, UInt8(length & 0xff), UInt8(length >> 8)]
            result += [UInt8(~length & 0xff), UInt8(~length >> 8)]
            result += block
        } while !rest.isEmpty
        var sums: (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            sums.0 = (sums.0 + UInt32(byte)) % 65_521
            sums.1 = (sums.1 + sums.0) % 65_521
        }
        return result + number(Int(sums.1 << 16 | sums.0))
    }

    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        var sum: UInt32 = 0xffff_ffff
        for byte in checked {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        return number(content.count) + checked + number(Int(~sum))
    }

    private static func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xff) } }
}
