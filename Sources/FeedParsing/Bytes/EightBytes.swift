/// Eight bytes of a text as one word, the first in the lowest byte. Used to skip ordinary bytes eight at a time.
struct EightBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    private let word: UInt64

    /// Loads the eight bytes from `index` on, which must exist.
    init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        word = UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Marks the bytes beyond ASCII.
    var nonASCII: Mask { Mask(bits: word & Self.highs) }

    /// Marks the first byte equal to `byte` and possibly later bytes.
    func equal(to byte: UInt8) -> Mask {
        let difference = word ^ Self.ones &* UInt64(byte)
        return Mask(bits: (difference &- Self.ones) & ~difference & Self.highs)
    }

    /// Marked bytes among eight; exact up to the first one.
    struct Mask {
        fileprivate let bits: UInt64

        /// The number of bytes before the first marked one, or `nil` if none is marked.
        var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount >> 3 }

        /// Returns the marks of both.
        func union(_ other: Mask) -> Mask { Mask(bits: bits | other.bits) }
    }
}
