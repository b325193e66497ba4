import EngineConcepts
import TerminalKit
import ViewModels

/// The drawing of the timeline: its rows between two bars, with a banner above them if there is one.
struct TimelineScreen: StyledDrawing {
    let appearance: Appearance
    let layout: TimelineLayout
    let hints: [KeyHint]
    /// True if keys go to a list beside the timeline. Then the cursor's row has only a faint mark.
    var isBesideList = false

    /// The areas of the screen.
    struct Parts: Equatable {
        var top: Rect
        var banner: Rect
        var rows: Rect
        var bottom: Rect
    }

    /// Divides an area. A banner takes as many lines as it needs, but at most a quarter. With enough room, a line below the
    /// top bar is left empty.
    static func parts(of area: Rect, banner: String?) -> Parts {
        var rest = area
        let top = rest.cutTop(1)
        let bottom = rest.cutBottom(1)
        let lines = banner.map { bannerLines($0, Style.plain, width: area.width).count } ?? 0
        let bannerArea = rest.cutTop(min(lines, max(1, area.height / 4)))
        if area.height >= 16 { rest.cutTop(1) }
        return Parts(top: top, banner: bannerArea, rows: rest, bottom: bottom)
    }

    func draw(_ state: TimelineState, in area: Rect, of buffer: inout CellBuffer) {
        let parts = Self.parts(of: area, banner: state.banner)
        buffer.fill(area, style: theme[.text])
        TimelineBar(appearance: appearance).draw(state.header, in: parts.top, of: &buffer)
        if let banner = state.banner { drawBanner(banner, in: parts.banner, of: &buffer) }
        if let content = draw(state.body, in: parts.rows, of: &buffer) {
            drawRows(content, state, in: parts.rows, of: &buffer)
        }
        if let question = state.question {
            bars.question(question, atBottomOf: area, of: &buffer)
        } else {
            drawBottom(state, in: parts.bottom, of: &buffer)
        }
    }

    /// Returns the row at a point of the screen's area, or `nil` if there is none.
    func row(at point: Point, of state: TimelineState, in area: Rect) -> TimelineRow? {
        let rows = Self.parts(of: area, banner: state.banner).rows
        return state.body.content.flatMap {
            visibleRows(of: $0, state, columns(for: $0, state, width: rows.width)).row(at: point, in: rows)
        }
    }

    // MARK: Rows

    private func drawRows(
        _ content: RowsContent<TimelineRow>, _ state: TimelineState, in area: Rect, of buffer: inout CellBuffer
    ) {
        let columns = columns(for: content, state, width: area.width)
        let rows = visibleRows(of: content, state, columns).placed(in: area)
        // Rows above the first visible heading show their dates, or, if they have one line, the first of them does. Those
        // below it belong to a visible heading.
        let firstDay = rows.filter { $0.row.ticket?.day != nil }.map(\.area.y).filter { $0 > area.y }.min() ?? .max
        var isBelowDate = false
        for var placed in rows {
            let ticket = placed.row.ticket
            if let time = ticket?.timeOnDay, placed.area.y >= firstDay || isBelowDate {
                (placed.lines.time, placed.lines.clock) = (time, "")
            } else if ticket != nil {
                isBelowDate = state.density == .compact && ticket?.timeOnDay != nil && placed.area.y >= area.y
            }
            draw(placed, columns, state.density, of: &buffer)
            guard let ticket else { continue }
            if let day = ticket.day { drawHeading(day, above: placed, columns, of: &buffer) }
            drawPictures(of: ticket, in: placed, columns, state.pictures, of: &buffer)
        }
    }

    private func visibleRows(
        of content: RowsContent<TimelineRow>, _ state: TimelineState, _ columns: RowColumns
    ) -> VisibleRows<TimelineRow> {
        VisibleRows(
            rows: content.rows, cursor: content.cursor, line: content.line,
            layout: { layout.laidOut($0, columns: columns, density: state.density) },
            heading: { $0.headingLines })
    }

    /// Returns the columns of the rows. The loaded rows decide about the column of sources, so that it rarely changes
    /// while the user moves.
    private func columns(for content: RowsContent<TimelineRow>, _ state: TimelineState, width: Int) -> RowColumns {
        guard state.density == .compact else { return RowColumns(width: width, timeStyle: state.timeStyle) }
        return RowColumns(
            width: width, timeStyle: state.timeStyle,
            source: RowColumns.sourceWidth(of: content.rows, width: width), isTable: true)
    }

