import EngineConcepts
import Localization
import TerminalKit
import ViewModels

extension Transcript {
    /// Creates the transcript of an outline: each post with its level and its replies.
    init(_ state: OutlineState, localizer: Localizer) {
        self.init(location: Location(name: state.title, details: state.summary))
        switch state.body {
        case .words(let text): notices = [text]
        case .notice(let title, let hints), .failure(let title, let hints): notices = [title] + hints
        case .content: break
        }
        if let question = state.question { notices.append(question) }
        item = state.current.map { row in
            switch row.content {
            case .post(let ticket):
                var item = Item(ticket, localizer: localizer)
                if row.branch.depth > 0 { item.lines.append(localizer(.threadLevel, .number(row.branch.depth))) }
                if row.isOpened { item.lines.append(localizer(.saidOpened)) }
                if let replies = row.replies {
                    let count = localizer(.threadReplies, .number(replies.count))
                    item.states.append(replies.isCollapsed ? "\(count), \(localizer(.saidFolded))" : count)
                }
                return item
            case .profile(let profile):
                return Item(id: "profile", lines: [profile.name] + profile.spoken, states: [profile.extent])
            case .gap(let gap):
                let activity: String? =
                    switch gap.activity {
                    case .idle(let offer): offer
                    case .running(let text): text
                    case .closed: nil
                    }
                return Item(
                    id: "\(row.id)", lines: [gap.text, gap.cause].compactMap(\.self),
                    states: [activity].compactMap(\.self)
                )
            }
        }
    }
}
