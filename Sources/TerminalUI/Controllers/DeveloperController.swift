import Coordinators
import TerminalDriver
import TerminalKit
import ViewModels

/// Controls the developer section; a slash filters the lines of the log.
final class DeveloperController: ScreenController, Scrolling, ActionSending {
    let contexts: [KeyContext] = [.developer, .list, .everywhere]

    private let model: DeveloperViewModel
    private let ui: UIContext
    private var line = FilterLine()
    private var width = 80
    /// The lines of the last layout with their inputs. A log is long, and most frames do not change it.
    private var whole: (rows: [DeveloperState.Row], width: Int, lines: [TextLine])?

    init(model: DeveloperViewModel, ui: UIContext) {
        self.model = model
        self.ui = ui
        model.measure = { [weak self] in self?.lines(of: $0).count ?? 0 }
    }

    var isTyping: Bool { line.input != nil }

    private func lines(of state: DeveloperState) -> [TextLine] {
        if let whole, whole.width == width, whole.rows == state.rows { return whole.lines }
        let lines = DeveloperScreen(appearance: ui.appearance, lists: ui.lists(contexts))
            .wholeLines(of: state, width: width)
        whole = (state.rows, width, lines)
        return lines
    }

    var transcript: Transcript { Transcript(model.state, input: line.input) }

    func place(in area: Rect) {
        let lines = DeveloperScreen.lines(of: area)
        width = lines.width - 1
        model.send(.resize(height: lines.height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        DeveloperScreen(appearance: ui.appearance, lists: ui.lists(contexts))
            .draw(
                model.state, whole: model.state.wraps ? lines(of: model.state) : nil, input: line.input, in: area,
                of: &buffer)
    }

    private typealias Row = CommandRow<DeveloperController>

    nonisolated static let commands = CommandGroup(
        .developer,
        [
            Row("next-page", ["tab", "right", "l"], hint: true, sends: .turn(1)),
            Row("previous-page", ["shift-tab", "left", "h"], sends: .turn(-1)),
            Row("search", ["/"], hint: true) { screen, _ in screen.openFilterLine() },
            Row("log-level", ["v"], hint: true) { screen, _ in
                screen.send(.show(.log))
                screen.send(.raiseLevel)
            },
            Row(.open, ["enter"], hint: true, sends: .toggleWhole),
            Row(.refresh, ["r"], sends: .refresh),
            Row(keysOf: "report-problem", ["R"], hint: true),
        ])

    func send(_ action: DeveloperViewModel.Action) {
        model.send(action)
    }

    func scroll(_ movement: PageScroll.Movement) {
        model.send(.scroll(movement))
    }

    private func openFilterLine() {
        model.send(.show(.log))
        line.open(model.state.search)
    }

    func mouse(_ event: MouseEvent, in area: Rect) -> Bool {
        let bar = DeveloperScreen.scrollBar(of: area)
        guard let movement = PageScroll.Movement(event, on: bar, of: model.state.scroll) else { return false }
        model.send(.scroll(movement))
        return true
    }

    func type(_ key: Key) -> Bool {
        line.type(key) { model.send(.search($0)) }
    }

    func paste(_ text: String) -> Bool {
        line.paste(text) { model.send(.search($0)) }
    }
}
