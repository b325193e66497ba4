/// A drawing of cells in SVG. Every character is placed by its column, so that the drawing is right with any font.
public struct SVGExport {
    /// The text of the SVG file.
    public let svg: String
    /// The width in pixels.
    public let width: Double
    /// The height in pixels.
    public let height: Double

    // In pixels. A cell is as wide as a character of most monospaced fonts of this size.
    private static let cellWidth = 8.4
    private static let cellHeight = 18.0
    private static let fontSize = 14.0
    private static let cornerRadius = 10.0

    /// A picture over the cells of a drawing.
    public struct Picture: Hashable, Sendable {
        /// The cells that it covers. It keeps its proportions within them.
        public let area: Rect
        /// The address of the file, such as a `data:` URL.
        public let address: String

        public init(area: Rect, address: String) {
            self.area = area
            self.address = address
        }
    }

    /// Draws `buffer` with `pictures` over it. Where cells have the terminal's own colours, they get those of `base`.
    public init(_ buffer: CellBuffer, base: Style, pictures: [Picture] = []) {
        let colors = CellColors(over: base)
        width = Double(buffer.size.width) * Self.cellWidth
        height = Double(buffer.size.height) * Self.cellHeight
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" shape-rendering="crispEdges" \
            viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
            width="\(Self.number(width))" height="\(Self.number(height))" font-size="\(Self.number(Self.fontSize))" \
            font-family="ui-monospace, 'JetBrains Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace" \
            xml:space="preserve">
            <rect width="100%" height="100%" rx="\(Self.number(Self.cornerRadius))" fill="\(Self.hex(colors.background))"/>

            """
        for y in 0..<buffer.size.height {
            Self.appendBackgrounds(of: buffer, y: y, colors: colors, to: &svg)
            Self.appendText(of: buffer, y: y, colors: colors, to: &svg)
        }
        for picture in pictures { Self.append(picture, to: &svg) }
        self.svg = svg + "</svg>\n"
    }

    private static func append(_ picture: Picture, to svg: inout String) {
        let area = picture.area
        svg += "<image x=\"\(pixels(columns: area.x))\" y=\"\(pixels(rows: area.y))\" "
        svg += "width=\"\(pixels(columns: area.width))\" height=\"\(pixels(rows: area.height))\" "
        svg += "preserveAspectRatio=\"xMinYMin meet\" "
        svg += "href=\"\(escaped(picture.address))\"/>\n"
    }

    private static func appendBackgrounds(of buffer: CellBuffer, y: Int, colors: CellColors, to svg: inout String) {
        var x = 0
        while x < buffer.size.width {
            let color = colors.pair(of: buffer[x, y].style).background
            var end = x + 1
            while end < buffer.size.width, colors.pair(of: buffer[end, y].style).background == color { end += 1 }
            if color != colors.background {
                // A little larger than a cell, so that there are no seams between rows.
                svg += "<rect x=\"\(pixels(columns: x))\" y=\"\(pixels(rows: y))\" "
                svg += "width=\"\(number(Double(end - x) * cellWidth + 0.2))\" height=\"\(number(cellHeight + 0.2))\" "
                svg += "fill=\"\(hex(color))\"/>\n"
            }
            x = end
        }
    }

    private static func appendText(of buffer: CellBuffer, y: Int, colors: CellColors, to svg: inout String) {
        var x = 0
        while x < buffer.size.width {
            let first = buffer[x, y]
            guard first.text != " ", !first.text.isEmpty else {
                x += 1
                continue
            }
            let attributes = self.attributes(of: first.style, colors)
            var run = [(x: x, text: first.text)]
            x += max(1, first.width)
            // SVG places UTF-16 units; a cluster of several is a text of its own.
            while isSingle(first), x < buffer.size.width {
                let next = buffer[x, y]
                guard isSingle(next), next.width == 1, self.attributes(of: next.style, colors) == attributes else {
                    break
                }
                run.append((x: x, text: next.text))
                x += 1
            }
            while run.last?.text == " " { run.removeLast() }
            append(run, y: y, attributes: attributes, to: &svg)
        }
    }

    private static func append(_ run: [(x: Int, text: String)], y: Int, attributes: String, to svg: inout String) {
        let text = run.map(\.text).joined()
        let columns = run.map { pixels(columns: $0.x) }.joined(separator: " ")
        let baseline = number(Double(y) * cellHeight + cellHeight * 0.74)
        // Cells are in the order of the screen already; a renderer must not turn right-to-left text once more.
        let order = Bidi.mayTurn(text) ? " direction=\"ltr\" unicode-bidi=\"bidi-override\"" : ""
        svg += "<text x=\"\(columns)\" y=\"\(baseline)\" \(attributes)\(order)>\(escaped(text))</text>\n"
    }

    /// Returns true if the text of a cell is one UTF-16 unit.
    private static func isSingle(_ cell: Cell) -> Bool { cell.text.utf16.count == 1 }

    /// Returns the attributes of a `text` element with this style.
    private static func attributes(of style: Style, _ colors: CellColors) -> String {
        var attributes = "fill=\"\(hex(colors.pair(of: style).text))\""
        if style.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
        if style.attributes.contains(.italic) { attributes += " font-style=\"italic\"" }
        if style.attributes.contains(.dim) { attributes += " opacity=\"0.7\"" }
        let lines = [(Style.Attributes.underline, "underline"), (.strikethrough, "line-through")]
            .filter { style.attributes.contains($0.0) }.map(\.1)
        if !lines.isEmpty { attributes += " text-decoration=\"\(lines.joined(separator: " "))\"" }
        return attributes
    }

    private static func hex(_ color: UInt32) -> String {
        let digits = String(color, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }

    private static func pixels(columns: Int) -> String { number(Double(columns) * cellWidth) }

    private static func pixels(rows: Int) -> String { number(Double(rows) * cellHeight) }

    /// Returns a number with at most one decimal, to keep the file short.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }

    /// Returns the text for XML: XML's own characters as references, and U+FFFD for those that XML forbids.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.value < 0x20 || scalar.value == 0xfffe || scalar.value == 0xffff: result += "\u{fffd}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
