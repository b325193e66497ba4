import EngineConcepts
import Localization
import TerminalKit
import ViewModels

/// The drawing of the screen of sources: name, topic, health and the coverage of the last days.
struct SourceManagerScreen: ListBasedDrawing {
    let lists: ListDrawing
    let measures: Measures

    /// The measures of all sources that determine the columns.
    struct Measures {
        /// The width of the longest name.
        let name: Int
        /// The width of the longest detail.
        let detail: Int
        /// True if a source that has not failed has a detail.
        let hasDetailWithoutError: Bool
        /// The number of sources that have failed.
        let failedCount: Int

        init(_ rows: [SourceRow]) {
            name = rows.widest { $0.name }
            detail = rows.widest { $0.detail ?? "" }
            hasDetailWithoutError = rows.contains { $0.health != .failed && $0.detail?.isEmpty == false }
            failedCount = rows.count { $0.health == .failed }
        }
    }

    /// The width of each column; 0 leaves it out.
    private struct Columns {
        let name: Int
        let unread: Int
        let topic: Int
        let last: Int
        let next: Int
        let coverage: Int
        let detail: Int

        /// The coverage and the detail are shortened for the longest of the names, up to this width.
        private static let maximumNameWidth = 32
        private static let minimumDetailWidth = 20
        /// A detail up to this width is whole in its row, beside a shorter coverage if need be.
        private static let wholeDetailWidth = 36

        /// - Parameters:
        ///   - longest: The width of the longest name.
        ///   - longestDetail: The width of the longest detail, or 0 if no source has one.
        ///   - unreadTitle: The width of the title of the unread items, below whose end the numbers end.
        init(width: Int, longest: Int, longestDetail: Int, unreadTitle: Int) {
            unread = width >= 50 ? unreadTitle + 2 : 0
            topic = width >= 110 ? 14 : width >= 70 ? 10 : 0
            // Room for the longest word of this column in any language, with its symbol.
            last = 15
            // The longest length of time: `in 23 h 59 min`. On 100 columns, 96 are between the margins.
            next = width >= 96 ? 14 : 0
            let fixedWidth = [unread, topic, last, next].reduce(0) { $0 + ($1 > 0 ? $1 + 1 : 0) }
            let beside = width - 6 - fixedWidth
            let usual = width >= 130 ? 28 : width >= 100 ? 21 : width >= 60 ? 14 : 0
            let nameWidth = max(9, min(longest, Self.maximumNameWidth) + 1)
            let possible = [usual, 14, 7].filter { $0 <= usual && beside - $0 - 3 >= nameWidth }
            let wanted = max(Self.minimumDetailWidth, min(longestDetail, Self.wholeDetailWidth))
            let besideDetail = possible.first { beside - $0 - 3 - nameWidth - 2 >= wanted }
            coverage = (longestDetail > 0 ? besideDetail : nil) ?? possible.first ?? min(usual, 7)
            let rest = beside - (coverage > 0 ? coverage + 3 : 0)
            // A detail that would be cut off is shown below the list.
            let detail = rest - nameWidth - 2
            self.detail = detail >= Self.minimumDetailWidth ? detail : 0
            name = self.detail > 0 ? nameWidth + 1 : max(10, min(longest + 2, rest - 1))
        }
    }

    func draw(_ state: SourceManagerState, input: InputLine?, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let (count, failed) = (localizer.grouped(state.rows?.count ?? 0), localizer.grouped(measures.failedCount))
        let brief = state.error ?? "\(count)  \(glyphs.warning) \(failed)"
        var content = lists.frame(
            title: localizer(.sourcesTitle), summary: state.search.isEmpty ? state.summary : state.search, brief: brief,
            in: area, of: &buffer)
        if let prompt = state.prompt { content.cutBottom(lists.height(of: prompt, in: area) - 1) }
        guard let rows = state.rows else { return nil }
        if let choices = state.prompt?.choices, !choices.isEmpty {
            drawChoices(choices, in: content, of: &buffer)
        } else if rows.isEmpty, !state.search.isEmpty {
            lists.sayNothingFound(.sourcesNothingFound, by: state.search, in: content, of: &buffer)
        } else if rows.isEmpty {
            let hints = state.error == nil ? [localizer(.sourcesEmptyHint)] : []
            bars.middle(state.error ?? localizer(.sourcesEmpty), hints, in: content, of: &buffer)
        } else {
            drawTable(rows, cursor: state.cursor, in: content, of: &buffer)
        }
        return lists.drawInput(input, answering: state.prompt, in: area, of: &buffer)
    }

