/// Eight bytes of a text as one word, the first in the lowest byte. Used to skip ordinary bytes eight at a time.
@usableFromInline
package struct EightBytes {
    @usableFromInline static let ones: UInt64 = 0x0101_0101_0101_0101
    @usableFromInline static let highs: UInt64 = 0x8080_8080_8080_8080

    @usableFromInline let word: UInt64

    /// Loads the eight bytes from `index` on, which must exist.
    @inlinable package init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        word = UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Marks the bytes beyond ASCII.
    @inlinable package var nonASCII: Mask { Mask(word & Self.highs) }

    /// Marks the first byte equal to `byte` and possibly later bytes.
    @inlinable package func equal(to byte: UInt8) -> Mask {
        let difference = word ^ Self.ones &* UInt64(byte)
        return Mask((difference &- Self.ones) & ~difference & Self.highs)
    }

    /// Marked bytes among eight; exact up to the first one.
    @usableFromInline
    package struct Mask {
        @usableFromInline let bits: UInt64

        @inlinable init(_ bits: UInt64) {
            self.bits = bits
        }

        /// The number of bytes before the first marked one, or `nil` if none is marked.
        @inlinable package var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount >> 3 }

        /// Returns the marks of both.
        @inlinable package func union(_ other: Mask) -> Mask { Mask(bits | other.bits) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the index of the first byte from `start` on that `marks` marks; `stops` tests a single byte. Both
    /// closures should be simple, since they are inlined.
    @inlinable @inline(__always)
    package func endOfRun(from start: Int, marks: (EightBytes) -> EightBytes.Mask, stops: (UInt8) -> Bool) -> Int {
        var index = start
        while index + 8 <= count {
            if let first = marks(EightBytes(self, at: index)).first { return index + first }
            index += 8
        }
        while index < count, !stops(self[index]) { index += 1 }
        return index
    }
}
