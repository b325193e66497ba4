/// An action on a ticket at its source. Reactions come in pairs that undo each other; actions that create something
/// have no opposite.
public enum TicketAction: Hashable, Sendable, Codable {
    case like
    case unlike
    case boost
    /// Boost for these people only.
    case boostTo(PostDraft.Visibility)
    case unboost
    case bookmark
    case unbookmark
    /// Reply with this text.
    case reply(String)
    /// Publish a post that quotes the ticket.
    case quote(PostDraft)
    /// Replace the content of the user's own post.
    case edit(PostDraft)
    /// Delete the user's own post.
    case delete
    /// Vote for the options with these indexes, counted from 0.
    case vote([Int])
    /// Pin the user's own post to the profile.
    case pin
    case unpin

    /// The kind of an action. Suppliers list the kinds that they support.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case like
        case unlike
        case boost
        case boostTo
        case unboost
        case bookmark
        case unbookmark
        case reply
        case quote
        case edit
        case delete
        case vote
        case pin
        case unpin
    }

    public var kind: Kind {
        switch self {
        case .like: .like
        case .unlike: .unlike
        case .boost: .boost
        case .boostTo: .boostTo
        case .unboost: .unboost
        case .bookmark: .bookmark
        case .unbookmark: .unbookmark
        case .reply: .reply
        case .quote: .quote
        case .edit: .edit
        case .delete: .delete
        case .vote: .vote
        case .pin: .pin
        case .unpin: .unpin
        }
    }

    /// The reaction that the action adds or removes, or `nil` if it does something else.
    public var reaction: Reaction? {
        switch self {
        case .like, .unlike: .like
        case .boost, .boostTo, .unboost: .boost
        case .bookmark, .unbookmark: .bookmark
        case .reply, .quote, .edit, .delete, .vote, .pin, .unpin: nil
        }
    }

    /// True if the action undoes another one, as `unlike` undoes `like`.
    public var takesBack: Bool {
        switch self {
        case .unlike, .unboost, .unbookmark, .unpin: true
        case .like, .boost, .boostTo, .bookmark, .reply, .quote, .edit, .delete, .vote, .pin: false
        }
    }

    /// True if the action creates a post.
    public var createsPost: Bool {
        switch self {
        case .reply, .quote: true
        case .like, .unlike, .boost, .boostTo, .unboost, .bookmark, .unbookmark, .edit, .delete, .vote, .pin, .unpin:
            false
        }
    }

    /// The switch that the action sets, or `nil` if it sets none.
    public var toggle: ActionToggle? {
        switch self {
        case .pin, .unpin: ActionToggle(name: Kind.pin.rawValue, isOn: self == .pin)
        default: reaction.map { ActionToggle(name: $0.rawValue, isOn: !takesBack) }
        }
    }

    /// Creates the action that adds or removes a reaction.
    public init(_ reaction: Reaction, takesBack: Bool) {
        self =
            switch (reaction, takesBack) {
            case (.like, false): .like
            case (.like, true): .unlike
            case (.boost, false): .boost
            case (.boost, true): .unboost
            case (.bookmark, false): .bookmark
            case (.bookmark, true): .unbookmark
            }
    }

    /// The action that undoes this one, or `nil` if there is none.
    public var opposite: TicketAction? {
        switch self {
        case .pin: .unpin
        case .unpin: .pin
        default: reaction.map { TicketAction($0, takesBack: !takesBack) }
        }
    }

    /// Returns the ticket as it is after this action. Applying the same action twice has no further effect. A count
    /// that the source does not report stays `nil`.
    public func applied(to ticket: Ticket) -> Ticket {
        if let reaction, ticket.body.reactions.contains(reaction) != takesBack { return ticket }
        return ticket.changingBody { body in
            if let reaction { body.reactions.formSymmetricDifference([reaction]) }
            let step = takesBack ? -1 : 1
            switch self {
            case .like, .unlike: body.counts.likes = body.counts.likes.map { max(0, $0.adding(saturating: step)) }
            case .boost, .boostTo, .unboost:
                body.counts.boosts = body.counts.boosts.map { max(0, $0.adding(saturating: step)) }
            case .reply: body.counts.replies = body.counts.replies.map { $0.adding(saturating: step) }
            case .edit(let draft):
                body.text = .plain(draft.text)
                body.contentWarning = draft.contentWarning
            case .bookmark, .unbookmark, .quote, .delete, .vote, .pin, .unpin: break
            }
        }
    }
}
