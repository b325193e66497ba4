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
    var beginsMarkup: Bool {
        guard bytes[index] == 0x3c, index + 1 < bytes.count else { return false }
        let next = bytes[index + 1]
        return next.isASCIILetter || next == 0x2f || next == 0x21 || next == 0x3f || next == 0x5f || next == 0x3a
            || next >= 0x80
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
