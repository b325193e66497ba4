import EngineConcepts
import Localization
import TerminalKit
import ViewModels

nonisolated extension Transcript {
    init(_ state: ComposeState, line: InputLine?, localizer: Localizer) {
        self.init(location: Location(name: state.title, details: state.account, readsDetailsOnce: true))
        if let post = state.referencedPost { once = ["\(post.author): \(post.text)"] }
        let parts = [state.notice, state.visibility, state.warning, state.schedule]
            .compactMap(\.self).filter { !$0.isEmpty }
        notices = parts + state.media.map { "\($0.name): \($0.description ?? localizer(.composeNoDescription))" }
        if let cursor = state.accountCursor, state.accounts.indices.contains(cursor) {
            let account = state.accounts[cursor]
            item = Item(
                id: account.id.rawValue, lines: [account.handle],
                states: account.isChosen ? [localizer(.saidOn)] : [])
        }
        for account in state.accounts where account.isChosen {
            let parts = [account.posts].compactMap(\.self) + account.warnings
            if !parts.isEmpty { notices.append("\(account.handle): \(parts.joined(separator: " "))") }
        }
        if let completions = state.completions { notices.append(completions.words.joined(separator: ", ")) }
        if let open = state.line {
            self.line = Line(prompt: open.prompt, text: line?.text ?? "")
        } else {
            self.line = Line(prompt: state.title, text: state.text)
        }
    }
}