    /// Draws each choice with its number and its address, because a page can give a feed any title.
    private func drawChoices(_ choices: [SeveralSources.Choice], in area: Rect, of buffer: inout CellBuffer) {
        lists.drawLines(ofRows: choices.count, cursor: 0, in: area, of: &buffer) { index in
            let choice = choices[index]
            var line = TextLine("\(index + 1)".leftPadded(to: 3) + "  ", theme[.accent])
            if choice.title != choice.address {
                let title = glyphs.cut(choice.title, to: area.width / 3)
                line.append(title + "  ", theme[.text])
            }
            line.append(choice.address, theme[.dim])
            return [ListLine(text: line)]
        }
    }

    private func drawTable(_ rows: [SourceRow], cursor: Int, in area: Rect, of buffer: inout CellBuffer) {
        var area = area
        let columns = Columns(
            width: area.width, longest: measures.name, longestDetail: measures.detail,
            unreadTitle: TextWidth.width(of: localizer(.columnUnread)))
        let head = area.cutTop(area.height >= 8 ? 1 : 0)
        buffer.put(heading(columns), at: Point(x: head.x + 1, y: head.y), in: head)
        if columns.coverage > 0, area.height >= 14 { drawLegend(in: area.cutBottom(1), of: &buffer) }
        let errors = wholeErrors(of: rows, columns, in: area)
        drawDetail(of: rows, cursor: cursor, columns, besideErrors: errors != nil, in: &area, of: &buffer)
        lists.drawRows(rows, cursor: cursor, in: area, of: &buffer) { index, row in
            let first = line(row, columns)
            if let errors { return [first] + errors[index] }
            // Without a column for details, errors have a line of their own.
            guard columns.detail == 0, row.health == .failed, let detail = row.detail, !detail.isEmpty else {
                return [first]
            }
            return [first, TextLine(Self.indent) + TextLine(detail, theme[.warning])]
        }
    }

    /// The margin of an error below its row.
    private static let indent = "     "

    /// Returns all errors in whole lines for below their rows, or `nil` if they have a column or there is no room for all.
    private func wholeErrors(of rows: [SourceRow], _ columns: Columns, in area: Rect) -> [[TextLine]]? {
        let room = area.height - (measures.hasDetailWithoutError ? 2 : 0)
        guard columns.detail == 0, rows.count + measures.failedCount <= room else { return nil }
        let width = max(1, area.width - 1 - Self.indent.count)
        let errors = rows.map { row -> [TextLine] in
            guard row.health == .failed, let detail = row.detail, !detail.isEmpty else { return [] }
            return TextWrap.lines(detail, theme[.warning], width: width).map { TextLine(Self.indent) + $0 }
        }
        return errors.reduce(rows.count) { $0 + $1.count } <= room ? errors : nil
    }

    /// Cuts lines off the bottom of `area` for the detail of the current row, and draws it there if its row does not show
    /// all of it. While any row needs the lines, they are kept free, so that the list does not move with the cursor.
    ///
    /// - Parameter besideErrors: True if the rows show all of their errors.
    private func drawDetail(
        of rows: [SourceRow], cursor: Int, _ columns: Columns, besideErrors: Bool, in area: inout Rect,
        of buffer: inout CellBuffer
    ) {
        let room = columns.detail > 0 ? columns.detail : area.width - 1 - Self.indent.count
        let showsErrorsOnly = columns.detail == 0
        guard showsErrorsOnly && measures.hasDetailWithoutError || !besideErrors && measures.detail > max(0, room)
        else { return }
        var lines: [TextLine] = []
        if let row = rows.element(at: cursor), let detail = row.detail, !detail.isEmpty,
            showsErrorsOnly && row.health != .failed || !besideErrors && TextWidth.width(of: detail) > room
        {
            let style = theme[row.health == .failed ? .warning : .dim]
            lines = TextWrap.lines(detail, style, width: max(1, area.width - 2))
        }
        let least = area.height < 8 ? 1 : 2
        let textArea = area.cutBottom(min(max(lines.count, least), area.height / 2))
        buffer.put(lines, in: textArea.inset(horizontal: 1), ellipsis: glyphs.ellipsis)
    }

