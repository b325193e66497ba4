import Coordinators
import TerminalKit
import ViewModels

/// Controls the list of accounts.
final class AccountsController: ListController<AccountsViewModel>, PromptAnswering, ListScrolling {
    var contexts: [KeyContext] { (model.state.signIn == nil ? KeyContext.accounts : .signIn).screenContexts }
    var prompt: TextPrompt? { model.state.prompt }
    var promptLine = PromptLine()
    var question: String? { model.state.question }
    let isLeftWhileLoading = true
    var holdsDraft: Bool { promptLine.input != nil || model.state.signIn != nil }
    var transcript: Transcript { Transcript(model.state, input: line, localizer: localizer) }

    func draw(in area: Rect, of buffer: inout CellBuffer) -> Point? {
        let isEmpty = model.state.rows?.isEmpty == true
        let impossible: Set<Command> =
            isEmpty ? ["follow-timelines", "sign-in-again", "check-account", "remove-account"] : []
        return AccountsScreen(lists: ui.lists(contexts, without: impossible))
            .draw(model.state, input: line, in: area, of: &buffer)
    }

    func paste(_ text: String) -> Bool {
        if line == nil, model.state.signIn != nil { send(.askForAnswer) }
        guard line != nil else { return false }
        changeLine { $0.insert(text) }
        return true
    }

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
