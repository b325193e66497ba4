// The characters of markup.
extension UInt8 {
    static var lineFeed: UInt8 { 0x0a }
    static var quotationMark: UInt8 { 0x22 }
    static var numberSign: UInt8 { 0x23 }
    static var ampersand: UInt8 { 0x26 }
    static var apostrophe: UInt8 { 0x27 }
    static var slash: UInt8 { 0x2f }
    static var colon: UInt8 { 0x3a }
    static var semicolon: UInt8 { 0x3b }
    static var lessThan: UInt8 { 0x3c }
    static var equalsSign: UInt8 { 0x3d }
    static var greaterThan: UInt8 { 0x3e }

    /// True for a mark that can be around an attribute value.
    var isQuotationMark: Bool { self == .quotationMark || self == .apostrophe }
}
