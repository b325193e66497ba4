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

    /// What other programs have to say, as a part of a sentence: one line, without a full stop of its own.
    package static func words(_ text: String) -> String {
        let line = line(text)
        return line.hasSuffix(".") && !line.hasSuffix("..") ? String(line.dropLast()) : line
    }

    /// Text whose lines count: `\r\n` and `\r` become `\n`; white space at the ends goes.
    public static func lines(_ text: String) -> String {
        sanitize(text, keepsLines: true)
    }

    /// One line out of UTF-8; broken sequences become U+FFFD.
    package static func line(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        sanitize(bytes, keepsLines: false)
    }

    /// Text whose lines count out of UTF-8; broken sequences become U+FFFD.
    package static func lines(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        sanitize(bytes, keepsLines: true)
    }

    /// Text whose lines count out of a document that ``DocumentCleaner`` has cleaned already: what is left to look for
    /// lies beyond ASCII.
    package static func lines(ofDocument bytes: UnsafeBufferPointer<UInt8>) -> String {
        sanitize(bytes, keepsLines: true, isDocument: true)
    }

    private static func sanitize(_ text: String, keepsLines: Bool) -> String {
        var text = text
        let cleaned: String? = text.withUTF8 { bytes in
            let isClean = trim(bytes).count == bytes.count && !needsWork(bytes, keepsLines: keepsLines)
            return isClean ? nil : sanitize(bytes, keepsLines: keepsLines)
        }
        return cleaned ?? text
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

    /// Whether anything in `bytes` might have to change. May say yes for nothing, never no for something.
    private static func needsWork(_ bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool) -> Bool {
        holdsUnwantedASCII(bytes, keepsLines: keepsLines) || holdsSuspects(bytes)
    }

    /// Whether there is a control character in `bytes`, or what has to become one space where lines are not kept.
    private static func holdsUnwantedASCII(_ bytes: UnsafeBufferPointer<UInt8>, keepsLines: Bool) -> Bool {
        var index = 0
        var isBehindSpace = false
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case 0x20:
                if isBehindSpace, !keepsLines { return true }
            case 0x0a, 0x09:
                if !keepsLines { return true }
            case 0x00...0x1f, 0x7f: return true
            default: break
            }
            isBehindSpace = byte == 0x20
            index += 1
        }
        return false
    }

    /// Whether anything beyond ASCII in `bytes` might have to change. May say yes for nothing, never no for something.
    private static func holdsSuspects(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        while true {
            index = bytes.endOfRun(from: index) {
                $0.foreign
            } stops: {
                $0 >= 0x80
            }
            guard index < bytes.count else { return false }
            while index < bytes.count, bytes[index] >= 0x80 {
                if isSuspicious(bytes, at: index) { return true }
                index += 1
            }
        }
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

extension UInt8 {
    /// Whether it is a space, a tab or a line break.
    @inlinable package var isASCIIWhitespace: Bool {
        self == 0x20 || (0x09...0x0d).contains(self)
    }

    /// Whether it is a digit.
    @inlinable package var isASCIIDigit: Bool {
        (0x30...0x39).contains(self)
    }

    /// Whether it is a letter.
    @inlinable package var isASCIILetter: Bool {
        (0x61...0x7a).contains(self | 0x20)
    }

    /// The byte in lower case, where it is a letter.
    @inlinable package var lowercasedASCII: UInt8 {
        (0x41...0x5a).contains(self) ? self | 0x20 : self
    }
}
