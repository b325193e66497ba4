/// The number of colours of a terminal.
public enum ColorDepth: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// No colours: weight, decoration and glyphs carry the meaning.
    case none
    /// The sixteen of the user.
    case sixteen
    /// xterm's 256.
    case palette
    /// 24-bit colours.
    case truecolor

    public static func < (lhs: ColorDepth, rhs: ColorDepth) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Color {
    /// Returns the nearest colour at this depth.
    ///
    /// Nearest by squared distance, weighted to green like the eye. The painter asks once per pair of colours, not per cell.
    public func quantized(to depth: ColorDepth) -> Color {
        switch (kind, depth) {
        case (.inherited, _), (.terminal, _): self
        case (_, .none): .terminal
        case (.rgb, .truecolor), (.palette, .palette): self
        case (.palette(let index), .truecolor): index < 8 ? self : .rgb(XTermPalette.rgb(index))
        case (.rgb(let value), .palette): .palette(XTermPalette.nearest(to: value))
        case (.palette(let index), .sixteen):
            index < 16 ? self : .palette(XTermPalette.nearestOfSixteen(to: XTermPalette.rgb(index)))
        case (.rgb(let value), .sixteen): .palette(XTermPalette.nearestOfSixteen(to: value))
        }
    }
}