    /// Draws the heading of a day as a faint line.
    private func drawHeading(
        _ day: String, above placed: PlacedRow<TimelineRow>, _ columns: RowColumns, of buffer: inout CellBuffer
    ) {
        let area = placed.area
        var line = TextLine(" \(String(repeating: glyphs.line, count: max(0, columns.text - 2))) ", theme[.rule])
        line.append(day, theme[.faint])
        line = glyphs.cut(line, to: max(0, area.width - 2))
        line.append(" \(String(repeating: glyphs.line, count: max(0, area.width - line.width - 2)))", theme[.rule])
        buffer.put(line, at: Point(x: area.x, y: area.y - 1), in: placed.clip)
    }

    private func draw(
        _ placed: PlacedRow<TimelineRow>, _ columns: RowColumns, _ density: Density, of buffer: inout CellBuffer
    ) {
        let (row, visible) = (placed.row, placed.visibleArea)
        guard !visible.isEmpty else { return }
        if let gap = row.gap, layout.isBox(gap, columns: columns, density: density) {
            buffer.overlay(theme[.gapBackground], on: visible)
        }
        drawRow(in: visible, of: &buffer, isSelected: placed.isSelected && !isBesideList) { buffer in
            if let ticket = row.ticket { drawMargin(of: ticket, in: placed, columns, of: &buffer) }
            buffer.put(placed.lines.lines, from: row.ticket == nil ? 0 : columns.text, at: placed.area, in: placed.clip)
        }
        guard placed.isSelected, isBesideList else { return }
        for y in visible.rows {
            buffer.put(glyphs.selection, at: Point(x: visible.x, y: y), style: theme[.faint], in: visible)
        }
    }

    private func drawPictures(
        of ticket: TicketRow, in placed: PlacedRow<TimelineRow>, _ columns: RowColumns,
        _ pictures: [PictureKey: PictureStatus], of buffer: inout CellBuffer
    ) {
        let painter = PicturePainter(appearance: appearance, retryKey: "")
        for box in placed.lines.pictures {
            let key = PictureKey(ticket: ticket.id, address: box.address, size: box.size)
            let point = Point(x: placed.area.x + columns.text + box.column, y: placed.area.y + box.line)
            painter.draw(pictures[key], at: point, columns: box.size.columns, in: placed.clip, of: &buffer)
        }
    }

    private func drawMargin(
        of ticket: TicketRow, in placed: PlacedRow<TimelineRow>, _ columns: RowColumns,
        of buffer: inout CellBuffer
    ) {
        let (area, clip) = (placed.area, placed.clip)
        if !ticket.marks.isRead {
            buffer.put(glyphs.unread, at: Point(x: area.x + 1, y: area.y), style: theme[.unread], in: clip)
        }
        let style = theme[placed.isSelected && !isBesideList ? .text : .dim].withoutBackground
        let texts = [placed.lines.time, placed.lines.clock].prefix(placed.lines.lines.count)
        for (index, text) in texts.enumerated() {
            let time = TextWidth.truncated(text, to: columns.timeWidth, ellipsis: "")
            let start = area.x + columns.timeStart + columns.timeWidth - TextWidth.width(of: time)
            buffer.put(time, at: Point(x: start, y: area.y + index), style: style, in: clip)
        }
    }

    // MARK: Bars

    private func drawBanner(_ text: String, in area: Rect, of buffer: inout CellBuffer) {
        buffer.fill(area, style: theme[.gapBackground].over(theme[.text]))
        let style = theme.style(.gap, over: .gapBackground)
        let lines = Self.bannerLines(
            text, style, width: area.width, maximumLines: area.height, ellipsis: glyphs.ellipsis)
        buffer.put(lines, in: area.inset(horizontal: 1))
    }

    private static func bannerLines(
        _ text: String, _ style: Style, width: Int, maximumLines: Int? = nil, ellipsis: String = ""
    ) -> [TextLine] {
        TextWrap.lines(text, style, width: max(1, width - 2), maximumLines: maximumLines, ellipsis: ellipsis)
    }

    /// Returns the longest text about completeness that fits. A key in it is never cut, because a part of it is another key.
    private func completeness(_ footer: TimelineState.Footer, columns: Int) -> String {
        let texts = [footer.completeness] + footer.briefCompleteness
        let fitting = texts.first { TextWidth.width(of: $0) <= columns }
        return fitting ?? glyphs.cut(texts.last ?? "", to: columns)
    }

    private func drawBottom(_ state: TimelineState, in area: Rect, of buffer: inout CellBuffer) {
        var right = TextLine()
        if area.width >= 70, !state.footer.completeness.isEmpty {
            right.append(
                completeness(state.footer, columns: max(28, area.width / 3)),
                theme.style(state.footer.isBehind ? .warning : .dim, over: .bar))
            right.append("   ", theme[.bar])
        }
        if let performance = state.footer.performance { right.append("\(performance)   ", theme[.barFaint]) }
        right.append("\(area.width < 100 ? state.footer.briefClock : state.footer.clock) ", theme[.barDim])
        bars.bottom(hints: hints, right: right, in: area, of: &buffer)
    }
}
