import TerminalKit
import ViewModels

/// The drawing of the editor of a rule at the bottom of another screen: first the choice of its subject, then the rule, its
/// effect and the matching tickets.
struct RuleEditorScreen: SheetDrawing {
    let lists: ListDrawing

    /// Returns the number of rows for the question or the rule, the keys and the line for text.
    func height(of state: RuleEditorState, in area: Rect) -> Int {
        OverlayLines.height(
            of: state.suggestions.map { question(in: area).count + $0.count + 1 } ?? lines(of: state, in: area).count,
            in: area)
    }

    func draw(_ state: RuleEditorState, input: InputLine, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        if let suggestions = state.suggestions {
            return drawQuestion(suggestions, of: state, input: input, in: area, of: &buffer)
        }
        OverlayLines(appearance: appearance).draw(lines(of: state, in: area), in: area, of: &buffer)
        if let prompt = state.prompt {
            return lists.drawInput(input, .question(prompt.question), hints: [], in: area, of: &buffer)
        }
        let label = InputLabel.sign(localizer(.rulePrompt))
        guard state.isQuery else {
            lists.drawInput(InputLine(state.query.explanation), label, in: area, of: &buffer)
            return nil
        }
        return lists.drawInput(input, label, in: area, of: &buffer)
    }

    /// Returns the lines of the rule. A long explanation leaves room for fewer matching tickets.
    private func lines(of state: RuleEditorState, in area: Rect) -> [TextLine] {
        let isWarning = state.query.isWrong || state.refusal != nil
        let explanation = sheetText(
            "\(isWarning ? "\(glyphs.warning) " : "")\(state.refusal ?? state.query.explanation)",
            isWarning ? .warning : .dim, in: area)
        var lines = [heading(state, columns: area.width)] + explanation
        if let preview = state.preview {
            lines.append(TextLine(" \(preview.result)", theme.style(.title, over: .modal)))
            lines += preview.samples.prefix(max(0, min(10, area.height / 2 - 3 - explanation.count)))
                .map { appearance.line(of: $0, sourceColumns: area.width >= 90 ? 16 : 0) }
        }
        lines.append(footer(state, columns: area.width))
        return lines
    }

    /// Returns the title, the name and the choices of the rule. Without room for all, the title is left out.
    private func heading(_ state: RuleEditorState, columns: Int) -> TextLine {
        let whole = heading(state, title: " \(state.title) ")
        return whole.width < columns ? whole : heading(state, title: "")
    }

    private func heading(_ state: RuleEditorState, title: String) -> TextLine {
        var line = TextLine(title, theme.style(.title, over: .modal))
        if let name = state.name { line.append(" \(name) ", theme.style(.text, over: .modal)) }
        for part in [state.effect, state.scope, state.term] {
            line.append("  ", theme[.modal])
            line.append(" \(part) ", theme[.tabActive])
        }
        return line
    }

    /// Returns the keys of the suggestions, of the rule, or of the line for its name.
    func hints(of state: RuleEditorState) -> [KeyHint] {
        if state.prompt != nil { return lists.answerHints }
        if state.suggestions != nil {
            return [appearance.hint(.named(.enter), .ruleKeyChoose), appearance.hint(.named(.escape), .hintBack)]
        }
        return [
            appearance.hint(.named(.enter), .ruleKeyKeep), appearance.hint(.named(.tab), .ruleKeyEffect),
            appearance.hint(.control("s"), .ruleKeyScope), appearance.hint(.control("t"), .ruleKeyTerm),
            appearance.hint(.control("r"), .ruleKeyName),
            appearance.hint(.named(.escape), .hintBack),
        ]
    }

    private func footer(_ state: RuleEditorState, columns: Int) -> TextLine {
        TextLine(" ", theme[.modal]) + TextLine.hints(hints(of: state), columns: columns - 2, theme: theme, on: .modal)
    }

    private func drawQuestion(
        _ suggestions: [RuleSuggestion], of state: RuleEditorState, input: InputLine, in area: Rect,
        of buffer: inout CellBuffer
    ) -> Point {
        let cursor = state.cursor
        let name = suggestions.widest { $0.name }
        let lines = suggestions.enumerated()
            .map { index, suggestion in
                var line = TextLine("  \(suggestion.name) ", theme[.modal])
                line.pad(to: name + 5)
                line.append(suggestion.text, theme.style(.title, over: .modal))
                return line.clicked(.row(index))
            }
        let question = question(in: area)
        let all = question + lines
        let selected = question.count + cursor
        OverlayLines(appearance: appearance)
            .draw(
                all.count, cursor: selected, selected: selected, footer: footer(state, columns: area.width), in: area,
                of: &buffer
            ) { all[$0] }
        return lists.drawInput(input, .sign(localizer(.rulePrompt)), in: area, of: &buffer)
    }

    private func question(in area: Rect) -> [TextLine] { sheetText(localizer(.ruleQuestion), .title, in: area) }
}
