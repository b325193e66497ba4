/// The colour of a cell's text or background, in four bytes because every cell holds two.
public struct Color: Hashable, Sendable {
    /// The kind in the highest byte, its value below.
    private let bits: UInt32

    private init(bits: UInt32) { self.bits = bits }

    /// The colour beneath: a style with it changes nothing there. On a screen it is the terminal's own.
    public static let inherited = Color(bits: 0)
    /// The terminal's default colour.
    public static let terminal = Color(bits: 1 << 24)

    /// Returns a colour of the terminal's palette: 0–15 as the user set them, 16–255 as in xterm.
    public static func palette(_ index: UInt8) -> Color { Color(bits: 2 << 24 | UInt32(index)) }

    /// Returns a colour by `0xRRGGBB`; higher bits are ignored.
    public static func rgb(_ value: UInt32) -> Color { Color(bits: 3 << 24 | (value & 0xff_ffff)) }

    /// Returns the red, green and blue of a value such as `0xRRGGBB`, each from 0 to 255.
    public static func channels(of value: UInt32) -> [Int] {
        [value >> 16 & 0xff, value >> 8 & 0xff, value & 0xff].map(Int.init)
    }

    /// The kinds of colours.
    public enum Kind: Hashable, Sendable {
        case inherited
        case terminal
        /// An index of the palette.
        case palette(UInt8)
        /// `0xRRGGBB`.
        case rgb(UInt32)
    }

    public var kind: Kind {
        switch bits >> 24 {
        case 1: .terminal
        case 2: .palette(UInt8(truncatingIfNeeded: bits))
        case 3: .rgb(bits & 0xff_ffff)
        default: .inherited
        }
    }
}
