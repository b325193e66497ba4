extension UInt8 {
    /// True for a space, a tab or a line break.
    @inlinable package var isASCIIWhitespace: Bool {
        self == .space || (UInt8.tab ... .carriageReturn).contains(self)
    }

    /// True for a digit.
    @inlinable package var isASCIIDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }

    /// The value of a byte that is a digit.
    @inlinable package var digitValue: Int { Int(self - UInt8(ascii: "0")) }

    /// True for a letter.
    @inlinable package var isASCIILetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    /// The byte in lower case if it is a letter.
    @inlinable package var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    /// The value of the byte as a hexadecimal digit, or `nil` if it is none.
    @inlinable package var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
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