    private func heading(_ columns: Columns) -> TextLine {
        let titles: [(MessageKey, Int)] = [
            (.columnSource, columns.name + 1), (.columnUnread, columns.unread), (.columnTopic, columns.topic),
            (.columnLast, columns.last), (.columnNext, columns.next), (.columnCoverage, columns.coverage),
        ]
        // Below the symbol of the kind are the names.
        var line = TextLine("   ")
        var column = line.width
        for (key, width) in titles where width > 0 {
            let title = localizer(key)
            line.append(width < 10 ? Self.brief(title) : title, theme[.faint])
            column += width + 1
            line.pad(to: column)
        }
        return line
    }

    /// Draws the meanings of the signs of the coverage.
    private func drawLegend(in area: Rect, of buffer: inout CellBuffer) {
        let text = localizer(
            .coverageLegend, .text(glyphs.covered), .text(glyphs.partlyCovered), .text(glyphs.uncovered))
        buffer.put(
            glyphs.cut(TextLine(text, theme[.faint]), to: area.width - 2),
            at: Point(x: area.x + 1, y: area.y), in: area)
    }

    /// Returns the part of a title behind its comma, for a narrow column: `7 days` of `coverage, 7 days`.
    private static func brief(_ title: String) -> String {
        title.split(separator: ",").last.map { String($0.drop { $0 == " " }) } ?? title
    }

    private func line(_ row: SourceRow, _ columns: Columns) -> TextLine {
        let (glyph, role) = appearance.kind(row.kind)
        var line = TextLine(" \(glyph) ", theme[role])
        func cell(_ text: String, _ width: Int, _ style: Style) {
            guard width > 0 else { return }
            let end = line.width + width + 1
            line.append(glyphs.cut(text, to: width), style)
            line.pad(to: end)
        }
        cell(row.name, columns.name + 1, theme[row.health == .idle ? .dim : .text].withoutBackground)
        // The number ends below the end of its title.
        let end = min(columns.unread, TextWidth.width(of: localizer(.columnUnread)))
        let unread = row.unread.map { $0 > 0 ? localizer.grouped($0).leftPadded(to: end) : "" } ?? ""
        cell(unread, columns.unread, theme[.accent].withoutBackground)
        cell(row.topics.isEmpty ? glyphs.none : row.topics, columns.topic, theme[.dim])
        let sign = row.health == .failed ? "\(glyphs.warning) " : ""
        cell(sign + row.last, columns.last, theme[healthRole(row.health)])
        cell(row.next ?? glyphs.none, columns.next, theme[.dim])
        if columns.coverage > 0 {
            line.append(coverage(row.coverage, columns: columns.coverage))
            line.append("   ")
        }
        if columns.detail > 0, let detail = row.detail {
            line.append(detail, theme[row.health == .failed ? .warning : .dim])
        }
        return line
    }

    private func healthRole(_ health: SourceRow.Health) -> Role {
        switch health {
        case .well: .dim
        case .idle: .faint
        case .slow: .warning
        case .failed: .error
        }
    }

    /// Returns the coverage in `columns` columns: full, partial or none.
    private func coverage(_ slots: [SourceRow.Slot], columns: Int) -> TextLine {
        var line = TextLine()
        for column in 0..<columns {
            let part = slots[(column * slots.count / columns)..<max(1, (column + 1) * slots.count / columns)]
            let known = part.filter { $0 != .none }
            if known.isEmpty {
                line.append(" ")
            } else if known.allSatisfy({ $0 == .covered }) {
                line.append(glyphs.covered, theme[.ok])
            } else if known.allSatisfy({ $0 == .missing }) {
                line.append(glyphs.uncovered, theme[.gap])
            } else {
                line.append(glyphs.partlyCovered, theme[.warning])
            }
        }
        return line
    }
}
