public import TerminalKit
public import ViewModels

/// Draws tickets as one card for sharing, however tall, in the colours of a theme.
public struct TicketCard {
    /// The widths of a card in columns.
    public nonisolated static let widths = 40...160

    private static let margin = 3

    private let appearance: RenderStyle
    private let width: Int

    /// Makes a card of a width in columns, limited to ``widths``.
    public init(appearance: RenderStyle, width: Int = 76) {
        self.appearance = appearance
        self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    }

    /// The style of the card's background.
    public var base: Style { appearance.theme[.text] }

    /// Draws the tickets, one below the other.
    public func draw(_ contents: [TicketContent]) -> CellBuffer {
        let columns = width - 2 * Self.margin
        var lines: [TextLine] = []
        for content in contents {
            if !lines.isEmpty {
                let rule = String(repeating: appearance.glyphs.line, count: columns)
                lines += [TextLine(), TextLine(rule, appearance.theme[.rule]), TextLine()]
            }
            lines += self.lines(of: content, columns: columns)
        }
        var buffer = CellBuffer(size: Size(width: width, height: lines.count + 2), style: base)
        for (y, line) in lines.enumerated() {
            buffer.put(line, at: Point(x: Self.margin, y: y + 1), in: buffer.bounds)
        }
        return buffer
    }

    private func lines(of content: TicketContent, columns: Int) -> [TextLine] {
        let typesetter = TicketTypesetter(
            appearance: appearance, width: columns, fullWidth: columns, keys: TicketKeys(warning: ""))
        var lines = typesetter.page(of: content).lines
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines + [TextLine(), footer(of: content, columns: columns)]
    }

    /// The source on the left and the address on the right.
    private func footer(of content: TicketContent, columns: Int) -> TextLine {
        let (glyph, role) = appearance.kind(content.kind)
        var line = TextLine("\(glyph) ", appearance.theme[role])
        line.append(content.source, appearance.theme[.dim])
        line = line.truncated(to: columns / 2, ellipsis: appearance.glyphs.ellipsis)
        guard let link = content.link else { return line }
        let address = TextLine(Self.brief(link), appearance.theme[.faint])
            .truncated(to: columns - line.width - 2, ellipsis: appearance.glyphs.ellipsis)
        line.pad(to: columns - address.width)
        line.append(address)
        return line
    }

    /// The address without its scheme.
    private static func brief(_ link: String) -> String {
        for scheme in ["https://", "http://"] where link.hasPrefix(scheme) {
            return String(link.dropFirst(scheme.count))
        }
        return link
    }
}
