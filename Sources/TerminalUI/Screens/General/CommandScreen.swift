import TerminalKit
import ViewModels

/// The drawing of the command line at the bottom of another screen, with the matching commands above it.
struct CommandScreen: ListBasedDrawing {
    let lists: ListDrawing

    func draw(_ state: CommandLineState, input: InputLine, in area: Rect, of buffer: inout CellBuffer) -> Point {
        var above = area
        above.cutBottom(1)
        let rest = above.cutBottom(height(of: state, in: area) - 1)
        if let failure = state.failure {
            buffer.fill(rest, style: theme[.modal])
            buffer.put(lines(of: failure, in: area), in: rest, ellipsis: glyphs.ellipsis)
        } else if !state.matches.isEmpty {
            picker(state).draw(in: rest, of: &buffer)
        }
        return lists.drawInput(input, .sign(localizer(.commandPrompt)), hints: hints(for: input), in: area, of: &buffer)
    }

    /// Returns the hints. These keys are fixed, because letters are typed into the line.
    func hints(for input: InputLine) -> [KeyHint] {
        var hints = [appearance.hint(.named(.enter), .commandRun), appearance.hint(.named(.tab), .commandComplete)]
        if !input.history.isEmpty { hints.append(appearance.hint(.named(.up), .commandHistory)) }
        return hints + [appearance.hint(.named(.escape), .hintCancel)]
    }

    /// The number of matches visible at once.
    private static let rows = 10

    /// Returns the number of rows for the line and what is above it: the matches, or the reason why it cannot be run.
    func height(of state: CommandLineState, in area: Rect) -> Int {
        guard let failure = state.failure else {
            return 1 + max(0, min(state.matches.count, Self.rows, area.height - 4))
        }
        return 1 + lines(of: failure, in: area).count
    }

    private func lines(of failure: String, in area: Rect) -> [TextLine] {
        sheetText(failure, .warning, in: area, share: 3)
    }

    private func picker(_ state: CommandLineState) -> Picker {
        let rows = state.matches.map { match in
            Picker.Row(
                match.name + (match.argument.map { " " + $0 } ?? ""), matched: match.matched, detail: match.help)
        }
        return Picker(rows, selected: state.selected, theme: theme, glyphs: glyphs)
    }

    /// Returns the index of the match at a point, for clicks.
    func match(at point: Point, of state: CommandLineState, in area: Rect) -> Int? {
        guard state.failure == nil else { return nil }
        var above = area
        above.cutBottom(1)
        return picker(state).row(at: point, in: above.cutBottom(height(of: state, in: area) - 1))
    }
}
