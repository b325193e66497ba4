import TerminalKit
import ViewModels

/// The drawing of the search: the results, newest first, and the line for the query.
struct SearchScreen: ListBasedDrawing {
    let lists: ListDrawing

    /// Returns the hints of the query, or those of the line for a name. Those that need a result or a query are left out where
    /// there is none.
    private func hints(of state: SearchState) -> [KeyHint] {
        guard state.prompt == nil else { return lists.answerHints }
        let hasQuery = !state.query.isWrong
        return queryHints(hasResults: hasQuery && state.emptyText == nil, hasQuery: hasQuery)
    }

    /// Returns the keys of the query. They are fixed, because letters are typed.
    func queryHints(hasResults: Bool, hasQuery: Bool) -> [KeyHint] {
        var hints: [KeyHint] = []
        if hasResults {
            hints.append(appearance.hint(.named(.enter), .searchKeyGo))
            hints.append(appearance.hint(.control("o"), .searchKeyOpen))
        }
        if hasQuery { hints.append(appearance.hint(.control("s"), .searchKeySave)) }
        return hints + [
            appearance.hint(.control("g"), .searchKeyEverywhere), appearance.hint(.control("r"), .searchKeyOrder),
            appearance.hint(.named(.escape), .hintBack),
        ]
    }

    /// Returns the number of rows for the query and its keys; the keys need at least six rows.
    static func promptHeight(in area: Rect) -> Int { area.height >= 6 ? 2 : 1 }

    func draw(_ state: SearchState, input: InputLine, in area: Rect, of buffer: inout CellBuffer) -> Point {
        buffer.fill(area, style: theme[.text])
        let right = TextLine("\(state.scope) ", theme[.barDim])
        let results = state.query.value
        bars.top(
            title: localizer(.searchTitle), summary: results?.summary ?? "", brief: results?.brief ?? "", right: right,
            in: area.row(0), of: &buffer)
        var rest = area
        rest.cutTop(1)
        rest.cutBottom(1)
        if Self.promptHeight(in: area) > 1 { bars.bottom(hints: hints(of: state), in: rest.cutBottom(1), of: &buffer) }
        if rest.height >= 4 {
            let style = theme[state.query.isWrong ? .warning : .faint]
            let sign = state.query.isWrong ? "\(glyphs.warning) " : ""
            // The explanation of the query, or its error, is shown in full above the results. An error and no query have none.
            let lines = TextWrap.lines("\(sign)\(state.query.explanation)", style, width: max(1, rest.width - 3))
            let maximumLines = state.query.isWrong || state.text.isEmpty ? rest.height : max(1, rest.height / 4)
            let explanationArea = rest.cutTop(min(lines.count, maximumLines))
            for (index, line) in lines.prefix(explanationArea.height).enumerated() {
                let continues = index == explanationArea.height - 1 && lines.count > explanationArea.height
                let shown = TextLine("  \(line.text)\(continues ? glyphs.ellipsis : "")", style)
                buffer.put(shown, at: Point(x: explanationArea.x, y: explanationArea.y + index), in: explanationArea)
            }
        }
        if rest.height >= 8 { rest.cutTop(1) }
        let content = rest.inset(horizontal: area.width < 60 ? 0 : 1)
        if let empty = state.emptyText { bars.middle(empty, [], role: .dim, in: content, of: &buffer) }
        let source = content.width >= 100 ? 18 : content.width >= 70 ? 12 : 0
        lists.drawRows(state.rows, cursor: state.cursor, in: content, of: &buffer) { _, row in
            [appearance.line(of: row, sourceColumns: source)]
        }
        let label = state.prompt.map { InputLabel.question($0.question) } ?? .sign(localizer(.searchPrompt))
        return lists.drawInput(input, label, hints: [], in: area, of: &buffer)
    }
}
