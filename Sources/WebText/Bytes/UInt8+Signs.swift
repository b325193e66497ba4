// The signs of ASCII that have a meaning in formats.
extension UInt8 {
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var lineFeed: UInt8 { 0x0a }
    @inlinable package static var carriageReturn: UInt8 { 0x0d }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var exclamationMark: UInt8 { 0x21 }
    @inlinable package static var quotationMark: UInt8 { 0x22 }
    @inlinable package static var numberSign: UInt8 { 0x23 }
    @inlinable package static var percentSign: UInt8 { 0x25 }
    @inlinable package static var ampersand: UInt8 { 0x26 }
    @inlinable package static var apostrophe: UInt8 { 0x27 }
    @inlinable package static var plus: UInt8 { 0x2b }
    @inlinable package static var comma: UInt8 { 0x2c }
    @inlinable package static var hyphen: UInt8 { 0x2d }
    @inlinable package static var dot: UInt8 { 0x2e }
    @inlinable package static var slash: UInt8 { 0x2f }
    @inlinable package static var colon: UInt8 { 0x3a }
    @inlinable package static var semicolon: UInt8 { 0x3b }
    @inlinable package static var lessThan: UInt8 { 0x3c }
    @inlinable package static var equalsSign: UInt8 { 0x3d }
    @inlinable package static var greaterThan: UInt8 { 0x3e }
    @inlinable package static var questionMark: UInt8 { 0x3f }
    @inlinable package static var atSign: UInt8 { 0x40 }
    @inlinable package static var leftBracket: UInt8 { 0x5b }
    @inlinable package static var backslash: UInt8 { 0x5c }
    @inlinable package static var rightBracket: UInt8 { 0x5d }
    @inlinable package static var underscore: UInt8 { 0x5f }
    @inlinable package static var leftBrace: UInt8 { 0x7b }
    @inlinable package static var rightBrace: UInt8 { 0x7d }

    /// True for a quotation mark or an apostrophe, which enclose the value of an attribute.
    @inlinable package var isQuote: Bool { self == .quotationMark || self == .apostrophe }
}
