extension UInt8 {
    /// True for a space, a tab or a line break.
    @inlinable package var isASCIIWhitespace: Bool {
        self == .space || (UInt8.tab ... .carriageReturn).contains(self)
    }

    @inlinable package var isASCIIDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }

    /// The value as a decimal digit, which the byte must be.
    var digitValue: Int { Int(self - UInt8(ascii: "0")) }

    @inlinable package var isASCIILetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    /// The byte in lower case if it is a letter.
    @inlinable package var lowercasedASCII: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }

    /// The value as a hexadecimal digit, or `nil` if the byte is none.
    @inlinable package var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
