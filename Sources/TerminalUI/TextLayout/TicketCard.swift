public import TerminalKit
public import ViewModels

/// The drawing of tickets as one card for sharing, however tall, in the colours of a theme.
public struct TicketCard: StyledDrawing {
    /// The widths of a card in columns.
    public nonisolated static let widths = 40...160

    private static let margin = 3

    let appearance: Appearance
    private let width: Int

    /// Creates a card of a width in columns, limited to ``widths``.
    public init(appearance: Appearance, width: Int = 76) {
        self.appearance = appearance
        self.width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
    }

    /// Creates a card for an area of the screen, which may be narrower than ``widths``.
    private init(appearance: Appearance, fitting columns: Int) {
        self.appearance = appearance
        width = max(columns, 2 * Self.margin + 1)
    }

    /// The style of the card's background.
    public var base: Style { theme[.text] }

    /// A drawn card.
    public nonisolated struct Drawing: Sendable {
        public var buffer: CellBuffer
        /// The areas of the pictures, which are empty.
        public var pictures: [PictureArea] = []
    }

    /// The area of a picture.
    public nonisolated struct PictureArea: Hashable, Sendable {
        public let address: String
        public let area: Rect
    }

    /// Draws the tickets, one below the other.
    public func draw(_ contents: [TicketContent]) -> Drawing {
        let (lines, pictures) = layout(of: contents)
        var buffer = CellBuffer(size: Size(width: width, height: lines.count + 2), style: base)
        var inside = buffer.bounds.inset(horizontal: 0, vertical: 1)
        inside.cutLeft(Self.margin)
        buffer.put(lines, in: inside)
        return Drawing(buffer: buffer, pictures: pictures)
    }

    /// Draws the beginning of a card with a frame in an area of a screen. The card is as wide as the area if that is narrower.
    func draw(_ contents: [TicketContent], in area: Rect, of buffer: inout CellBuffer) {
        let card = TicketCard(appearance: appearance, fitting: min(width, area.width))
        let lines = card.layout(of: contents, minimumLines: area.height).lines
        let frame = Rect(
            x: area.x, y: area.y, width: min(card.width, area.width), height: min(lines.count + 2, area.height))
        var inside = buffer.box(frame, fill: base, frame: theme[.modalFrame], glyphs: glyphs)
        inside.cutLeft(Self.margin - 1)
        buffer.put(lines, in: inside)
    }

    /// Lays out all tickets, or those with which there are `minimumLines`.
    private func layout(
        of contents: [TicketContent], minimumLines: Int = .max
    ) -> (lines: [TextLine], pictures: [PictureArea]) {
        let columns = width - 2 * Self.margin
        var lines: [TextLine] = []
        var pictures: [PictureArea] = []
        for content in contents {
            guard lines.count < minimumLines else { break }
            if !lines.isEmpty { lines += [TextLine(), rule(columns), TextLine()] }
            let page = page(of: content, columns: columns)
            pictures += page.pictures.map { box in
                PictureArea(
                    address: box.address,
                    area: Rect(
                        x: Self.margin + box.column, y: 1 + lines.count + box.line, width: box.size.columns,
                        height: box.height))
            }
            lines += page.lines + [TextLine()] + footer(of: content, columns: columns)
        }
        return (lines, pictures)
    }

    /// Returns the layout without the empty lines at its end, except those of a picture.
    private func page(of content: TicketContent, columns: Int) -> TicketPage {
        let typesetter = TicketTypesetter(appearance: appearance, width: columns, fullWidth: columns, keys: ShownKeys())
        var page = typesetter.page(of: content)
        let end = page.pictures.map(\.lines.upperBound).max() ?? 0
        while page.lines.count > end, page.lines.last?.isEmpty == true { page.lines.removeLast() }
        return page
    }

    /// Returns the source, the time first seen on its right or below it, and the whole address.
    private func footer(of content: TicketContent, columns: Int) -> [TextLine] {
        let source = appearance.symbol(of: content.kind) + TextLine(content.source, theme[.dim])
        var lines = [glyphs.cut(source, to: columns)]
        if let seen = content.firstSeen {
            let seen = TextLine(seen, theme[.faint])
            if source.width + 2 + seen.width <= columns {
                lines[0].pad(to: columns - seen.width)
                lines[0].append(seen)
            } else {
                lines.append(glyphs.cut(seen, to: columns))
            }
        }
        guard let link = content.link else { return lines }
        return lines + TextWrap.lines(Self.brief(link), theme[.faint], width: columns)
    }

    /// Returns the address without its scheme.
    private static func brief(_ link: String) -> String {
        for scheme in ["https://", "http://"] where link.hasPrefix(scheme) {
            return String(link.dropFirst(scheme.count))
        }
        return link
    }
}
