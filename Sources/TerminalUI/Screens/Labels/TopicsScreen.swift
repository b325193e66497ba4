import TerminalKit
import ViewModels

/// The drawing of the choice of topics at the bottom of the timeline.
struct TopicsScreen: ListBasedDrawing {
    let lists: ListDrawing
    let widths: Widths

    /// The widths of the columns.
    struct Widths {
        let name: Int
        let count: Int

        init(_ rows: [TopicsState.Row]) {
            name = min(24, rows.map { TextWidth.width(of: $0.name) }.max() ?? 0)
            count = rows.map { TextWidth.width(of: $0.count) }.max() ?? 0
        }
    }

    /// Returns the number of rows for the topics, their summary, the keys and the line for text.
    static func height(of state: TopicsState, in area: Rect) -> Int {
        OverlayLines.height(of: state.rows.count + (state.hint == nil ? 0 : 1) + 1, in: area)
    }

    func draw(_ state: TopicsState, input: InputLine, in area: Rect, of buffer: inout CellBuffer) -> Point {
        var last: [TextLine] = []
        if let hint = state.hint { last.append(TextLine(" \(hint)", theme.style(.dim, over: .modal))) }
        var footer = TextLine(" ", theme[.modal])
        footer.append(
            .hints(hints(isNaming: state.namePrompt != nil), columns: area.width - 2, theme: theme, on: .modal))
        if let combination = state.combination { footer.append("   \(combination)", theme.style(.dim, over: .modal)) }
        last.append(footer)
        let rows = state.rows
        OverlayLines(appearance: appearance)
            .draw(
                rows.count + last.count, cursor: state.cursor + 1, selected: state.cursor, in: area, of: &buffer
            ) { index in
                index < rows.count ? line(rows[index]).clicked(.row(index)) : last[index - rows.count]
            }
        let label = state.namePrompt.map { InputLabel.question($0.question) } ?? .sign(localizer(.topicsPrompt))
        return lists.drawInput(input, label, hints: [], in: area, of: &buffer)
    }

    /// Returns the hints of the list, or those of the line for a name.
    func hints(isNaming: Bool) -> [KeyHint] {
        guard !isNaming else { return lists.answerHints }
        return [
            appearance.hint(.named(.enter), .topicsOnlyThis), appearance.hint(.named(.tab), .topicsThisToo),
            appearance.hint(.control("t"), .topicsPin), appearance.hint(.control("r"), .topicsRename),
            appearance.hint(.control("x"), .topicsRemove),
            appearance.hint(.named(.escape), .onboardingBack),
        ]
    }

    private func line(_ row: TopicsState.Row) -> TextLine {
        var line = TextLine(" ", theme[.modal])
        line.append(row.isChosen ? glyphs.filterOn : " ", theme.style(.ok, over: .modal))
        line.append(row.key.map { " \($0) " } ?? "   ", theme.style(.faint, over: .modal))
        line.append(
            row.kind == .make
                ? "+ \(row.name)" : TextWidth.truncated(row.name, to: widths.name, ellipsis: glyphs.ellipsis),
            theme.style(.title, over: .modal))
        line.pad(to: widths.name + 8)
        line.append(row.count.leftPadded(to: widths.count), theme.style(.dim, over: .modal))
        let pinned = row.isPinned ? "\(localizer(.topicsPinned)) \(glyphs.dot) " : ""
        // Before text from right to left, spaces of the same run would move behind it.
        line.append("   ", theme[.modal])
        line.append("\(pinned)\(row.explanation)", theme.style(.faint, over: .modal))
        return line
    }
}
