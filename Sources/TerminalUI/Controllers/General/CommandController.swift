import Coordinators
import TerminalKit
import ViewModels

/// The command line, on top of any screen.
final class CommandController: ModelController<CommandLineViewModel>, SheetController, RowChoosing {
    var input: InputLine

    /// The program, which runs the commands.
    private weak var host: (any CommandHost)?

    init(model: CommandLineViewModel, ui: UIState, host: any CommandHost) {
        self.host = host
        input = InputLine(model.state.text, history: ui.histories[.commands])
        super.init(model: model, ui: ui)
        model.onOutput = { [weak self] output in
            switch output {
            case .run(let name, let argument): self?.run(Command(rawValue: name), argument)
            }
        }
    }

    /// Removes the command line and runs a command, or shows why that does not take its argument.
    private func run(_ command: Command, _ argument: String) {
        guard let host else { return }
        if let reason = host.refusal(by: command, of: argument) { return send(.refuse(reason)) }
        ui.remember(input.text, as: .commands)
        close()
        host.performTyped(command, argument: argument)
    }

    private func close() { host?.flow?.back() }
    var transcript: Transcript { Transcript(model.state, input: input, localizer: localizer) }
    var drawing: CommandScreen { CommandScreen(lists: ui.lists(contexts)) }
    var promptHints: [KeyHint] { drawing.hints(for: input) }

    func type(_ key: Key) -> Bool {
        switch key {
        case .named(.enter):
            if input.text.isEmpty { close() } else { send(.submit) }
        case .named(.escape): close()
        case .named(.backspace) where input.text.isEmpty: close()
        case .named(.tab), .named(.down): complete(.complete(1))
        case Key(.named(.tab), .shift): complete(.complete(-1))
        // Up recalls the history until a match is selected with Tab or Down.
        case .named(.up): if model.state.selected != nil || !edit(key) { complete(.complete(-1)) }
        default: return edit(key)
        }
        return true
    }

    func lineChanged(to text: String) { send(.type(text)) }

    func choose(row index: Int) { complete(.choose(index)) }

    private func complete(_ action: CommandLineViewModel.Action) {
        send(action)
        input.replace(with: model.state.text)
    }
}
