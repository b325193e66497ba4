import Coordinators
import TerminalKit
import ViewModels

/// Controls the help; a slash filters the keys.
final class HelpController: ModelController<HelpViewModel>, TextSearching, TextWrapping {
    let contexts = KeyContext.help.screenContexts
    var searchLine: InputLine?
    var transcript: Transcript { Transcript(model.state, input: line, localizer: localizer) }
    private var drawing: HelpScreen { HelpScreen(lists: ui.lists(contexts, without: [.help])) }
    var parts: [HelpSection] { model.state.sections }
    var wrapped = WrappedLines<HelpSection>()
    func wrap(_ parts: [HelpSection], width: Int) -> [TextLine] { drawing.lines(of: parts, width: width) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        drawing.draw(model.state, lines: lines(in: area), input: line, in: area, of: &buffer)
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
