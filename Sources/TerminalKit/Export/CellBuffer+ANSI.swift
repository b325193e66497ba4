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

    /// Returns the sequence that sets a style, whatever was set before (SGR).
    private static func sequence(for style: Style, _ colors: CellColors) -> String {
        let (text, background) = colors.pair(of: style)
        var codes: [Int] = [0, 38, 2] + Color.channels(of: text) + [48, 2] + Color.channels(of: background)
        for (attribute, code) in [
            (Style.Attributes.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.strikethrough, 9),
        ] where style.attributes.contains(attribute) { codes.append(code) }
        return "\u{1b}[\(codes.map(String.init).joined(separator: ";"))m"
    }
}
