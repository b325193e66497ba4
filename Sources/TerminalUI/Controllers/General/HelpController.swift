import Coordinators
import TerminalKit
import ViewModels

/// Controls the help; a slash filters the keys.
final class HelpController: ModelController<HelpViewModel>, TextSearching, PageScrolling, ActionSending {
    let contexts = KeyContext.help.screenContexts
    var line: InputLine?
    var transcript: Transcript { Transcript(model.state, input: line, localizer: ui.appearance.localizer) }
    func layout(in area: Rect) { send(.resize(height: ListDrawing.content(of: area).height)) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        HelpScreen(lists: ui.lists(contexts, without: [.help])).draw(model.state, input: line, in: area, of: &buffer)
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
