import Coordinators
import TerminalKit
import ViewModels

/// The settings on the stack.
final class SettingsController: ScreenController {
    let contexts: [KeyContext] = [.settings, .list, .everywhere]

    private let model: SettingsViewModel
    private let ui: UIContext
    private var input: InputLine?
    private var height = 10

    init(model: SettingsViewModel, ui: UIContext) {
        self.model = model
        self.ui = ui
    }

    var isTyping: Bool { model.state.prompt != nil }

    var transcript: Transcript { Transcript(model.state, input: input) }

    func place(in area: Rect) {
        height = ListScreens.content(of: area).height
    }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        SettingsScreen(appearance: ui.appearance, lists: ui.lists(contexts))
            .draw(model.state, input: input, in: area, of: &buffer)
    }

    /// Updates the list after settings have changed.
    func refresh() {
        model.send(.refresh)
    }

    func perform(_ command: Command, count: Int?) -> Bool {
        switch command {
        case .nextOption: model.send(.change(1))
        case .previousOption: model.send(.change(-1))
        case .editSetting: model.send(.edit)
        case .takeBack: model.send(.takeBack)
        default:
            guard let movement = PageScroll.Movement(command, count: count) else { return false }
            model.send(.move(movement.steps(page: height / 2)))
        }
        input = model.state.prompt.map { InputLine($0.initial) }
        return true
    }

    func type(_ key: Key) -> Bool {
        switch key {
        case .named(.enter): model.send(.submit(input?.text ?? ""))
        case .named(.escape): model.send(.cancelPrompt)
        default: return input?.take(key) ?? false
        }
        input = nil
        return true
    }

    func paste(_ text: String) -> Bool {
        guard isTyping else { return false }
        input?.insert(text)
        return true
    }
}
