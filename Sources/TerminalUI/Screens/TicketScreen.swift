import EngineConcepts
import TerminalKit
import ViewModels

/// Draws the state of an open ticket.
struct TicketScreen {
    let appearance: RenderStyle
    let layout: TicketLayout
    let hints: [(keys: String, text: String)]
    /// The keys for the next and previous ticket, as shown.
    let neighbourKeys: String
    /// The key that retries, as shown.
    let retryKey: String

    private var theme: Theme { appearance.theme }
    private var glyphs: Glyphs { appearance.glyphs }

    /// The areas of the screen.
    struct Parts: Equatable {
        var top: Rect
        var text: Rect
        var scrollBar: Rect
        var bottom: Rect
    }

    /// Divides an area. On wide screens the text is centred; narrower screens reduce the margins first.
    static func parts(of area: Rect) -> Parts {
        var rest = area
        let top = rest.cutTop(1)
        let bottom = rest.cutBottom(1)
        if area.height >= 16 { _ = rest.cutTop(1) }
        let scrollBar = rest.cutRight(1)
        let margin = max(area.width < 60 ? 1 : 3, (rest.width - TicketLayout.measure) / 2)
        return Parts(top: top, text: rest.inset(horizontal: min(margin, 24)), scrollBar: scrollBar, bottom: bottom)
    }

    func draw(_ state: TicketState, in area: Rect, of buffer: inout CellBuffer) {
        let parts = Self.parts(of: area)
        buffer.fill(area, style: theme[.text])
        switch state.body {
        case .loading(let text): Bars(appearance: appearance).middle(text, [], role: .dim, in: parts.text, of: &buffer)
        case .failure(let title, let cause):
            Bars(appearance: appearance)
                .middle(title, cause.map { [$0] } ?? [], role: .error, in: parts.text, of: &buffer)
        case .content(let content):
            let page = layout.laidOut(content, width: parts.text.width, raw: state.showsRaw)
            TextView(offset: state.scroll.offset)
                .draw(page.lines.count, in: parts.text, of: &buffer, base: theme[.text]) { page.lines[$0] }
            drawPictures(of: content, on: page, state, in: parts.text, of: &buffer)
            buffer.scrollBar(
                in: parts.scrollBar, offset: state.scroll.offset, visible: parts.text.height, count: page.lines.count,
                theme: theme, glyphs: glyphs)
        }
        drawTop(state, in: parts.top, of: &buffer)
        drawBottom(state, in: parts.bottom, of: &buffer)
    }

    private func drawPictures(
        of content: TicketContent, on page: TicketPage, _ state: TicketState, in area: Rect,
        of buffer: inout CellBuffer
    ) {
        let painter = PicturePainter(appearance: appearance, retryKey: retryKey)
        for box in page.pictures {
            let key = PictureKey(ticket: content.key.id, address: box.address, size: box.size)
            let point = Point(x: area.x + box.column, y: area.y + box.line - state.scroll.offset)
            painter.draw(
                state.pictures[key], at: point, columns: area.width - box.column, lines: box.size.lines, in: area,
                of: &buffer)
        }
    }

    private func drawTop(_ state: TicketState, in area: Rect, of buffer: inout CellBuffer) {
        var line = TextLine(" ", theme[.bar])
        if let content = state.content {
            let (glyph, role) = appearance.kind(content.kind)
            line.append("\(glyph) ", theme.style(role, over: .bar))
            line.append(content.source, theme[.bar].with(.bold))
        }
        let right = TextLine("\(neighbourKeys) ", theme[.barFaint])
        Bars(appearance: appearance).draw(line, area.width >= 60 ? right : TextLine(), in: area, of: &buffer)
    }

    private func drawBottom(_ state: TicketState, in area: Rect, of buffer: inout CellBuffer) {
        var right = TextLine()
        if !state.scroll.showsAll {
            let seen = min(100, (state.scroll.offset + state.scroll.height) * 100 / max(1, state.scroll.count))
            right = TextLine("\(seen) % ", theme[.barDim])
        }
        Bars(appearance: appearance).bottom(hints: hints, right: right, in: area, of: &buffer)
    }
}
