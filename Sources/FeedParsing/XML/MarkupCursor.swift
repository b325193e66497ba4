import CLibXML2
import WebText

/// A place in a block of a document.
struct MarkupCursor {
    /// The block.
    let bytes: UnsafeBufferPointer<UInt8>
    /// The place.
    var index = 0

    /// Whether there is nothing more.
    var isAtEnd: Bool { index >= bytes.count }

    /// Whether a `<` stands here that opens a tag, a comment, a section, a declaration or an instruction.
    ///
    /// Of tags, that takes a name as programs write them, and behind it what may stand there in a tag: people write hearts,
    /// addresses of mail and of the web between angle brackets, and all of that is text.
    var beginsMarkup: Bool {
        guard bytes[index] == 0x3c, index + 1 < bytes.count else { return false }
        return beginsRemark || tag != nil
    }

    /// Whether a comment, a section, a declaration or an instruction begins here, where a `<` stands.
    var beginsRemark: Bool {
        index + 1 < bytes.count && (bytes[index + 1] == 0x21 || bytes[index + 1] == 0x3f)
    }

    /// A tag's name, and where it stands.
    struct Tag {
        /// Whether it ends an element.
        var isEnd = false
        /// Where the name stands.
        var name: Range<Int>
        /// Where in the name the first colon is.
        var colon: Int?
    }

    /// The tag of an element that begins here; nil where none does.
    var tag: Tag? {
        guard index + 1 < bytes.count, bytes[index] == 0x3c else { return nil }
        var start = index + 1
        let isEnd = bytes[start] == 0x2f
        if isEnd {
            start += 1
            while start < bytes.count, bytes[start].isASCIIWhitespace { start += 1 }
        }
        guard start < bytes.count, bytes[start].beginsName else { return nil }
        var end = start + 1
        var colon: Int? = bytes[start] == 0x3a ? start : nil
        while end < bytes.count, bytes[end].continuesName {
            if bytes[end] == 0x3a, colon == nil { colon = end }
            end += 1
        }
        let tag = Tag(isEnd: isEnd, name: start..<end, colon: colon)
        guard !isEnd, end < bytes.count, bytes[end] != 0x3e else { return tag }
        if bytes[end] == 0x2f {
            return end + 1 == bytes.count || bytes[end + 1] == 0x3e || bytes[end + 1].isASCIIWhitespace ? tag : nil
        }
        return bytes[end] == 0x3c || bytes[end].isASCIIWhitespace ? tag : nil
    }

    /// Goes on behind white space.
    mutating func skipSpace() {
        while !isAtEnd, bytes[index].isASCIIWhitespace { index += 1 }
    }

    /// Goes on behind a name.
    mutating func skipName() {
        while !isAtEnd, bytes[index].continuesName { index += 1 }
    }

    /// Goes on behind `mark`, where it stands here.
    mutating func skip(_ mark: StaticString) -> Bool {
        guard stands(mark) else { return false }
        index += mark.utf8CodeUnitCount
        return true
    }

    /// Goes to the next `mark`, or to the end where there is none; answers whether there is one.
    mutating func find(_ mark: StaticString) -> Bool {
        guard let base = bytes.baseAddress else { return false }
        while let found = memchr(base + index, Int32(mark.utf8Start[0]), bytes.count - index) {
            index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            if stands(mark) { return true }
            index += 1
        }
        index = bytes.count
        return false
    }

    private func stands(_ mark: StaticString) -> Bool {
        let count = mark.utf8CodeUnitCount
        guard index + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[index + offset] != mark.utf8Start[offset] { return false }
        return true
    }
}

extension UInt8 {
    /// Whether the name of an element may begin with it. XML would allow letters beyond ASCII as well; no feed names elements
    /// so, and people put words between angle brackets.
    var beginsName: Bool {
        isASCIILetter || self == 0x5f || self == 0x3a
    }

    /// Whether a name may go on with it. One look into a table of bits: every name passes through here.
    fileprivate var continuesName: Bool {
        self >= 0x80 || (self < 0x40 ? 0x07ff_6000_0000_0000 : 0x07ff_fffe_87ff_fffe) &>> UInt64(self & 63) & 1 != 0
    }
}
