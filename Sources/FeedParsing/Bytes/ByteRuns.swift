/// Eight bytes of a text at once, the first in the lowest place. Nearly all bytes of nearly all texts mean nothing but
/// themselves; asking eight at a time makes passing them cheap.
struct EightBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    private let word: UInt64

    /// Reads the eight bytes from `index` on, which must be there.
    init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        word = UInt64(
            littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Marks the bytes that are beyond ASCII.
    var foreign: Marks { Marks(word & Self.highs) }

    /// Marks the first control character of ASCII, and perhaps others behind it; DEL counts.
    var control: Marks {
        Marks((word &- Self.ones &* 0x20) & ~word & Self.highs).union(equal(to: 0x7f))
    }

    /// Marks the first byte that is `byte`, and perhaps others behind it.
    func equal(to byte: UInt8) -> Marks {
        let difference = word ^ Self.ones &* UInt64(byte)
        return Marks((difference &- Self.ones) & ~difference & Self.highs)
    }

    /// Which of eight bytes are marked; exact up to the first one.
    struct Marks {
        private let bits: UInt64

        fileprivate init(_ bits: UInt64) {
            self.bits = bits
        }

        /// How many bytes stand in front of the first marked one; nil where none is marked.
        var first: Int? { bits == 0 ? nil : bits.trailingZeroBitCount >> 3 }

        /// The marks of both.
        func union(_ other: Marks) -> Marks { Marks(bits | other.bits) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where, from `start` on, the first byte stands that `marks` marks; `stops` says the same of one byte. Both are to be
    /// plain: they are put in place.
    @inline(__always)
    func endOfRun(
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
