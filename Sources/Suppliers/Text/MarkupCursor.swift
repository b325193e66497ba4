import CLibXML2

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
        let next = bytes[index + 1]
        if next == 0x21 || next == 0x3f { return true }
        var cursor = self
        cursor.index += 1
        if next == 0x2f {
            cursor.index += 1
            cursor.skipSpace()
            return !cursor.isAtEnd && cursor.bytes[cursor.index].beginsName
        }
        guard next.beginsName else { return false }
        _ = cursor.skipName()
        guard !cursor.isAtEnd else { return true }
        let end = bytes[cursor.index]
        if end == 0x2f {
            let last = cursor.index + 1
            return last == bytes.count || bytes[last] == 0x3e || bytes[last].isASCIIWhitespace
        }
        return end == 0x3e || end == 0x3c || end.isASCIIWhitespace
    }

    /// Goes on behind white space.
    mutating func skipSpace() {
        while !isAtEnd, bytes[index].isASCIIWhitespace { index += 1 }
    }

    /// Goes on behind the name of an element, where one stands here. Answers where the first colon in it is.
    mutating func skipName() -> Int? {
        guard !isAtEnd, bytes[index].beginsName else { return nil }
        var colon: Int?
        while !isAtEnd, bytes[index].continuesName {
            if colon == nil, bytes[index] == 0x3a { colon = index }
            index += 1
        }
        return colon
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

    fileprivate var continuesName: Bool {
        beginsName || (0x30...0x39).contains(self) || self == 0x2d || self == 0x2e || self >= 0x80
    }
}
