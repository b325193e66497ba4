public import EngineConcepts

/// An action at the source that is chosen from a list.
public nonisolated enum PostAction: Hashable, Sendable {
    case vote
    /// Boost for followers only.
    case boostToFollowers
    /// Boost without public timelines.
    case boostUnlisted
    case pin
    case unpin
    case edit
    /// Delete the post and write it anew.
    case redraft
    case delete
    case person(PersonAction)
    /// Report the post to the moderators.
    case report
    /// An action on all authors who are the same person; one of ``PersonAction/everywhere``.
    case everywhere(PersonAction)

    /// True if a question comes first.
    var isDestructive: Bool {
        switch self {
        case .redraft, .delete, .person(.block): true
        default: false
        }
    }
}

/// A post and what is known of its author, which decide the actions that are offered.
nonisolated struct ActionablePost: Sendable {
    let ticket: Ticket
    let poll: PostPoll?
    /// The actions that the source of the post supports.
    let supported: Set<TicketAction.Kind>
    /// The account that reads the post, or `nil` if there is none.
    var account: PostingAccount?
    /// The authors who are the same person, with the accounts that can act on them. Empty if the author is not linked.
    var authors: [AuthorAccounts] = []
    /// The relation of the account to the author, or `nil` if it is unknown.
    var relation: PersonRelation?
    /// The relations to the ``authors``, in their order, or empty if they are unknown.
    var relations: [PersonRelation?] = []

    var author: Author? { ticket.shownAuthor }

    /// True if the account has written the post.
    var isOwn: Bool { account.map { $0.handle.lowercased() == author?.handle?.lowercased() } ?? false }

    var canVote: Bool { supported.contains(.vote) && poll?.isOpen == true }

    /// The actions to offer, in the order of the list.
    var offers: [PostAction] {
        let offers = isOwn ? ownOffers : othersOffers
        return canVote ? [.vote] + offers : offers
    }

    /// The actions on a post of the account. Every post that can be edited can be written anew.
    private var ownOffers: [PostAction] {
        let isPinned = ticket.source.fields[SourceLayer.PostField.pinned] != nil
        var offers: [PostAction] = []
        if supported.contains(.pin) { offers.append(isPinned ? .unpin : .pin) }
        if supported.contains(.edit) { offers.append(.edit) }
        if supported.isSuperset(of: [.edit, .delete]) { offers.append(.redraft) }
        if supported.contains(.delete) { offers.append(.delete) }
        return offers
    }

    /// The actions on another's post and its author.
    private var othersOffers: [PostAction] {
        let canBoost = supported.contains(.boostTo) && !ticket.body.reactions.contains(.boost)
        var offers: [PostAction] = canBoost ? [.boostToFollowers, .boostUnlisted] : []
        if let account, author?.handle != nil {
            offers += PersonAction.allCases
                .filter { account.personActions.contains($0) && relation?.includes($0) != true }.map(PostAction.person)
            if account.actions.contains(.report) { offers.append(.report) }
        }
        if authors.count > 1, authors.contains(where: { !$0.accounts.isEmpty }) {
            offers += PersonAction.everywhere.filter(appliesSomewhere).map(PostAction.everywhere)
        }
        return offers
    }

    /// Returns true if an action may change the relation of an account to one of the authors.
    private func appliesSomewhere(_ action: PersonAction) -> Bool {
        let reached = zip(authors, relations).filter { !$0.0.accounts.isEmpty }
        return reached.isEmpty || reached.contains { $0.1?.includes(action) != true }
    }
}

nonisolated extension PersonAction {
    /// The actions that can be performed on all authors who are the same person, in the order of the list.
    static let everywhere: [PersonAction] = [.follow, .unfollow, .mute, .unmute]
}
