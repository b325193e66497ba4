import CByteScan

/// Rewrites text scalar by scalar. The slow path of the sanitizer, for text that may need changes.
package struct ScalarCleaner {
    /// True to keep line breaks and runs of spaces; false to turn every run of white space into one space.
    package var keepsLines: Bool
    /// The output so far.
    package private(set) var output: [UInt8]
    private var marks = 0
    /// The kind of the last character, or `nil` at the start and after white space, where nothing can be joined.
    private var previous: ScalarKind?
    /// True if the last line break was a carriage return, so that a following line feed adds no other.
    private var endsInCarriageReturn = false
    private var spaceIsPending = false
    private var isInFlagTag = false
    /// True if all bytes are valid UTF-8, so that their words are found faster.
    private let readsValid: Bool

    /// Creates a cleaner with empty output.
    package init(keepsLines: Bool, capacity: Int, readsValid: Bool = false) {
        self.keepsLines = keepsLines
        self.readsValid = readsValid
        output = []
        output.reserveCapacity(capacity)
    }

    /// The index of the next character in the output.
    package var position: Int { output.count + (writesPendingSpace ? 1 : 0) }

    /// Cleans and appends UTF-8 that ends at a character boundary; invalid sequences become U+FFFD.
    package mutating func clean(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count {
            // Ordinary words need no decoding and mostly come in long runs.
            let start = index
            index = bytes.endOfWords(from: index, isValid: readsValid)
            if index > start { append(UnsafeBufferPointer(rebasing: bytes[start..<index])) }
            guard index < bytes.count else { return }
            let byte = bytes[index]
            if byte == .space || byte == .lineFeed, !keepsLines {
                appendSpace()
                index += 1
            } else if byte < 0x80 {
                clean(Unicode.Scalar(byte))
                index += 1
            } else {
                let nonASCII = index
                while index < bytes.count, bytes[index] >= 0x80 { index += 1 }
                for scalar in String(decoding: bytes[nonASCII..<index], as: UTF8.self).unicodeScalars { clean(scalar) }
            }
        }
    }

    /// Appends the run of ordinary words that begins at `start` in markup of valid UTF-8, and returns its end.
    package mutating func appendWords(of markup: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard let bytes = markup.baseAddress else { return start }
        let end = scan_words_of_markup(bytes, start, markup.count)
        if end > start { append(UnsafeBufferPointer(rebasing: markup[start..<end])) }
        return end
    }

    /// Adds a line break, even if lines are not kept.
    package mutating func breakLine() {
        guard !output.isEmpty else { return }
        output.append(.lineFeed)
        attach(nil)
    }

    /// Clears the output and starts again. The memory is kept.
    package mutating func restart(keepsLines: Bool) {
        self.keepsLines = keepsLines
        output.removeAll(keepingCapacity: true)
        attach(nil)
    }

    /// Cleans and appends a character.
    package mutating func clean(_ scalar: Unicode.Scalar) {
        switch ScalarKind(scalar) {
        case .visible: append(scalar, .visible)
        case .lineBreak: keepsLines ? appendLineBreak(scalar) : appendSpace()
        case .space: keepsLines ? appendKeptSpace(scalar == "\t" ? .tab : .space) : appendSpace()
        case .dropped: break
        case .joiner:
            // A joiner between two characters has an effect; several, or one at the start, can only hide something.
            if let previous, previous != .joiner { append(scalar, .joiner) }
        case .selector:
            if let previous, previous != .selector { append(scalar, .selector) }
        case .mark:
            guard previous != nil, marks < TextSanitizer.maximumMarks else { return }
            append(scalar, .mark)
            marks += 1
        case .flagTag:
            if isInFlagTag { write(scalar) }
        }
    }

    /// Returns the output without trailing white space.
    package consuming func finish() -> [UInt8] {
        trim()
        return output
    }

    /// Removes trailing white space from the output.
    package mutating func trim() {
        while let last = output.last {
            if last.isASCIIWhitespace {
                output.removeLast()
            } else if endsInJoiner {
                output.removeLast(3)
            } else {
                break
            }
        }
    }

    /// True if the output ends in U+200C or U+200D.
    private var endsInJoiner: Bool {
        let end = output.count
        return end >= 3 && (output[end - 1] == 0x8c || output[end - 1] == 0x8d) && output[end - 2] == 0x80
            && output[end - 3] == 0xe2
    }

    private mutating func append(_ ascii: UnsafeBufferPointer<UInt8>) {
        writePendingSpace()
        output.append(contentsOf: ascii)
        attach(.visible)
    }

    private mutating func append(_ scalar: Unicode.Scalar, _ kind: ScalarKind) {
        writePendingSpace()
        write(scalar)
        attach(kind)
        isInFlagTag = scalar.value == 0x1f3f4
    }

    /// Notes the kind of the written character.
    private mutating func attach(_ kind: ScalarKind?) {
        if kind != .mark { marks = 0 }
        previous = kind
        isInFlagTag = false
        endsInCarriageReturn = false
        spaceIsPending = false
    }

    private var writesPendingSpace: Bool {
        guard spaceIsPending, let last = output.last else { return false }
        return last != .lineFeed && last != .tab
    }

    private mutating func writePendingSpace() {
        if writesPendingSpace { output.append(.space) }
    }

    /// Separates what follows by a space.
    package mutating func appendSpace() {
        attach(nil)
        spaceIsPending = true
    }

    private mutating func appendKeptSpace(_ byte: UInt8) {
        output.append(byte)
        attach(nil)
    }

    private mutating func appendLineBreak(_ scalar: Unicode.Scalar) {
        if scalar != "\n" || !endsInCarriageReturn { output.append(.lineFeed) }
        attach(nil)
        endsInCarriageReturn = scalar == "\r"
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        let (word, count) = scalar.encoded
        for offset in 0..<count { output.append(UInt8(truncatingIfNeeded: word >> (8 * offset))) }
    }
}

