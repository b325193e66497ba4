import EngineConcepts
import Localization
import TerminalKit
import ViewModels

/// The drawing of the source list, as a screen or as a sidebar beside the timeline.
struct SourceListScreen: ListBasedDrawing {
    /// The width from which the count no longer moves away from the name.
    private static let maximumWidth = 64

    let lists: ListDrawing
    /// True beside the timeline.
    let isSidebar: Bool
    /// True if keys go to the list.
    let hasKeys: Bool

    static func content(of area: Rect, isSidebar: Bool) -> Rect {
        guard isSidebar else { return ListDrawing.content(of: area) }
        var rest = area
        rest.cutTop(1)
        rest.cutBottom(1)
        return rest
    }

    func draw(_ state: SourceListState, input: InputLine?, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawList(state, in: area, of: &buffer)
        return lists.drawInput(input, in: area, of: &buffer)
    }

    private func drawList(_ state: SourceListState, in area: Rect, of buffer: inout CellBuffer) {
        let content: Rect
        if isSidebar {
            content = Self.content(of: area, isSidebar: true)
            buffer.fill(area, style: theme[.text])
            drawBars(state, in: area, of: &buffer)
        } else {
            content = lists.frame(
                title: localizer(.sourceListTitle), summary: summary(of: state), in: area, of: &buffer)
        }
        if state.rows?.isEmpty == true, !state.search.isEmpty {
            return lists.sayNothingFound(.sourcesNothingFound, by: state.search, in: content, of: &buffer)
        }
        guard let rows = lists.present(state.rows, or: .sourcesEmpty, .sourcesEmptyHint, in: content, of: &buffer)
        else { return }
        let width = min(Self.maximumWidth, content.width - 2)
        lists.drawLines(ofRows: rows.count, cursor: visibleRow(in: state), in: content, of: &buffer) { index in
            [ListLine(text: line(rows[index], width: width), isCurrent: hasKeys && index == state.cursor)]
        }
    }

    /// Returns the row at a point, or `nil` if there is none.
    func row(at point: Point, of state: SourceListState, in area: Rect) -> SourceListRow? {
        let content = Self.content(of: area, isSidebar: isSidebar)
        guard content.contains(point), let rows = state.rows else { return nil }
        return rows.element(at: content.firstLine(showing: visibleRow(in: state), of: rows.count) + point.y - content.y)
    }

    /// Returns the number of unread tickets, or the words to filter by.
    private func summary(of state: SourceListState) -> String {
        guard state.search.isEmpty else { return state.search }
        return isSidebar ? state.brief : state.summary
    }

    /// Returns the index of the row that must be visible.
    private func visibleRow(in state: SourceListState) -> Int {
        hasKeys ? state.cursor : state.rows?.firstIndex(where: \.isShown) ?? state.cursor
    }

    private func drawBars(_ state: SourceListState, in area: Rect, of buffer: inout CellBuffer) {
        let title = TextLine(" \(localizer(.sourceListTitle))", theme.style(hasKeys ? .title : .tab, over: .bar))
        bars.draw(title, TextLine("\(summary(of: state)) ", theme[.barDim]), in: area.row(0), of: &buffer)
        bars.bottom(hints: hasKeys ? lists.hints : [], in: area.row(area.height - 1), of: &buffer)
    }

    private func line(_ row: SourceListRow, width: Int) -> TextLine {
        // Deep rows keep room for their names.
        var line = TextLine(String(repeating: " ", count: max(0, min(2 * row.depth, width / 3))))
        switch row.id {
        case .all: line.append("  ")
        case .topic:
            let sign = row.isCollapsed.map { $0 ? glyphs.closed : glyphs.opened } ?? " "
            line.append("\(sign) ", theme[.faint])
        case .source: line.append(appearance.symbol(of: row.kind ?? "unknown"))
        }
        var right = TextLine()
        if row.health == .failed { right.append("\(glyphs.warning) ", theme[.warning]) }
        if let unread = row.unread, unread > 0 {
            right.append(localizer.grouped(unread), theme[row.isShown ? .accent : .dim].withoutBackground)
        }
        line.append(row.label, nameStyle(row))
        return joined(line, right, width: width, gap: 1, minimum: 4)
    }

    private func nameStyle(_ row: SourceListRow) -> Style {
        let hasUnread = row.unread.map { $0 > 0 } ?? false
        if row.isShown { return theme[.accent].withoutBackground.with(.bold) }
        if row.id.source == nil { return theme[hasUnread ? .title : .dim].withoutBackground }
        return theme[row.health == .idle ? .faint : hasUnread ? .text : .dim].withoutBackground
    }
}
