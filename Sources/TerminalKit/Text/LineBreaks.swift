internal import CUnistring

/// Says where a text's lines may end, by the line breaking algorithm of Unicode (UAX #14), which libunistring knows.
///
/// Asked from the beginning to the end, and lazily: only the text up to the last question has been looked at, a few
/// kilobytes ahead, so that the first lines of a megabyte cost as much as the first lines of a page.
struct LineBreaks {
    private let text: String
    private let byteCount: Int
    /// How many bytes are looked at in one go.
    private let stride: Int
    /// The first byte that `flags` speaks of.
    private var base = 0
    private var flags: [CChar] = []

    /// Looks at `text`.
    ///
    /// - Parameter stride: How many bytes are looked at in one go; what is answered does not depend on it, unless a
    ///   single word is longer.
    init(_ text: String, stride: Int = 4096) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
        byteCount = text.utf8.count
        self.stride = max(8, stride)
    }

    /// Whether a line may end before the byte `offset`. No question may lie before an earlier one.
    mutating func mayBreak(before offset: Int) -> Bool {
        guard offset > 0, offset < byteCount else { return false }
        while offset >= base + flags.count {
            lookFurther()
        }
        return offset >= base && flags[offset - base] == CChar(UC_BREAK_POSSIBLE)
    }

    /// Looks at the next stretch of the text. It begins where a line may end, for nothing before such a place decides
    /// about what follows it; within a word longer than a stretch it begins anywhere, and no line ends there.
    private mutating func lookFurther() {
        let start = base + flags.count
        let mayEndBeforeStart = carried
        let (found, count, next) = stretch(from: start)
        flags = Array(found.prefix(count))
        if mayEndBeforeStart, !flags.isEmpty { flags[0] = CChar(UC_BREAK_POSSIBLE) }
        base = start
        carried = next
    }

    /// Whether a line may end before the stretch that comes next.
    private var carried = false

    private func stretch(from start: Int) -> (flags: [CChar], count: Int, mayEndAfter: Bool) {
        let result = text.utf8.withContiguousStorageIfAvailable { bytes -> (flags: [CChar], count: Int, Bool) in
            var end = min(start + stride, bytes.count)
            while end < bytes.count, end > start + 4, bytes[end] & 0xc0 == 0x80 { end -= 1 }
            let part = UnsafeBufferPointer(rebasing: bytes[start..<end])
            var flags = [CChar](repeating: CChar(UC_BREAK_PROHIBITED), count: part.count)
            u8_possible_linebreaks(part.baseAddress, part.count, "UTF-8", &flags)
            Self.keepSeparators(part, &flags)
            guard end < bytes.count, let last = flags.lastIndex(of: CChar(UC_BREAK_POSSIBLE)), last > 0 else {
                return (flags, flags.count, false)
            }
            return (flags, last, true)
        }
        return result ?? (
            [CChar](repeating: CChar(UC_BREAK_PROHIBITED), count: byteCount - start), byteCount - start, false
        )
    }

    /// Rule LB29, which libunistring leaves out: no line ends between a comma, full stop, colon or semicolon and a
    /// letter behind it, as in `e.g.` and `https://a.example`.
    private static func keepSeparators(_ bytes: UnsafeBufferPointer<UInt8>, _ flags: inout [CChar]) {
        for index in bytes.indices.dropFirst() where flags[index] == CChar(UC_BREAK_POSSIBLE) {
            switch bytes[index - 1] {
            case UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: ";"):
                if isLetter(bytes[index]) { flags[index] = CChar(UC_BREAK_PROHIBITED) }
            default: break
            }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "#")
            || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "_") || (0xc3...0xd7).contains(byte)
    }
}

extension Cluster {
    /// Whether it gives way at the end of a line: spaces but those that keep words together, and what is not seen.
    var givesWay: Bool {
        switch first.value {
        case 0x20, 0x09, 0x1680, 0x2000...0x2006, 0x2008...0x200a, 0x200b, 0x205f, 0x3000, 0xad: true
        default: false
        }
    }
}
