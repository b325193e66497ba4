import TerminalKit
import ViewModels

/// The drawing of the choice of topics at the bottom of the timeline.
struct TopicsScreen: SheetDrawing {
    let lists: ListDrawing
    let widths: Widths

    struct Widths {
        let name: Int
        let count: Int

        init(_ rows: [TopicsState.Row]) {
            name = min(24, rows.widest { $0.name })
            count = rows.widest { $0.count }
        }
    }

    /// Returns the number of rows for the topics, the text below them, the keys and the line for text.
    func height(of state: TopicsState, in area: Rect) -> Int {
        OverlayLines.height(of: state.rows.count + notes(of: state, in: area).count + 1, in: area)
    }

    func draw(_ state: TopicsState, input: InputLine, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let notes = notes(of: state, in: area)
        let rows = state.rows
        // With the cursor on the last row, the notes below it are scrolled into view as well.
        let isLast = state.cursor == rows.count - 1 && notes.count < area.height - 4
        OverlayLines(appearance: appearance)
            .draw(
                rows.count + notes.count, cursor: state.cursor + (isLast ? notes.count : 0),
                selected: rows.isEmpty ? nil : state.cursor, footer: footer(of: state, columns: area.width - 1),
                in: area, of: &buffer
            ) { index in
                index < rows.count ? line(rows[index], in: area).clicked(.row(index)) : notes[index - rows.count]
            }
        let label = state.prompt.map { InputLabel.question($0.question) } ?? .sign(localizer(.topicsPrompt))
        return lists.drawInput(input, label, hints: [], in: area, of: &buffer)
    }

    /// Returns the text below the rows: a hint, an error of the query, or the explanation of a new topic that is too long for
    /// its row.
    private func notes(of state: TopicsState, in area: Rect) -> [TextLine] {
        let hint: [TextLine] =
            switch state.hint {
            case .noTopics(let text): sheetText(text, .dim, in: area)
            case .wrong(let error): sheetText("\(glyphs.warning) \(error)", .warning, in: area)
            case nil: []
            }
        guard let row = state.rows.last, isExplainedBelow(row, in: area) else { return hint }
        return hint + sheetText(row.explanation, .dim, in: area)
    }

    /// Returns the keys of the row under the cursor and the combination of the chosen topics, or the keys of the line for a
    /// name.
    private func footer(of state: TopicsState, columns: Int) -> TextLine {
        let combination = state.combination.map { "   \($0)" } ?? ""
        let room = columns - 1 - TextWidth.width(of: combination)
        return TextLine(" ", theme[.modal])
            + TextLine.hints(hints(of: state), columns: room, theme: theme, on: .modal)
            + TextLine(combination, theme.style(.dim, over: .modal))
    }

    /// Returns the keys of the row under the cursor, or of the line for a name.
    func hints(of state: TopicsState) -> [KeyHint] {
        guard state.prompt == nil else { return lists.answerHints }
        let ofRow: [KeyHint] =
            switch state.rows.element(at: state.cursor)?.kind {
            case .all: [appearance.hint(.named(.enter), .topicsAll)]
            case .topic:
                [
                    appearance.hint(.named(.enter), .topicsOnlyThis), appearance.hint(.named(.tab), .topicsThisToo),
                    appearance.hint(.control("t"), .topicsPin), appearance.hint(.control("r"), .topicsRename),
                    appearance.hint(.control("x"), .topicsRemove),
                ]
            case .make: [appearance.hint(.named(.enter), .topicsCreate)]
            case nil: []
            }
        return ofRow + [appearance.hint(.named(.escape), .onboardingBack)]
    }

    /// Returns true for the row of a new topic if its explanation is too long for it.
    private func isExplainedBelow(_ row: TopicsState.Row, in area: Rect) -> Bool {
        row.kind == .make && line(row).width > area.width - 1
    }

    private func line(_ row: TopicsState.Row, in area: Rect) -> TextLine {
        guard isExplainedBelow(row, in: area) else { return line(row) }
        var short = row
        short.explanation = ""
        return line(short)
    }

    private func line(_ row: TopicsState.Row) -> TextLine {
        var line = TextLine(" ", theme[.modal])
        line.append(row.isChosen ? glyphs.filterOn : " ", theme.style(.ok, over: .modal))
        line.append(row.key.map { " \($0) " } ?? "   ", theme.style(.faint, over: .modal))
        line.append(
            row.kind == .make ? "+ \(row.name)" : glyphs.cut(row.name, to: widths.name),
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
