/// Makes text from outside harmless to a terminal and to a reader's eye: the one place where that is decided. Everything
/// that a source delivers passes through it before it becomes part of a ticket, and rendered markup passes again, since
/// character references can hide what the first pass looked for.
///
/// What goes: C0 and C1 control characters and DEL (so no escape sequence survives), embeddings, overrides and isolates
/// that turn the direction of text, invisible characters that only serve to hide or to pretend, and combining marks
/// beyond what any script stacks. What stays: line feeds and tabs where lines are kept, joiners between visible
/// characters (Persian and emoji need them), one variation selector per character.
public enum TextSanitizer {
    /// How many combining marks one character may carry: twice what Hebrew with full cantillation uses.
    static let maximumMarks = 8

    /// One line: every run of white space becomes one space, none at the ends.
    public static func line(_ text: String) -> String {
        sanitize(text, keepsLines: false)
    }

    /// Text whose lines count: `\r\n` and `\r` become `\n`; white space at the ends goes.
    public static func lines(_ text: String) -> String {
        sanitize(text, keepsLines: true)
    }

    /// One line out of UTF-8; broken sequences become U+FFFD.
    static func line(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        sanitize(bytes, keepsLines: false)
    }

    /// Text whose lines count out of UTF-8; broken sequences become U+FFFD.
    static func lines(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        sanitize(bytes, keepsLines: true)
    }

    /// Text whose lines count out of a document that ``DocumentCleaner`` has cleaned already: what is left to look for
    /// lies beyond ASCII.
    static func lines(ofDocument bytes: UnsafeBufferPointer<UInt8>) -> String {
        sanitize(bytes, keepsLines: true, isDocument: true)
    }

    private static func sanitize(_ text: String, keepsLines: Bool) -> String {
        var text = text
        return text.withUTF8 { sanitize($0, keepsLines: keepsLines) }
    }

    private static func sanitize(
        _ bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool, isDocument: Bool = false
    ) -> String {
        let trimmed = trim(bytes)
        let needsWork = isDocument ? holdsSuspects(trimmed) : needsWork(trimmed, keepsLines: keepsLines)
        guard needsWork else { return String(decoding: trimmed, as: UTF8.self) }
        var cleaner = ScalarCleaner(keepsLines: keepsLines, capacity: trimmed.count)
        cleaner.take(trimmed)
        // What stood in front of the white space at the start may be gone now.
        let cleaned = cleaner.finish().drop(while: \.isASCIIWhitespace)
        return String(decoding: cleaned, as: UTF8.self)
    }

    private static func trim(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        var start = bytes.startIndex
        var end = bytes.endIndex
        while start < end, bytes[start].isASCIIWhitespace { start += 1 }
        while end > start, bytes[end - 1].isASCIIWhitespace { end -= 1 }
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }

    /// Whether anything in `bytes` might have to change. May say yes for nothing, never no for something. Eight bytes at
    /// a time where they are plain ASCII, since nearly all bytes are.
    private static func needsWork(_ bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        let raw = UnsafeRawPointer(base)
        var index = 0
        while index < bytes.count {
            if index + 8 <= bytes.count, keepsLines {
                let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                if word.holdsPlainASCIIOnly {
                    index += 8
                    continue
                }
            }
            let byte = bytes[index]
            if byte < 0x80 {
                if byte < 0x20 {
                    guard keepsLines, byte == 0x0a || byte == 0x09 else { return true }
                } else if byte == 0x7f || (byte == 0x20 && !keepsLines && bytes[index - 1] == 0x20) {
                    return true
                }
            } else if byte >= 0xc0, isSuspicious(bytes, at: index) {
                return true
            }
            index += 1
        }
        return false
    }

    /// As `needsWork`, for bytes whose ASCII is known to be harmless.
    private static func holdsSuspects(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        let raw = UnsafeRawPointer(base)
        var index = 0
        while index < bytes.count {
            if index + 8 <= bytes.count, raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).holdsASCIIOnly {
                index += 8
            } else {
                if bytes[index] >= 0xc0, isSuspicious(bytes, at: index) { return true }
                index += 1
            }
        }
        return false
    }

    /// Whether the sequence that begins at `index` may be one that the cleaner changes: looks at lead bytes and, where
    /// whole scripts would be slowed down otherwise, at the byte after.
    private static func isSuspicious(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        func byte(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
        switch bytes[index] {
        case 0xc2: return byte(1) <= 0x9f || byte(1) == 0xad
        case 0xcc, 0xcd, 0xd2, 0xd6, 0xd7, 0xd8, 0xd9, 0xdb: return true
        case 0xe0: return true
        case 0xe1: return byte(1) <= 0x85 || byte(1) == 0xa0 || byte(1) == 0xaa || byte(1) == 0xab || byte(1) == 0xb7
        case 0xe2: return byte(1) == 0x80 ? !(0x90...0xa7).contains(byte(2)) : byte(1) == 0x81 || byte(1) == 0x83
        case 0xe3: return byte(1) == 0x85
        case 0xef: return byte(1) == 0xb8 || byte(1) == 0xbb || byte(1) == 0xbe || byte(1) == 0xbf
        case 0xf3: return true
        default: return false
        }
    }
}

extension UInt64 {
    /// Whether none of the eight bytes has its highest bit set.
    var holdsASCIIOnly: Bool { self & 0x8080_8080_8080_8080 == 0 }

    /// Whether all eight bytes lie between space and tilde.
    var holdsPlainASCIIOnly: Bool {
        let high: UInt64 = 0x8080_8080_8080_8080
        let below = (self &- 0x2020_2020_2020_2020) & ~self
        let flipped = self ^ 0x7f7f_7f7f_7f7f_7f7f
        let delete = (flipped &- 0x0101_0101_0101_0101) & ~flipped
        return (self | below | delete) & high == 0
    }
}

extension UInt8 {
    /// Whether it is a space, a tab or a line break.
    var isASCIIWhitespace: Bool {
        self == 0x20 || (0x09...0x0d).contains(self)
    }

    /// Whether it is a digit.
    var isASCIIDigit: Bool {
        (0x30...0x39).contains(self)
    }

    /// Whether it is a letter.
    var isASCIILetter: Bool {
        (0x61...0x7a).contains(self | 0x20)
    }

    /// The byte in lower case, where it is a letter.
    var lowercasedASCII: UInt8 {
        (0x41...0x5a).contains(self) ? self | 0x20 : self
    }
}
