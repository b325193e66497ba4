import TerminalKit
import ViewModels

/// The drawing of the prompt that links an author at the bottom of another screen: the other authors of the person, and
/// what the typed text can become.
struct PersonLinkScreen: SheetDrawing {
    let lists: ListDrawing

    func height(of state: PersonLinkState, in area: Rect) -> Int {
        OverlayLines.height(of: state.identities.count + state.suggestions.count + hint(in: area).count, in: area)
    }

    private func hint(in area: Rect) -> [TextLine] { sheetText(localizer(.personHint), .faint, in: area) }

    func draw(_ state: PersonLinkState, input: InputLine, in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let person = TextLine(" \(glyphs.person) ", theme.style(.accent, over: .modal))
        let linked = state.identities.map { person + TextLine($0, theme.style(.text, over: .modal)) }
        let suggestions = state.suggestions.enumerated()
            .map { index, text in
                let isChosen = index == state.selected
                return TextLine(isChosen ? " \(glyphs.selection) " : "   ", theme.style(.accent, over: .modal))
                    + TextLine(text, theme.style(isChosen ? .accent : .dim, over: .modal))
            }
        OverlayLines(appearance: appearance)
            .draw(
                linked + suggestions + hint(in: area), cursor: state.selected.map { linked.count + $0 } ?? 0, in: area,
                of: &buffer)
        return lists.drawInput(input, .question(state.prompt), in: area, of: &buffer)
    }
}
