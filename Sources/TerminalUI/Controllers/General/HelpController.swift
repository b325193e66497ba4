import Coordinators
import TerminalKit
import ViewModels

/// Controls the help; a slash filters the keys.
final class HelpController: ModelController<HelpViewModel>, TextSearching, PageScrolling, ActionSending {
    let contexts = KeyContext.help.screenContexts
    var line: InputLine?
    var transcript: Transcript { Transcript(model.state, input: line, localizer: ui.appearance.localizer) }
    private var drawing: HelpScreen { HelpScreen(lists: ui.lists(contexts, without: [.help])) }
    /// The area between the bars, or `nil` before the first layout.
    private var content: Rect?
    /// The last lines with what they were made of. They are several hundred, too many to be wrapped for each frame.
    private var laidOut: (sections: [HelpSection], width: Int, appearance: Appearance, lines: [TextLine])?

    func layout(in area: Rect) {
        content = ListDrawing.content(of: area)
        measure()
    }

    func stateChanged() { measure() }

    private func measure() {
        guard let content else { return }
        send(.measure(count: lines(width: content.width).count, height: content.height))
    }

    private func lines(width: Int) -> [TextLine] {
        let sections = model.state.sections
        if let laidOut, laidOut.width == width, laidOut.sections == sections, laidOut.appearance == ui.appearance {
            return laidOut.lines
        }
        let lines = drawing.lines(of: sections, width: width)
        laidOut = (sections, width, ui.appearance, lines)
        return lines
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let lines = lines(width: ListDrawing.content(of: area).width)
        return drawing.draw(model.state, lines: lines, input: line, in: area, of: &buffer)
    }

    nonisolated static let commands = CommandGroup(
        .help,
        [
            Row("search", ["/"], hint: true) { screen, _ in screen.openLine() },
            Row("end-search", ["escape"]) { $0.endSearch($1) },
        ])

    var position: PageScroll { model.state.scroll }
    var searchText: String { model.state.search }
    func search(_ text: String) { send(.search(text)) }
}
