import EngineConcepts
import Localization
import TerminalKit
import ViewModels

/// The drawing of the list of rules, and below it the tickets that the rule under the cursor affects.
struct RuleListScreen: ListBasedDrawing {
    let lists: ListDrawing
    let widths: Widths

    /// The widths of the longest texts.
    struct Widths {
        let effect: Int
        let name: Int

        init(_ rows: [RuleListState.Row]) {
            effect = rows.widest { $0.effect }
            name = rows.widest { $0.name }
        }
    }

    /// Returns the number of rows for the list. The trial needs a line, its explanation and its result, and takes up to
    /// half of the area.
    static func listHeight(of state: RuleListState, in content: Rect) -> Int {
        let rules = state.rows?.count ?? 0
        let trial = content.height < 8 ? 0 : max(3, min(content.height / 2, 3 + (state.preview?.samples.count ?? 0)))
        return max(1, min(rules, content.height - trial))
    }

    func draw(_ state: RuleListState, in area: Rect, of buffer: inout CellBuffer) {
        let content = lists.frame(title: localizer(.rulesTitle), summary: state.summary, in: area, of: &buffer)
        guard let rows = lists.present(state.rows, or: .rulesEmpty, .rulesEmptyHint, in: content, of: &buffer) else {
            return
        }
        var rest = content
        let list = rest.cutTop(Self.listHeight(of: state, in: content))
        let name = min(widths.name, list.width / 3)
        lists.drawRows(rows, cursor: state.cursor, in: list, of: &buffer) { _, row in
            [line(row, effect: widths.effect, name: name, width: list.width - 2)]
        }
        if let preview = state.preview { drawTrial(preview, in: rest, of: &buffer) }
    }

    private func line(_ row: RuleListState.Row, effect: Int, name: Int, width: Int) -> TextLine {
        var left = TextLine(" \(row.effect)", theme[row.isOff ? .faint : .dim])
        left.pad(to: effect + 3)
        left.append(row.name, (row.isOff ? theme[.dim] : theme[.accent]).withoutBackground.with(.bold))
        if row.condition != row.name {
            left.pad(to: effect + 3 + name)
            left.append("   \(row.condition)", theme[.dim])
        }
        let right = TextLine(row.count ?? "", theme[row.isOff ? .warning : .dim].withoutBackground)
        return joined(left, right, width: width)
    }

    /// Draws the explanation and the result with a line above, and as many tickets as fit.
    private func drawTrial(_ preview: RulePreview, in area: Rect, of buffer: inout CellBuffer) {
        guard area.height >= 3 else { return }
        var rest = area
        buffer.fill(rest.cutTop(1), with: glyphs.line, style: theme.style(.rule, over: .text))
        var lines = paragraph(
            preview.explanation, theme[.dim], width: rest.width, maximumLines: min(3, rest.height - 2))
        lines.append(TextLine(" \(preview.result)", theme[.title].withoutBackground))
        let room = rest.height - lines.count
        let isWhole = preview.matched <= min(room, preview.samples.count)
        let shown = isWhole ? preview.samples.count : max(0, min(room - 1, preview.samples.count))
        lines += preview.samples.prefix(shown).map { appearance.line(of: $0, sourceColumns: area.width >= 90 ? 16 : 0) }
        if !isWhole, room > 0 {
            lines.append(more(localizer(.filteredMore, .text(localizer.grouped(preview.matched - shown)))))
        }
        buffer.put(lines, in: rest, ellipsis: glyphs.ellipsis)
    }
}
