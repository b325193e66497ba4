extension CellBuffer {
    /// Returns the cells as text with the escape sequences of terminals for 24-bit colours (ECMA-48, SGR). Each line
    /// ends with the terminal's own style. Where cells have the terminal's own colours, they get those of `base`.
    public func ansi(base: Style) -> String {
        let colors = CellColors(over: base)
        var text = ""
        for y in 0..<size.height {
            var last: String?
            for x in 0..<size.width {
                let cell = self[x, y]
                guard !cell.text.isEmpty else { continue }
                let sequence = Self.sequence(for: cell.style, colors)
                if sequence != last { text += sequence }
                last = sequence
                text += cell.text
            }
            text += "\u{1b}[0m\n"
        }
        return text
    }

    private static func sequence(for style: Style, _ colors: CellColors) -> String {
        let (text, background) = colors.pair(of: style)
        var codes = ["0", "38;2;\(channels(text))", "48;2;\(channels(background))"]
        for (attribute, code) in [
            (Style.Attributes.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.strikethrough, "9"),
        ] where style.attributes.contains(attribute) { codes.append(code) }
        return "\u{1b}[\(codes.joined(separator: ";"))m"
    }

    private static func channels(_ color: UInt32) -> String {
        "\(color >> 16 & 0xff);\(color >> 8 & 0xff);\(color & 0xff)"
    }
}
