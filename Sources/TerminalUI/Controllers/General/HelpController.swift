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
    /// The sections and the width for which the lines were last counted.
    private var counted: (sections: [HelpSection], width: Int)?
    private var lineCount = 0

    func layout(in area: Rect) {
        content = ListDrawing.content(of: area)
        measure()
    }

    func stateChanged() { measure() }

    private func measure() {
        guard let content else { return }
        if counted.map({ $0.sections != model.state.sections || $0.width != content.width }) ?? true {
            counted = (model.state.sections, content.width)
            lineCount = drawing.lines(of: model.state, width: content.width).count
        }
        send(.measure(count: lineCount, height: content.height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, input: line, in: area, of: &buffer)
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
