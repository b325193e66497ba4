import Coordinators
import TerminalKit
import ViewModels

/// Controls the list of accounts.
final class AccountsController: ListController<AccountsViewModel>, ScreenController, ListScrolling, ActionSending {
    var contexts: [KeyContext] {
        model.state.signIn == nil ? [.accounts, .list, .everywhere] : [.signIn, .everywhere]
    }

    private var input: InputLine?
    /// The prompt that ``input`` belongs to.
    private var prompt: TextPrompt?

    var isTyping: Bool { input != nil || isAsking }
    var isAsking: Bool { model.state.question != nil }
    var holdsDraft: Bool { input != nil || model.state.signIn != nil }

    var transcript: Transcript { Transcript(model.state, input: input) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        AccountsScreen(lists: ui.lists(contexts))
            .draw(model.state, input: input, in: area, of: &buffer)
    }

    func stateChanged() {
        guard model.state.prompt != prompt else { return }
        prompt = model.state.prompt
        input = prompt?.line(ui.histories)
    }

    func type(_ key: Key) -> Bool {
        if isAsking {
            model.send(.confirm(key.typed == "y"))
            return true
        }
        switch key {
        case .named(.enter):
            if let history = prompt?.history { ui.remember(input?.text ?? "", as: history) }
            model.send(.submit(input?.text ?? ""))
        case .named(.escape), .control("c"): model.send(.cancelPrompt)
        default: return input?.handle(key) ?? false
        }
        return true
    }

    func paste(_ text: String) -> Bool {
        if input == nil, model.state.signIn != nil { model.send(.askForAnswer) }
        guard input != nil else { return false }
        input?.insert(text)
        return true
    }

    var cursor: Int { model.state.cursor }

    func scroll(_ movement: PageScroll.Movement) {
        model.send(.move(movement.steps(page: height)))
    }

    private typealias Row = CommandRow<AccountsController>

    nonisolated static let commands = CommandGroup(
        .accounts,
        [
            Row("sign-in", ["a"], hint: true, sends: .askForServer),
            Row("follow-timelines", ["enter"], hint: true, sends: .follow),
            Row("sign-in-again", ["s"], hint: true, sends: .signInAgain),
            Row("check-account", ["c"], hint: true, sends: .check),
            Row("remove-account", ["D"], hint: true, sends: .remove),
        ])

    /// The commands while a sign-in waits.
    nonisolated static let signInCommands = CommandGroup(
        .signIn,
        [
            Row("open-sign-in", ["o"], hint: true, sends: .openPage),
            Row("copy-sign-in", ["y"], hint: true, sends: .copyPage),
            Row("paste-answer", ["v"], hint: true, sends: .askForAnswer),
            Row("cancel-sign-in", ["escape"], hint: true, sends: .cancelSignIn),
        ])
}
