import CByteScan
import WebText

/// A position in a block of a document.
struct MarkupCursor {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    var isAtEnd: Bool { index >= bytes.count }

    /// True if a `<` here opens a tag, a comment, a CDATA section, a declaration or a processing instruction.
    ///
    /// A tag needs a plausible name followed by what may follow in a tag. Hearts and addresses in angle brackets are
    /// text.
    var beginsMarkup: Bool {
        guard bytes[index] == .lessThan, index + 1 < bytes.count else { return false }
        return beginsNonElement || tag != nil
    }

    /// True if the `<` here opens a comment, a CDATA section, a declaration or a processing instruction.
    var beginsNonElement: Bool {
        index + 1 < bytes.count && (bytes[index + 1] == .exclamationMark || bytes[index + 1] == .questionMark)
    }

    /// The name of a tag and its range.
    struct Tag {
        var isEnd = false
        var name: Range<Int>
        /// The index of the first colon in the name.
        var colon: Int?
    }

    /// The tag that begins here, or `nil` if none does.
    var tag: Tag? {
        guard index + 1 < bytes.count, bytes[index] == .lessThan else { return nil }
        var start = index + 1
        let isEnd = bytes[start] == .slash
        if isEnd {
            start += 1
            while start < bytes.count, bytes[start].isASCIIWhitespace { start += 1 }
        }
        guard start < bytes.count, bytes[start].beginsName else { return nil }
        var end = start + 1
        var colon: Int? = bytes[start] == .colon ? start : nil
        while end < bytes.count, bytes[end].continuesName {
            if bytes[end] == .colon, colon == nil { colon = end }
            end += 1
        }
        let tag = Tag(isEnd: isEnd, name: start..<end, colon: colon)
        guard !isEnd, end < bytes.count, bytes[end] != .greaterThan else { return tag }
        if bytes[end] == .slash {
            guard end + 1 < bytes.count else { return tag }
            return bytes[end + 1] == .greaterThan || bytes[end + 1].isASCIIWhitespace ? tag : nil
        }
        return bytes[end] == .lessThan || bytes[end].isASCIIWhitespace ? tag : nil
    }

    mutating func skipSpace() {
        while !isAtEnd, bytes[index].isASCIIWhitespace { index += 1 }
    }

    mutating func skipName() {
        while !isAtEnd, bytes[index].continuesName { index += 1 }
    }

    /// Moves behind the next `>` outside quotation marks, or to the end of the block. Returns false without a `>`.
    ///
    /// - Parameter mark: The open quotation mark, here and then there, or `nil` outside quotation marks.
    mutating func skipTag(_ mark: inout UInt8?) -> Bool {
        while !isAtEnd {
            let byte = bytes[index]
            index += 1
            if mark != nil {
                if byte == mark { mark = nil }
            } else if byte.isQuote {
                mark = byte
            } else if byte == .greaterThan {
                return true
            }
        }
        return false
    }

    /// Moves behind `mark` if it is here. Returns false if it is not.
    mutating func skip(_ mark: StaticString) -> Bool {
        guard isAt(mark) else { return false }
        index += mark.utf8CodeUnitCount
        return true
    }

    /// Moves to the next `mark`, or to the end of the block if there is none. Returns true if it was found.
    mutating func find(_ mark: StaticString) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        while case let found = scan_byte(base, index, bytes.count, mark.utf8Start[0]), found < bytes.count {
            index = found
            if isAt(mark) { return true }
            index += 1
        }
        index = bytes.count
        return false
    }

    private func isAt(_ mark: StaticString) -> Bool {
        let count = mark.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[index + offset] != mark.utf8Start[offset] { return false }
        return true
    }
}

extension UInt8 {
    /// True if the byte can begin an element name. XML would also allow non-ASCII letters, but no feed uses them, and
    /// people put words in angle brackets.
    var beginsName: Bool {
        isASCIILetter || self == .underscore || self == .colon
    }

    /// True if the byte can continue a name. A lookup in a bit table, because every name passes through here.
    fileprivate var continuesName: Bool {
        self >= 0x80 || (self < 0x40 ? 0x07ff_6000_0000_0000 : 0x07ff_fffe_87ff_fffe) &>> UInt64(self & 63) & 1 != 0
    }
}
