import Coordinators
import TerminalKit
import ViewModels

/// Controls the developer section; a slash filters the lines of the log.
final class DeveloperController: ModelController<DeveloperViewModel>, TextSearching, PageScrolling, TabTurning,
    ActionSending
{
    let contexts = KeyContext.developer.screenContexts
    let isLeftWhileLoading = true
    var searchLine: InputLine?
    private var width = 80
    private var wrapped = WrappedLines<DeveloperState.Row>()

    override init(model: DeveloperViewModel, ui: UIState) {
        super.init(model: model, ui: ui)
        model.measure = { [weak self] in self?.lines(of: $0).count ?? 0 }
    }

    private func lines(of state: DeveloperState) -> [TextLine] {
        wrapped.lines(
            of: state.rows, width: width, in: ui.appearance,
            wrap: DeveloperScreen(lists: ui.lists(contexts)).wrappedLines)
    }

    var transcript: Transcript { Transcript(model.state, input: line, localizer: localizer) }

    func layout(in area: Rect) {
        let content = DeveloperScreen.content(of: area)
        width = content.width - 1
        send(.resize(height: content.height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        // Only entries of the log can be wrapped.
        DeveloperScreen(lists: ui.lists(contexts, without: model.state.page == .log ? [] : [.open]))
            .draw(
                model.state, wrappedLines: model.state.wraps ? lines(of: model.state) : nil, input: line, in: area,
                of: &buffer)
    }

    nonisolated static let commands = CommandGroup(
        .developer,
        [
            Row("next-page", ["tab", "right", "l"], hint: true, sends: .turn(1)),
            Row("previous-page", ["shift-tab", "left", "h"], sends: .turn(-1)),
            Row("search", ["/"], hint: true) { screen, _ in
                screen.send(.show(.log))
                screen.openLine()
            },
            Row("end-search", ["escape"]) { $0.endSearch($1) },
            Row("log-level", ["v"], hint: true) { screen, _ in
                screen.send(.show(.log))
                screen.send(.raiseLevel)
            },
            Row(.open, ["enter"], hint: true, sends: .toggleWhole),
            Row(.refresh, ["r"], sends: .refresh),
            Row(bindingOnly: "report-problem", ["R"], hint: true),
        ])

    func turn(to tab: Int) { send(.turn(tab - model.state.page.rawValue)) }

    var position: PageScroll { model.state.scroll }
    func scrollBar(of area: Rect) -> Rect { DeveloperScreen.scrollBar(of: area) }
    var searchText: String { model.state.filter }
    func search(_ text: String) { send(.search(text)) }
}
