/// Eight bytes of a text at once, the first in the lowest place. Nearly all bytes of nearly all texts mean nothing but
/// themselves; asking eight at a time makes passing them cheap.
@usableFromInline
package struct EightBytes {
    @usableFromInline static let ones: UInt64 = 0x0101_0101_0101_0101
    @usableFromInline static let highs: UInt64 = 0x8080_8080_8080_8080

    @usableFromInline let word: UInt64

    /// Reads the eight bytes from `index` on, which must be there.
    @inlinable package init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        word = UInt64(
            littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Marks the bytes that are beyond ASCII.
    @inlinable package var foreign: Marks { Marks(word & Self.highs) }

    /// Marks the first control character of ASCII, and perhaps others behind it; DEL counts.
    @inlinable package var control: Marks {
        Marks((word &- Self.ones &* 0x20) & ~word & Self.highs).union(equal(to: 0x7f))
    }

    /// Marks the first byte that is `byte`, and perhaps others behind it.
    @inlinable package func equal(to byte: UInt8) -> Marks {
        let difference = word ^ Self.ones &* UInt64(byte)
        return Marks((difference &- Self.ones) & ~difference & Self.highs)
    }

    /// Which of eight bytes are marked; exact up to the first one.
    @usableFromInline
    package struct Marks {
        @usableFromInline let bits: UInt64

        @inlinable init(_ bits: UInt64) {
            self.bits = bits
        }

        /// How many bytes stand in front of the first marked one; nil where none is marked.
        @inlinable package var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount >> 3 }

        /// The marks of both.
        @inlinable package func union(_ other: Marks) -> Marks { Marks(bits | other.bits) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where, from `start` on, the first byte stands that `marks` marks; `stops` says the same of one byte. Both are to be
    /// plain: they are put in place.
    @inlinable @inline(__always)
    package func endOfRun(
        from start: Int, marks: (EightBytes) -> EightBytes.Marks, stops: (UInt8) -> Bool
    ) -> Int {
        var index = start
        while index + 8 <= count {
            if let first = marks(EightBytes(self, at: index)).first { return index + first }
            index += 8
        }
        while index < count, !stops(self[index]) { index += 1 }
        return index
    }
}
