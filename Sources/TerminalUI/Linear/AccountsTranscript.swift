import TerminalKit
import ViewModels

nonisolated extension Transcript {
    /// The list of accounts in words.
    init(_ state: AccountsState, input: InputLine?) {
        self.init(place: Place(name: state.title, details: state.summary.isEmpty ? nil : state.summary))
        if let signIn = state.signIn {
            notices = [signIn.title, signIn.address, signIn.hint]
        } else if let row = state.rows?.element(at: state.cursor) {
            let details = [row.kind, row.sources, row.budget].compactMap(\.self)
            item = Item(id: row.id, lines: [row.handle] + details, states: [row.state])
        } else if state.rows != nil {
            notices = [state.emptyText, state.emptyHint]
        }
        notices += [state.progress, state.question].compactMap(\.self)
        if let prompt = state.prompt { line = Line(prompt: prompt.question, text: input?.shownText ?? "") }
    }
}
