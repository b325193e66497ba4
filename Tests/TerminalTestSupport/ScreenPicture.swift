/// Draws a screen as SVG for the pictures of the documentation.
///
/// Every character is placed by its column, so that the picture is right with any font.
public struct ScreenPicture {
    /// The default text colour.
    public var foreground: UInt32 = 0xd9dce3
    /// The default background colour.
    public var background: UInt32 = 0x14161b
    /// The title of the window's bar, or `nil` for no bar.
    public var title: String?

    private let cellWidth = 8.4
    private let cellHeight = 18.0
    private let fontSize = 14.0
    private let margin = 14.0

    /// Makes a picture with the default colours.
    public init(title: String? = nil) { self.title = title }

    /// The picture of `screen`.
    public func svg(_ screen: TerminalScreen) -> String {
        let top = margin + (title == nil ? 0 : 24)
        let width = Double(screen.width) * cellWidth + 2 * margin
        let height = Double(screen.height) * cellHeight + top + margin
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" shape-rendering="crispEdges" viewBox="0 0 \(number(width)) \(number(height))" \
            width="\(number(width))" height="\(number(height))" font-size="\(number(fontSize))" \
            font-family="ui-monospace, 'JetBrains Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace" \
            xml:space="preserve">
            <rect width="100%" height="100%" rx="9" fill="\(hex(background))"/>

            """
        if let title {
            for (place, color) in ["ff5f57", "febc2e", "28c840"].enumerated() {
                svg += "<circle cx=\"\(18 + 18 * place)\" cy=\"17\" r=\"5.5\" fill=\"#\(color)\"/>\n"
            }
            svg += "<text x=\"\(number(width / 2))\" y=\"21\" text-anchor=\"middle\" fill=\"\(hex(foreground))\" "
            svg += "opacity=\"0.6\">\(escape(title))</text>\n"
        }
        for y in 0..<screen.height {
            appendBackgrounds(screen, y, top, to: &svg)
            appendText(screen, y, top, to: &svg)
        }
        return svg + "</svg>\n"
    }

    private func appendBackgrounds(_ screen: TerminalScreen, _ y: Int, _ top: Double, to svg: inout String) {
        var x = 0
        while x < screen.width {
            let color = style(screen.cell(x, y)).background
            var end = x + 1
            while end < screen.width, style(screen.cell(end, y)).background == color { end += 1 }
            if color != background {
                // A little larger than a cell, so that there are no seams between rows.
                svg += "<rect x=\"\(number(left(x)))\" y=\"\(number(top + Double(y) * cellHeight))\" "
                svg += "width=\"\(number(Double(end - x) * cellWidth + 0.2))\" height=\"\(number(cellHeight + 0.2))\" "
                svg += "fill=\"\(hex(color))\"/>\n"
            }
            x = end
        }
    }

    private func appendText(_ screen: TerminalScreen, _ y: Int, _ top: Double, to svg: inout String) {
        var x = 0
        let baseline = top + Double(y) * cellHeight + cellHeight * 0.74
        while x < screen.width {
            let cell = screen.cell(x, y)
            guard cell.text != " ", !cell.text.isEmpty || cell.isUnderlined else {
                x += 1
                continue
            }
            var text = ""
            var places: [String] = []
            let style = style(cell)
            var end = x
            while end < screen.width, self.style(screen.cell(end, y)) == style, places.isEmpty || isSingle(cell) {
                let next = screen.cell(end, y)
                guard isSingle(next) || places.isEmpty else { break }
                if !next.text.isEmpty {
                    text += next.text
                    places.append(number(left(end)))
                }
                end += 1
            }
            // Trailing spaces are left out unless they are underlined.
            while text.last == " ", !cell.isUnderlined {
                text.removeLast()
                places.removeLast()
            }
            if !text.isEmpty {
                svg += "<text x=\"\(places.joined(separator: " "))\" y=\"\(number(baseline))\" "
                svg += "fill=\"\(hex(style.foreground))\"\(style.decoration)>\(escape(text))</text>\n"
            }
            x = max(end, x + 1)
        }
    }

    private struct CellStyle: Equatable {
        var foreground: UInt32
        var background: UInt32
        var decoration: String
    }

    private func style(_ cell: TerminalScreen.Cell) -> CellStyle {
        let front = rgb(cell.foreground, otherwise: foreground)
        let back = rgb(cell.background, otherwise: background)
        var decoration = ""
        if cell.isBold { decoration += " font-weight=\"bold\"" }
        if cell.isItalic { decoration += " font-style=\"italic\"" }
        let lines = [cell.isUnderlined ? "underline" : nil, cell.isStruck ? "line-through" : nil].compactMap { $0 }
        if !lines.isEmpty { decoration += " text-decoration=\"\(lines.joined(separator: " "))\"" }
        return cell.isReversed
            ? CellStyle(foreground: back, background: front, decoration: decoration)
            : CellStyle(foreground: front, background: back, decoration: decoration)
    }

    /// True if the cell's text is one UTF-16 unit, which takes one position of SVG's list.
    private func isSingle(_ cell: TerminalScreen.Cell) -> Bool { cell.text.utf16.count == 1 }

    private func rgb(_ color: TerminalScreen.Color, otherwise standard: UInt32) -> UInt32 {
        switch color {
        case .standard: return standard
        case .rgb(let value): return value
        case .palette(let index):
            let sixteen: [UInt32] = [
                0x1d1f21, 0xcc6666, 0x8cb369, 0xe0b050, 0x6699cc, 0xb48ead, 0x70c0ba, 0xc5c8c6,
                0x666666, 0xff6b6b, 0xb5d48a, 0xffd24a, 0x81a2ff, 0xd7a6e8, 0x8fe0d8, 0xffffff,
            ]
            if index < 16 { return sixteen[Int(index)] }
            if index >= 232 { return (8 + 10 * (UInt32(index) - 232)) * 0x010101 }
            let levels: [UInt32] = [0, 95, 135, 175, 215, 255]
            let place = Int(index) - 16
            return levels[place / 36] << 16 | levels[place / 6 % 6] << 8 | levels[place % 6]
        }
    }

    private func left(_ x: Int) -> Double { margin + Double(x) * cellWidth }

    private func hex(_ color: UInt32) -> String {
        let digits = String(color, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    /// A number with at most one decimal, to keep the file short.
    private func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }

    private func escape(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
        return result
    }
}
