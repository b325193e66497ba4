import EngineConcepts
import FeedParsing

/// An account of Bluesky as the sender of posts and of actions on people.
struct BlueskyClient: SocialClient {
    let server: BlueskyServer
    let account: Account

    /// Posts, whose keys a repetition chooses again.
    var accountActions: [AccountAction.Kind: ActionRepetition] { [.post: .safe] }

    /// Returns the rules of the network, which are the same at every server.
    func rules(now: Timestamp) async throws(SupplierError) -> PostRules {
        PostRules(
            counting: .graphemes, maximumLength: 300, maximumMedia: BlueskyPostSender.maximumMedia,
            audiences: [.everyone],
            warnings: BlueskyPostSender.warnings.sorted(), takesPolls: false,
            mediaEndings: BlueskyPostSender.imageEndings)
    }

    func person(named handle: String, now: Timestamp) async throws(SupplierError) -> Person {
        let bare = handle.withoutAtSign
        guard let person = ATIdentifier(bare) else { throw server.personNotFound("@\(bare)") }
        let profile = try await server.profile(of: person.text, now: now)
        return Person(account: id, id: profile.did, handle: profile.name)
    }

    func relation(to person: Person, now: Timestamp) async throws(SupplierError) -> PersonRelation {
        let own = try await server.ownDID(now: now)
        let relation = try await server.profile(of: person.id, now: now).relation(of: own)
        guard case .other(var ties) = relation else { return relation }
        // Views show a change only after a moment.
        if ties.following == .notFollowing, try await has(.follow, on: person, now) { ties.following = .following }
        if !ties.isBlocked { ties.isBlocked = try await has(.block, on: person, now) }
        return .other(ties)
    }

    private func has(
        _ collection: BlueskyCollection, on person: Person, _ now: Timestamp
    ) async throws(SupplierError) -> Bool {
        try await server.newestRecord(in: collection, about: person.id, now: now) != nil
    }

    func handle(for key: AuthorKey) -> String? { key.did ?? (key.isFederated ? nil : key.handle) }

    func carryOut(_ request: ActionRequest<PersonAction>, on person: Person) async throws(ActionFailure) {
        let id = person.id
        switch request.action {
        case .follow:
            let known = try await relationship(to: person, now: request.now).following
            try await server.addRecord(in: .follow, about: .text(id), known: known, request)
        case .unfollow:
            let known = try await relationship(to: person, now: request.now).following
            try await server.deleteRecord(in: .follow, about: id, known: known, now: request.now)
        case .block:
            let known = try await relationship(to: person, now: request.now).blocking
            try await server.addRecord(in: .block, about: .text(id), known: known, request)
        case .unblock:
            let known = try await relationship(to: person, now: request.now).blocking
            try await server.deleteRecord(in: .block, about: id, known: known, now: request.now)
        case .mute: try await server.call("app.bsky.graph.muteActor", ["actor": .text(id)], now: request.now)
        case .unmute: try await server.call("app.bsky.graph.unmuteActor", ["actor": .text(id)], now: request.now)
        }
    }

    /// Returns the account's records about a person.
    private func relationship(to person: Person, now: Timestamp) async throws(ActionFailure) -> BlueskyRelationship {
        try await server.prepare { () throws(SupplierError) in
            try await server.profile(of: person.id, now: now).viewer
        }
    }

    func carryOut(_ request: ActionRequest<AccountAction>) async throws(ActionFailure) -> SourceItem? {
        switch request.action {
        case .report: throw ActionFailure(outcome: .refused(.unsupportedAction(of: name)))
        case .post(let draft):
            let created = try await BlueskyPostSender(draft, for: request, at: server).publish()
            return await created.item(of: account.id, at: server, now: request.now)
        }
    }
}
