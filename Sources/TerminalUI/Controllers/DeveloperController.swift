import Coordinators
import TerminalDriver
import TerminalKit
import ViewModels

/// The developer section on the stack; a slash filters the lines of the log.
final class DeveloperController: ScreenController {
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

    func perform(_ command: Command, count: Int?) -> Bool {
        switch command {
        case .open: model.send(.toggleWhole)
        case .nextPage: model.send(.turn(1))
        case .previousPage: model.send(.turn(-1))
        case .logLevel:
            model.send(.show(.log))
            model.send(.raiseLevel)
        case .search:
            model.send(.show(.log))
            line.open(model.state.search)
        case .refresh: model.send(.refresh)
        default:
            guard let movement = PageScroll.Movement(command, count: count) else { return false }
            model.send(.scroll(movement))
        }
        return true
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

/// The credits on the stack.
final class CreditsController: ScreenController {
    let contexts: [KeyContext] = [.list, .everywhere]

    private let model: CreditsViewModel
    private let ui: UIContext

    init(model: CreditsViewModel, ui: UIContext) {
        self.model = model
        self.ui = ui
    }

    var transcript: Transcript { Transcript(model.state) }

    func place(in area: Rect) {
        model.send(.resize(height: CreditsScreen.lines(of: area).height))
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        CreditsScreen(appearance: ui.appearance, lists: ui.lists(contexts)).draw(model.state, in: area, of: &buffer)
        return nil
    }

    func perform(_ command: Command, count: Int?) -> Bool {
        guard let movement = PageScroll.Movement(command, count: count) else { return false }
        model.send(.scroll(movement))
        return true
    }
}
