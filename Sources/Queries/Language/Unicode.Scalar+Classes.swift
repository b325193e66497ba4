extension Unicode.Scalar {
    // Most queries are ASCII, whose characters need no search in the tables of Unicode.

    /// True for white space.
    var isWhitespace: Bool {
        isASCII ? self == " " || (0x09...0x0d).contains(value) : properties.isWhitespace
    }

    /// True for a letter, by Unicode's property Alphabetic.
    var isAlphabetic: Bool {
        isASCII ? isASCIILetter : properties.isAlphabetic
    }

    /// True for a control character.
    var isControl: Bool { value < 0x20 || (0x7f..<0xa0).contains(value) }

    /// True for a letter, a digit or a mark.
    var isWordPart: Bool {
        if isASCII { return isASCIILetter || (0x30...0x39).contains(value) }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
            true
        default: false
        }
    }

    private var isASCIILetter: Bool { (0x61...0x7a).contains(value | 0x20) }
}
