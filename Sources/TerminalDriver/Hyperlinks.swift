import TerminalKit

/// Writes the cells of links again as hyperlinks that the terminal itself can open (OSC 8), which ncurses does not know.
nonisolated enum Hyperlinks {
    /// The longest address that terminals accept.
    private static let maximumLength = 2000

    /// Returns an address as it may be sent to a terminal, or `nil` if it may not: only pages and mail addresses, with
    /// everything but printable ASCII encoded.
    static func safe(_ address: String) -> String? {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        guard ["http", "https", "mailto"].contains(scheme) else { return nil }
        var result = ""
        for byte in address.utf8 {
            if (0x21...0x7e).contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
            guard result.utf8.count <= maximumLength else { return nil }
        }
        return result
    }

    /// Returns the rows with links whose addresses differ from those of the frame before, though their cells may be the same.
    static func changedRows(of frame: CellBuffer, from shown: CellBuffer?) -> Set<Int> {
        guard let shown, shown.size == frame.size, shown.links != frame.links else { return [] }
        let numbers = Set(shown.links.keys).union(frame.links.keys)
            .filter { $0 != 0 && shown.links[$0] != frame.links[$0] }
        let rows = (0..<frame.size.height)
            .filter { y in
                (0..<frame.size.width).contains { numbers.contains(frame.content(x: $0, y: y).style.hyperlink) }
            }
        return Set(rows)
    }

    /// Returns the sequence that draws the links in the changed rows of a frame, and redraws former links there as text.
    ///
    /// - Parameters:
    ///   - shown: The frame before, or `nil` if the terminal's content was unknown.
    ///   - rows: The rows that changed.
    static func drawing(_ frame: CellBuffer, over shown: CellBuffer?, rows: Set<Int>, depth: ColorDepth) -> String {
        let former = shown.flatMap { $0.size == frame.size && !$0.links.isEmpty ? $0 : nil }
        guard !frame.links.isEmpty || former != nil else { return "" }
        var output = ""
        for y in rows.sorted() where y < frame.size.height {
            var x = 0
            while x < frame.size.width {
                let style = frame.content(x: x, y: y).style
                let wasLink = former.map { $0.content(x: x, y: y).style.hyperlink != 0 } ?? false
                guard style.hyperlink != 0 || wasLink else {
                    x += 1
                    continue
                }
                let start = x
                var text = ""
                while x < frame.size.width {
                    let cell = frame.content(x: x, y: y)
                    guard cell.style == style else { break }
                    if style.hyperlink == 0, former?.content(x: x, y: y).style.hyperlink == 0, cell.width > 0 { break }
                    PaintableCell.forEach(cell) { characters in
                        for case let scalar? in characters.map({ Unicode.Scalar(UInt32(bitPattern: Int32($0))) }) {
                            text.unicodeScalars.append(scalar)
                        }
                    }
                    x += 1
                }
                let address = frame.links[style.hyperlink].flatMap(safe)
                output += "\u{1b}[\(y + 1);\(start + 1)H\(graphics(of: style, depth: depth))"
                output +=
                    address.map { "\u{1b}]8;id=\(style.hyperlink);\($0)\u{1b}\\\(text)\u{1b}]8;;\u{1b}\\" } ?? text
            }
        }
        return output.isEmpty ? "" : "\u{1b}7\(output)\u{1b}[0m\u{1b}8"
    }

    /// Returns the sequence for a style (SGR).
    private static func graphics(of style: Style, depth: ColorDepth) -> String {
        var codes = ["0"]
        let attributes: [(Style.Attributes, String)] = [
            (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
        ]
        codes += attributes.filter { style.attributes.contains($0.0) }.map(\.1)
        if depth != .none {
            codes += color(style.foreground.quantized(to: depth), base: 30)
            codes += color(style.background.quantized(to: depth), base: 40)
        }
        return "\u{1b}[\(codes.joined(separator: ";"))m"
    }

    private static func color(_ color: Color, base: Int) -> [String] {
        switch color.kind {
        case .inherited, .terminal: []
        case .palette(let index) where index < 8: ["\(base + Int(index))"]
        case .palette(let index) where index < 16: ["\(base + 52 + Int(index))"]
        case .palette(let index): ["\(base + 8);5;\(index)"]
        case .rgb(let value): ([base + 8, 2] + Color.channels(of: value)).map(String.init)
        }
    }
}
