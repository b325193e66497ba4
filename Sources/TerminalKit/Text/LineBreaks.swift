import CUnistring

/// The permitted line breaks of a text by Unicode's algorithm (UAX #14), with libunistring.
///
/// Works lazily from the beginning, a few kilobytes ahead, so that the first lines of a megabyte cost no more than those of
/// a page.
struct LineBreaks {
    private let text: String
    private let byteCount: Int
    /// The bytes that are analysed at once.
    private let stride: Int
    /// The first byte of `flags`.
    private var base = 0
    private var flags: [CChar] = []

    /// - Parameter stride: The bytes that are analysed at once. Does not change results unless a word is longer.
    init(_ text: String, stride: Int = 4096) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
        byteCount = text.utf8.count
        self.stride = max(8, stride)
    }

    /// Returns true if a line may end before the byte `offset`, which must not decrease between calls.
    mutating func mayBreak(before offset: Int) -> Bool {
        guard offset > 0, offset < byteCount else { return false }
        while offset >= base + flags.count { readNextSegment() }
        return offset >= base && flags[offset - base] == CChar(UC_BREAK_POSSIBLE)
    }

    /// Analyses the next segment. It begins at a permitted break, which makes it independent of the text before; within a word
    /// longer than a segment it begins anywhere, without a break.
    private mutating func readNextSegment() {
        let start = base + flags.count
        let mayEndBeforeStart = carried
        let (found, count, next) = segment(from: start)
        flags = Array(found.prefix(count))
        if mayEndBeforeStart, !flags.isEmpty { flags[0] = CChar(UC_BREAK_POSSIBLE) }
        base = start
        carried = next
    }

    /// True if a line may end before the next segment.
    private var carried = false

    private func segment(from start: Int) -> (flags: [CChar], count: Int, mayEndAfter: Bool) {
        var text = text
        return text.withUTF8 { bytes -> (flags: [CChar], count: Int, mayEndAfter: Bool) in
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
    }

    /// Applies rule LB29, which libunistring lacks: no break between a comma, full stop, colon or semicolon and a letter after
    /// it, as in `e.g.` and `https://a.example`.
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
    /// True if it vanishes at the end of a line: breaking spaces and invisible characters.
    var givesWay: Bool {
        switch first.value {
        case 0x20, 0x09, 0x1680, 0x2000...0x2006, 0x2008...0x200a, 0x200b, 0x205f, 0x3000, 0xad: true
        default: false
        }
    }
}
