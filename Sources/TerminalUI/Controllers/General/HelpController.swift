import Coordinators
import TerminalKit
import ViewModels

/// Controls the help; a slash filters the keys.
final class HelpController: ModelController<HelpViewModel>, TextSearching, PageScrolling, ActionSending {
    let contexts = KeyContext.help.screenContexts
    var searchLine: InputLine?
    var transcript: Transcript { Transcript(model.state, input: line, localizer: localizer) }
    private var drawing: HelpScreen { HelpScreen(lists: ui.lists(contexts, without: [.help])) }
    /// The area between the bars, or `nil` before the first layout.
    private var content: Rect?
    private var wrapped = WrappedLines<HelpSection>()

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
        wrapped.lines(of: model.state.sections, width: width, in: ui.appearance, wrap: drawing.lines)
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
