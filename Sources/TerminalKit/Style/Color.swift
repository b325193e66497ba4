/// A colour of a cell's text or background. Four bytes, because every cell holds two of them.
public struct Color: Hashable, Sendable {
    /// The kind in the highest byte, its value below.
    private let bits: UInt32

    private init(bits: UInt32) {
        self.bits = bits
    }

    /// What lies beneath: a style with it changes nothing there. On a screen it is the terminal's own colour.
    public static let inherited = Color(bits: 0)
    /// The terminal's own colour, whatever that is.
    public static let terminal = Color(bits: 1 << 24)

    /// A colour of the terminal's palette: 0–15 as the user set them, 16–255 as xterm has them.
    public static func palette(_ index: UInt8) -> Color {
        Color(bits: 2 << 24 | UInt32(index))
    }

    /// A colour by its red, green and blue, as `0xRRGGBB`; higher bits are cut off.
    public static func rgb(_ value: UInt32) -> Color {
        Color(bits: 3 << 24 | (value & 0xff_ffff))
    }

    /// A colour by its red, green and blue.
    public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
        rgb(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// What a colour is, to look into it.
    public enum Kind: Hashable, Sendable {
        /// What lies beneath.
        case inherited
        /// The terminal's own.
        case terminal
        /// An entry of the palette.
        case palette(UInt8)
        /// `0xRRGGBB`.
        case rgb(UInt32)
    }

    /// What it is.
    public var kind: Kind {
        switch bits >> 24 {
        case 1: .terminal
        case 2: .palette(UInt8(truncatingIfNeeded: bits))
        case 3: .rgb(bits & 0xff_ffff)
        default: .inherited
        }
    }
}
