import TerminalKit
import ViewModels

/// The drawing of the prompt for a note at the bottom of another screen, with the notes of lists above it.
struct NoteScreen: SheetDrawing {
    let lists: ListDrawing

    func height(of state: NoteState, in area: Rect) -> Int {
        OverlayLines.height(of: state.others.count + hint(in: area).count, in: area)
    }

    private func hint(in area: Rect) -> [TextLine] { sheetText(localizer(.noteHint), .faint, in: area) }

    func draw(_ state: NoteState, input: InputLine, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let others = state.others.map { note in
            var line = TextLine(" \(glyphs.note) ", theme.style(.accent, over: .modal))
            line.append(note.line, theme.style(.text, over: .modal))
            if let label = note.label { line.append("  #\(label)", theme.style(.faint, over: .modal)) }
            return line
        }
        OverlayLines(appearance: appearance).draw(others + hint(in: area), in: area, of: &buffer)
        return lists.drawInput(input, .question(state.prompt), in: area, of: &buffer)
    }
}
