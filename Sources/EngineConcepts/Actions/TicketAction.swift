/// What a reader says to a ticket at its source, once at most, and can take back.
public enum Reaction: String, Hashable, Sendable, Codable, CaseIterable {
    /// Likes it.
    case like
    /// Passes it on.
    case boost
    /// Keeps it.
    case bookmark
}

/// What a reader can do to a ticket at its source. Reactions come in pairs that undo each other; what creates something
/// has no opposite.
public enum TicketAction: Hashable, Sendable, Codable {
    /// Say that one likes it.
    case like
    /// Take that back.
    case unlike
    /// Pass it on.
    case boost
    /// Take that back.
    case unboost
    /// Keep it.
    case bookmark
    /// Take that back.
    case unbookmark
    /// Answer it with this text.
    case reply(String)

    /// What kind of action it is: what suppliers say that they can do.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Say that one likes it.
        case like
        /// Take that back.
        case unlike
        /// Pass it on.
        case boost
        /// Take that back.
        case unboost
        /// Keep it.
        case bookmark
        /// Take that back.
        case unbookmark
        /// Answer it.
        case reply
    }

    /// What kind of action it is.
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

    /// The reaction that it gives or takes back; nil where it creates something.
    public var reaction: Reaction? {
        switch self {
        case .like, .unlike: .like
        case .boost, .unboost: .boost
        case .bookmark, .unbookmark: .bookmark
        case .reply: nil
        }
    }

    /// Whether it takes a reaction back.
    public var takesBack: Bool {
        switch self {
        case .unlike, .unboost, .unbookmark: true
        case .like, .boost, .bookmark, .reply: false
        }
    }

    /// The action that gives a reaction, or takes it back.
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

    /// The action that undoes it; nil where nothing does.
    public var opposite: TicketAction? {
        reaction.map { TicketAction($0, takesBack: !takesBack) }
    }

    /// The ticket as it is once this was done. A reaction that stands already changes nothing, so that applying an
    /// action twice is the same as once; a count that the source does not tell stays untold.
    public func applied(to ticket: Ticket) -> Ticket {
        var body = ticket.body
        if let reaction {
            guard body.reactions.contains(reaction) == takesBack else { return ticket }
            body.reactions.formSymmetricDifference([reaction])
        }
        let step = takesBack ? -1 : 1
        switch kind {
        case .like, .unlike: body.counts.likes = body.counts.likes.map { max(0, $0 + step) }
        case .boost, .unboost: body.counts.boosts = body.counts.boosts.map { max(0, $0 + step) }
        case .reply: body.counts.replies = body.counts.replies.map { $0 + step }
        case .bookmark, .unbookmark: break
        }
        return Ticket(
            key: ticket.key, shownTime: ticket.shownTime, editTime: ticket.editTime,
            timeIsAssumed: ticket.timeIsAssumed, body: body, source: ticket.source)
    }
}
