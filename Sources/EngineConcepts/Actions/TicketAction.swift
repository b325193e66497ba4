/// An action on a ticket at its source. Reactions come in pairs that undo each other; actions that create something
/// have no opposite.
public enum TicketAction: Hashable, Sendable, Codable {
    case like
    case unlike
    case boost
    case unboost
    case bookmark
    case unbookmark
    /// Reply with this text.
    case reply(String)

    /// The kind of an action. Suppliers list the kinds that they support.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case like
        case unlike
        case boost
        case unboost
        case bookmark
        case unbookmark
        case reply
    }

    public var kind: Kind {
        switch self {
        case .like: .like
        case .unlike: .unlike
        case .boost: .boost
        case .unboost: .unboost
        case .bookmark: .bookmark
        case .unbookmark: .unbookmark
        case .reply: .reply
        }
    }

    /// The reaction that the action adds or removes, or `nil` if it creates something.
    public var reaction: Reaction? {
        switch self {
        case .like, .unlike: .like
        case .boost, .unboost: .boost
        case .bookmark, .unbookmark: .bookmark
        case .reply: nil
        }
    }

    /// True if the action removes a reaction.
    public var takesBack: Bool {
        switch self {
        case .unlike, .unboost, .unbookmark: true
        case .like, .boost, .bookmark, .reply: false
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
        reaction.map { TicketAction($0, takesBack: !takesBack) }
    }

    /// Returns the ticket as it is after this action. Applying the same action twice has no further effect. A count
    /// that the source does not report stays `nil`.
    public func applied(to ticket: Ticket) -> Ticket {
        var body = ticket.body
        if let reaction {
            guard body.reactions.contains(reaction) == takesBack else { return ticket }
            body.reactions.formSymmetricDifference([reaction])
        }
        let step = takesBack ? -1 : 1
        switch kind {
        case .like, .unlike: body.counts.likes = body.counts.likes.map { max(0, $0.adding(saturating: step)) }
        case .boost, .unboost: body.counts.boosts = body.counts.boosts.map { max(0, $0.adding(saturating: step)) }
        case .reply: body.counts.replies = body.counts.replies.map { $0.adding(saturating: step) }
        case .bookmark, .unbookmark: break
        }
        return Ticket(
            key: ticket.key, shownTime: ticket.shownTime, editTime: ticket.editTime,
            timeIsAssumed: ticket.timeIsAssumed, body: body, source: ticket.source)
    }
}
