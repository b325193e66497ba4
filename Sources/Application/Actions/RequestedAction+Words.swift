package import EngineConcepts

extension RequestedAction {
    /// The action and its target in words for users: in English the same as ``description``.
    package var words: Message {
        switch self {
        case .ticket(let action, let ticket): Self.words(of: action.kind, ["target": "\(ticket)"])
        case .person(let action, let person): Self.words(of: action, ["target": .text(person.handle ?? person.id)])
        case .account(let action, let account): Self.words(of: action.kind, ["target": "\(account)"])
        }
    }

    private static func words(of kind: TicketAction.Kind, _ target: [String: Message.Argument]) -> Message {
        switch kind {
        case .like: Message("sentLike", target)
        case .unlike: Message("sentUnlike", target)
        case .boost, .boostTo: Message("sentBoost", target)
        case .unboost: Message("sentUnboost", target)
        case .bookmark: Message("sentBookmark", target)
        case .unbookmark: Message("sentUnbookmark", target)
        case .reply: Message("sentReply", target)
        case .quote: Message("sentQuote", target)
        case .edit: Message("sentEdit", target)
        case .delete: Message("sentDelete", target)
        case .vote: Message("sentVote", target)
        case .pin: Message("sentPin", target)
        case .unpin: Message("sentUnpin", target)
        }
    }

    private static func words(of action: PersonAction, _ target: [String: Message.Argument]) -> Message {
        switch action {
        case .follow: Message("sentFollow", target)
        case .unfollow: Message("sentUnfollow", target)
        case .mute: Message("sentMute", target)
        case .unmute: Message("sentUnmute", target)
        case .block: Message("sentBlock", target)
        case .unblock: Message("sentUnblock", target)
        }
    }

    private static func words(of kind: AccountAction.Kind, _ target: [String: Message.Argument]) -> Message {
        switch kind {
        case .post: Message("sentPost", target)
        case .report: Message("sentReport", target)
        }
    }
}
