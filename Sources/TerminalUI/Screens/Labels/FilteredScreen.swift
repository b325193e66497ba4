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
        var right = TextLine()
        if !state.filter.isEmpty {
            if area.width >= 70 { right.append("\(keys.filter) ", theme.style(.key, over: .bar)) }
            right.append("\(state.filter) ", theme.style(state.isOn ? .ok : .warning, over: .bar))
        }
        let content = lists.frame(
            title: localizer(.filteredTitle), summary: state.groups == nil ? "" : state.summary,
            brief: state.briefSummary, right: right, in: area, of: &buffer)
        guard let groups = state.groups else { return }
        guard !groups.isEmpty || !state.sourceFilters.isEmpty else {
            return bars.middle(state.emptyText, [localizer(.filteredNothingHint)], in: content, of: &buffer)
        }
        let lines = state.lines
        let firstSourceFilter = lines.count - state.sourceFilters.count
        lists.drawLines(ofRows: lines.count, cursor: state.cursor, in: content, of: &buffer) { index in
            let text = line(lines[index], width: content.width - 2)
            let row = ListLine(text: text, row: index, isCurrent: index == state.cursor)
            // An empty line before each rule but the first, and before those of the sources.
            let isStart =
                switch lines[index] {
                case .rule: index > 0
                case .sourceFilter: index > 0 && index == firstSourceFilter
                case .ticket, .more: false
                }
            return isStart ? [ListLine(text: TextLine()), row] : [row]
        }
    }

    private func line(_ line: FilteredState.Line, width: Int) -> TextLine {
        switch line {
        case .rule(let group): heading(group, width: width)
        case .ticket(let brief): appearance.line(of: brief, sourceColumns: width >= 100 ? 18 : 0)
        case .more(_, let text): more(text)
        case .sourceFilter(let filter): heading(filter, width: width)
        }
    }

    private func heading(_ filter: FilteredState.SourceFilter, width: Int) -> TextLine {
        let right = TextLine(filter.count, theme[.dim])
        let left = TextLine(filter.rule, theme[.text].withoutBackground.with(.bold))
        return joined(left + TextLine("   \(filter.location)", theme[.dim]), right, width: width)
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
