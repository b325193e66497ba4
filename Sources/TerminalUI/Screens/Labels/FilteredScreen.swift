import TerminalKit
import ViewModels

/// The drawing of the hidden tickets, grouped below the rules that hide them.
struct FilteredScreen: ListBasedDrawing {
    let lists: ListDrawing
    let keys: Keys

    /// The keys shown beside the rows they act on.
    struct Keys {
        let filter: String
        let unhide: String
        let edit: String
        let disable: String
    }

    func draw(_ state: FilteredState, in area: Rect, of buffer: inout CellBuffer) {
        buffer.fill(area, style: theme[.text])
        var right = TextLine()
        if !state.filter.isEmpty {
            if area.width >= 70 { right.append("\(keys.filter) ", theme.style(.key, over: .bar)) }
            right.append("\(state.filter) ", theme.style(state.isOn ? .ok : .warning, over: .bar))
        }
        let whole = TextLine("   \(state.title)   \(state.summary)").width + 2
        let isWhole = bars.programName(in: area).width + whole + right.width <= area.width
        bars.top(
            title: state.title,
            summary: state.groups == nil ? "" : isWhole ? state.summary : state.briefSummary, right: right,
            in: area.row(0), of: &buffer)
        bars.bottom(hints: lists.hints, in: area.row(area.height - 1), of: &buffer)
        let content = ListDrawing.content(of: area)
        guard let groups = state.groups else { return }
        guard !groups.isEmpty || !state.sourceFilters.isEmpty else {
            return bars.middle(state.emptyText, [state.emptyHint], in: content, of: &buffer)
        }
        // An empty line before each rule but the first.
        var lines: [ListLine] = []
        var cursorLine = 0
        for (index, line) in state.lines.enumerated() {
            switch line {
            case .rule where index > 0: lines.append(ListLine(TextLine()))
            case .sourceFilter where index > 0 && index == state.lines.count - state.sourceFilters.count:
                lines.append(ListLine(TextLine()))
            default: break
            }
            if index == state.cursor { cursorLine = lines.count }
            lines.append(
                ListLine(self.line(line, width: content.width - 2), row: index, isCurrent: index == state.cursor))
        }
        lists.drawCursorLines(lines, cursor: cursorLine, in: content, of: &buffer)
    }

    private func line(_ line: FilteredState.Line, width: Int) -> TextLine {
        switch line {
        case .rule(let group): heading(group, width: width)
        case .ticket(let brief): appearance.line(of: brief, sourceColumns: width >= 100 ? 18 : 0)
        case .more(_, let text): TextLine("         \(glyphs.ellipsis) \(text)", theme[.faint])
        case .sourceFilter(let filter): heading(filter, width: width)
        }
    }

    private func heading(_ filter: FilteredState.SourceFilter, width: Int) -> TextLine {
        let right = TextLine(filter.count, theme[.dim])
        var left = TextLine(filter.rule, theme[.text].withoutBackground.with(.bold))
        left.append("   \(filter.location)", theme[.dim])
        return joined(left, right, width: width)
    }

    private func heading(_ group: FilteredState.Group, width: Int) -> TextLine {
        var right = TextLine(group.count, theme[.dim])
        if width >= 90 {
            for (key, phrase) in [
                (keys.edit, MessageKey.ruleEdit), (keys.disable, group.isOff ? .ruleEnable : .ruleDisable),
            ] {
                right.append("  \(key) ", theme[.key].withoutBackground)
                right.append(localizer(phrase), theme[.faint])
            }
        }
        var left = TextLine(group.name, (group.isOff ? theme[.dim] : theme[.accent]).withoutBackground.with(.bold))
        if group.query != group.name { left.append("   \(group.query)", theme[.dim]) }
        return joined(left, right, width: width)
    }
}
