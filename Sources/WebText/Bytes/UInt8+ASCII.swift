extension UInt8 {
    /// True for a space, a tab or a line break.
    @inlinable package var isASCIIWhitespace: Bool {
        self == 0x20 || (0x09...0x0d).contains(self)
    }

    /// True for a digit.
    @inlinable package var isASCIIDigit: Bool {
        (0x30...0x39).contains(self)
    }

    /// True for a letter.
    @inlinable package var isASCIILetter: Bool {
        (0x61...0x7a).contains(self | 0x20)
    }

    /// The byte in lower case if it is a letter.
    @inlinable package var lowercasedASCII: UInt8 {
        (0x41...0x5a).contains(self) ? self | 0x20 : self
    }

    /// The value of the byte as a hexadecimal digit, or `nil` if it is none.
    @inlinable package var hexadecimalDigit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes without white space at the ends.
    package var trimmed: UnsafeBufferPointer<UInt8> {
        var start = startIndex
        var end = endIndex
        while start < end, self[start].isASCIIWhitespace { start += 1 }
        while end > start, self[end - 1].isASCIIWhitespace { end -= 1 }
        return UnsafeBufferPointer(rebasing: self[start..<end])
    }
}
