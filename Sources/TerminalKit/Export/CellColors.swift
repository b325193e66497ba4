/// The colours of cells as red, green and blue, for files that know no terminal.
struct CellColors {
    /// The colour of text without one of its own, as `0xRRGGBB`.
    let foreground: UInt32
    /// The colour of a background without one of its own, as `0xRRGGBB`.
    let background: UInt32

    /// Creates the colours of cells over `base`; where its colours are the terminal's own, light text on black.
    init(over base: Style) {
        foreground = Self.value(of: base.foreground) ?? 0xd9_dce3
        background = Self.value(of: base.background) ?? 0x14_161b
    }

    /// Returns the text and background colours of a style; exchanged if it is reversed.
    func pair(of style: Style) -> (text: UInt32, background: UInt32) {
        let text = Self.value(of: style.foreground) ?? foreground
        let back = Self.value(of: style.background) ?? background
        return style.attributes.contains(.reverse) ? (back, text) : (text, back)
    }

    /// Returns a colour as `0xRRGGBB`, or `nil` for the terminal's own.
    private static func value(of color: Color) -> UInt32? {
        switch color.kind {
        case .inherited, .terminal: nil
        case .rgb(let value): value
        case .palette(let index): index < 16 ? firstSixteen[Int(index)] : XTermPalette.rgb(index)
        }
    }

    /// The first sixteen colours of the palette as `0xRRGGBB`, softer than xterm's.
    private static let firstSixteen: [UInt32] = [
        0x1d_1f21, 0xcc_6666, 0x8c_b369, 0xe0_b050, 0x66_99cc, 0xb4_8ead, 0x70_c0ba, 0xc5_c8c6, 0x66_6666, 0xff_6b6b,
        0xb5_d48a, 0xff_d24a, 0x81_a2ff, 0xd7_a6e8, 0x8f_e0d8, 0xff_ffff,
    ]
}
