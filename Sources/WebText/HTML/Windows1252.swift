/// The characters of bytes 0x80 to 0x9f in text that is declared as Latin-1 or Unicode.
package enum Windows1252 {
    private static let upper: [UInt16] = [
        0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d,
        0x017d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a,
        0x0153, 0x9d, 0x017e, 0x0178,
    ]

    /// Returns the scalar of a byte from 0x80 on.
    package static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        let value = (0x80...0x9f).contains(byte) ? UInt32(upper[Int(byte) - 0x80]) : UInt32(byte)
        return Unicode.Scalar(value) ?? "\u{fffd}"
    }

    /// Returns the scalar of a numeric reference; as in HTML, 0x80 to 0x9f mean Windows-1252.
    package static func scalar(forReference value: UInt32) -> Unicode.Scalar {
        if (0x80...0x9f).contains(value) { return scalar(UInt8(value)) }
        return value == 0 ? "\u{fffd}" : Unicode.Scalar(value) ?? "\u{fffd}"
    }
}
