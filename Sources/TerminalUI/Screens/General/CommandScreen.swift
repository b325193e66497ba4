import TerminalKit
import ViewModels

/// The drawing of the command line at the bottom of another screen, with the matching commands above it.
struct CommandScreen: SheetDrawing {
    let lists: ListDrawing

    func draw(_ state: CommandLineState, input: InputLine, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let sheet = sheet(of: state, in: area)
        if let failure = state.failure {
            buffer.fill(sheet, style: theme[.modal])
            buffer.put(lines(of: failure, in: area), in: sheet, ellipsis: glyphs.ellipsis)
        } else if !state.matches.isEmpty {
            picker(state).draw(in: sheet, of: &buffer)
        }
        return lists.drawInput(input, .sign(localizer(.commandPrompt)), hints: hints(for: input), in: area, of: &buffer)
    }

    /// Returns the hints. These keys are fixed, because letters are typed into the line.
    func hints(for input: InputLine) -> [KeyHint] {
        var hints = [appearance.hint(.named(.enter), .commandRun), appearance.hint(.named(.tab), .commandComplete)]
        if !input.history.isEmpty { hints.append(appearance.hint(.named(.up), .commandHistory)) }
        return hints + [appearance.hint(.named(.escape), .hintCancel)]
    }

    /// The most matches that are visible at once.
    private static let maximumMatches = 10

    /// Returns the number of rows for the line and what is above it: the matches, or the reason why it cannot be run.
    func height(of state: CommandLineState, in area: Rect) -> Int {
        guard let failure = state.failure else {
            return 1 + max(0, min(state.matches.count, Self.maximumMatches, area.height - 4))
        }
        return 1 + lines(of: failure, in: area).count
    }

    /// Returns the area above the line.
    private func sheet(of state: CommandLineState, in area: Rect) -> Rect {
        var rest = area
        rest.cutBottom(1)
        return rest.cutBottom(height(of: state, in: area) - 1)
    }

    private func lines(of failure: String, in area: Rect) -> [TextLine] {
        sheetText(failure, .warning, in: area, share: 3)
    }

    private func picker(_ state: CommandLineState) -> Picker {
        let rows = state.matches.map { match in
            Picker.Row(match.name + (match.argument.map { " " + $0 } ?? ""), matched: match.matched, detail: match.help)
        }
        return Picker(rows, selected: state.selected, theme: theme, glyphs: glyphs)
    }
}