/// The kind of a scalar, which decides how it is cleaned.
private enum ScalarKind {
    /// An ordinary character.
    case visible
    case lineBreak
    case space
    case dropped
    case joiner
    case selector
    case mark
    case flagTag

    init(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        // The usual ones first: ASCII, Latin letters, dashes, quotation marks and the ellipsis.
        case 0x21...0x7e, 0xa0...0xac, 0xae...0x2ff, 0x2010...0x2027: self = .visible
        case 0x0a, 0x0d, 0x2028, 0x2029: self = .lineBreak
        case 0x09, 0x0b, 0x0c, 0x20, 0x85, 0x3164, 0xffa0: self = .space
        case 0x00...0x1f, 0x7f...0x9f: self = .dropped
        // Invisible characters that can hide text: soft hyphen, fillers, invisible operators, byte order mark,
        // annotations, and two noncharacters.
        case 0xad, 0x115f, 0x1160, 0x180b...0x180f, 0x200b, 0x2060...0x2064, 0x206a...0x206f, 0xfeff,
            0xfff9...0xfffb, 0xfffe, 0xffff:
            self = .dropped
        // Embeddings, overrides and isolates. The marks U+200E and U+200F affect only their own position and stay.
        case 0x202a...0x202e, 0x2066...0x2069: self = .dropped
        case 0x200c, 0x200d: self = .joiner
        case 0xfe00...0xfe0f: self = .selector
        case 0xe0020...0xe007f: self = .flagTag
        case 0xe0000...0xe0fff: self = .dropped
        case 0x300...0x36f, 0x483...0x489, 0x591...0x5bd, 0x5bf, 0x5c1, 0x5c2, 0x5c4, 0x5c5, 0x5c7, 0x610...0x61a,
            0x64b...0x65f, 0x670, 0x6d6...0x6dc, 0x6df...0x6e4, 0x6e7, 0x6e8, 0x6ea...0x6ed, 0xe31, 0xe34...0xe3a,
            0xe47...0xe4e, 0xeb1, 0xeb4...0xebc, 0xec8...0xecd, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff,
            0xfe20...0xfe2f:
            self = .mark
        default: self = .visible
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the end of the run of printable ASCII and letters, with single spaces between them, that begins at
    /// `start`. It begins and ends with a letter, or is empty.
    fileprivate func endOfWords(from start: Int, isValid: Bool) -> Int {
        guard let baseAddress else { return start }
        return isValid ? scan_valid_words(baseAddress, start, count) : scan_words(baseAddress, start, count)
    }
}
