import Coordinators
import Localization
import TerminalKit
import ViewModels

/// Controls the list of actions on a post.
final class ActsController: ListController<ActsViewModel>, ScreenController, ListScrolling, ActionSending {
    let contexts: [KeyContext] = [.acts, .list, .everywhere]

    /// The comment of a report while it is written.
    private var line: InputLine?

    var isTyping: Bool { isAsking || line != nil }
    var isAsking: Bool { model.state.question != nil }

    var cursor: Int { model.state.cursor }
    var transcript: Transcript { Transcript(model.state, line: line, localizer: ui.appearance.localizer) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        ActsScreen(lists: ui.lists(contexts))
            .draw(model.state, line: line, in: area, of: &buffer)
    }

    func type(_ key: Key) -> Bool {
        guard line != nil else {
            model.send(.confirm(ui.confirms(key)))
            return true
        }
        switch key {
        case .named(.enter): model.send(.report(line?.text ?? ""))
        case .named(.escape): model.send(.report(nil))
        default: return line?.handle(key) ?? false
        }
        return true
    }

    func paste(_ pasted: String) -> Bool {
        guard line != nil else { return false }
        line?.insert(pasted)
        return true
    }

    func stateChanged() {
        let isOpen = model.state.prompt != nil
        if isOpen != (line != nil) { line = isOpen ? InputLine() : nil }
    }

    private typealias Row = CommandRow<ActsController>

    nonisolated static let commands = CommandGroup(
        .acts,
        [Row(.open, ["enter", "space"], hint: true, sends: .open)])
}
