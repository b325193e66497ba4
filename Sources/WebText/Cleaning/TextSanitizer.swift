import CByteScan

/// Makes text from outside safe for the terminal and for the user. Everything that a source delivers passes through
/// here before it becomes part of a ticket. Rendered markup passes again, since character references can hide
/// characters from the first pass.
///
/// Removed: the escape sequences of terminals, C0 and C1 control characters and DEL, bidirectional embeddings,
/// overrides and isolates, invisible characters that can hide or fake text, and combining marks beyond what any
/// script uses. Kept: line feeds and tabs if lines are kept, joiners between visible characters (Persian and emoji
/// need them), one variation selector per character.
public enum TextSanitizer {
    /// The maximum number of combining marks per character: twice what Hebrew with full cantillation uses.
    static let maximumMarks = 8

    /// Returns the text on one line: every run of white space becomes one space, with none at the ends.
    public static func line(_ text: String) -> String {
        sanitize(text, keepsLines: false)
    }

    /// Returns a message of another program as part of a sentence: on one line, without its full stop.
    package static func clause(_ text: String) -> String {
        let line = line(text)
        return line.hasSuffix(".") && !line.hasSuffix("..") ? String(line.dropLast()) : line
    }

    /// Returns the text with its line breaks: `\r\n` and `\r` become `\n`; white space at the ends is removed.
    public static func lines(_ text: String) -> String {
        sanitize(text, keepsLines: true)
    }

    /// Returns UTF-8 as one line; invalid sequences become U+FFFD.
    package static func line(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        sanitize(bytes, .unknown, keepsLines: false)
    }

    /// Returns the text with its line breaks. For text that ``DocumentCleaner`` has cleaned, so that only non-ASCII
    /// characters need a check.
    package static func lines(ofDocument bytes: UnsafeBufferPointer<UInt8>) -> String {
        sanitize(bytes, .document, keepsLines: true)
    }

    /// The checks that bytes have passed.
    private enum Bytes {
        case unknown
        case valid
        /// Valid UTF-8 without control characters other than tabs and line feeds.
        case document
    }

    private static func sanitize(_ text: String, keepsLines: Bool) -> String {
        var text = text
        let cleaned: String? = text.withUTF8 { bytes in
            let isClean = bytes.trimmed.count == bytes.count && !needsCleaning(bytes, .valid, keepsLines: keepsLines)
            return isClean ? nil : sanitize(bytes, .valid, keepsLines: keepsLines)
        }
        return cleaned ?? text
    }

    private static func sanitize(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Bytes, keepsLines: Bool) -> String {
        let trimmed = bytes.trimmed
        guard needsCleaning(trimmed, kind, keepsLines: keepsLines) else {
            return kind == .unknown ? String(utf8: trimmed) : String(validUTF8: trimmed)
        }
        if kind != .document, let rest = EscapeSequences.removed(from: trimmed) {
            return rest.withUnsafeBufferPointer { sanitize($0, kind, keepsLines: keepsLines) }
        }
        let isValid =
            kind != .unknown || trimmed.baseAddress.map { scan_kind($0, trimmed.count) != scan_invalid } ?? true
        var cleaner = ScalarCleaner(keepsLines: keepsLines, capacity: trimmed.count, readsValid: isValid)
        cleaner.clean(trimmed)
        // Removed characters may have left white space at the start.
        let cleaned = cleaner.finish().drop(while: \.isASCIIWhitespace)
        return cleaned.withUnsafeBufferPointer(String.init(validUTF8:))
    }

    /// Returns false only if nothing in `bytes` needs a change.
    private static func needsCleaning(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Bytes, keepsLines: Bool) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        // Most texts are one run of ordinary words.
        switch kind {
        case .document: return mayContainHidden(bytes, from: 0)
        case .valid: return needsCleaning(bytes, from: scan_valid_words(start, 0, bytes.count), keepsLines: keepsLines)
        case .unknown: return needsCleaning(bytes, from: scan_words(start, 0, bytes.count), keepsLines: keepsLines)
        }
    }

    /// Returns false only if nothing from `index` on, behind a run of words, needs a change.
    private static func needsCleaning(
        _ bytes: UnsafeBufferPointer<UInt8>, from index: Int, keepsLines: Bool
    ) -> Bool {
        index < bytes.count
            && (containsUnwantedASCII(bytes, from: index, keepsLines: keepsLines)
                || mayContainHidden(bytes, from: index))
    }

    /// Returns true if `bytes` contain a control character, or white space to collapse if lines are not kept.
    private static func containsUnwantedASCII(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, keepsLines: Bool
    ) -> Bool {
        var index = start
        var isBehindSpace = false
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case .space:
                if isBehindSpace, !keepsLines { return true }
            case .lineFeed, .tab:
                if !keepsLines { return true }
            case 0x00...0x1f, 0x7f: return true
            default: break
            }
            isBehindSpace = byte == .space
            index += 1
        }
        return false
    }

    /// Returns false only if nothing beyond ASCII from `start` on needs a change.
    private static func mayContainHidden(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        var index = start
        while true {
            index = scan_visible(base, index, bytes.count)
            guard index < bytes.count else { return false }
            if isSuspicious(bytes, at: index) { return true }
            index += 1
        }
    }

    /// Returns true if the cleaner may change the sequence at `index`. Checks lead bytes and, where that would slow
    /// down whole scripts, the next byte.
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
