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

    func perform(_ request: ActionRequest<PersonAction>, on person: Person) async -> ActionOutcome {
        do throws(ActionFailure) {
            switch request.action {
            case .follow: try await set(.follow, on: person, known: \.following, request: request)
            case .unfollow: try await clear(.follow, on: person, known: \.following, request: request)
            case .block: try await set(.block, on: person, known: \.blocking, request: request)
            case .unblock: try await clear(.block, on: person, known: \.blocking, request: request)
            case .mute:
                try await server.call("app.bsky.graph.muteActor", ["actor": .text(person.id)], now: request.now)
            case .unmute:
                try await server.call("app.bsky.graph.unmuteActor", ["actor": .text(person.id)], now: request.now)
            }
            return .done(nil)
        } catch {
            return error.outcome
        }
    }

    /// Writes a record about a person unless there is one.
    ///
    /// - Parameter known: The address of the record that the server shows.
    private func set(
        _ collection: BlueskyCollection, on person: Person, known: (BlueskyRelationship) -> String?,
        request: ActionRequest<PersonAction>
    ) async throws(ActionFailure) {
        guard known(try await relation(to: person, now: request.now)) == nil else { return }
        _ = try await server.write(
            ["subject": .text(person.id)], to: collection, as: request.id, requestedAt: request.requestedAt,
            now: request.now)
    }

    /// Deletes the record about a person.
    private func clear(
        _ collection: BlueskyCollection, on person: Person, known: (BlueskyRelationship) -> String?,
        request: ActionRequest<PersonAction>
    ) async throws(ActionFailure) {
        let relation: BlueskyRelationship = try await relation(to: person, now: request.now)
        try await server.deleteRecord(in: collection, about: person.id, known: known(relation), now: request.now)
    }

    private func relation(to person: Person, now: Timestamp) async throws(ActionFailure) -> BlueskyRelationship {
        try await server.prepare { () throws(SupplierError) in
            try await server.profile(of: person.id, now: now).viewer
        }
    }

    func perform(_ request: ActionRequest<AccountAction>) async -> ActionOutcome {
        switch request.action {
        case .report:
            return .refused(.unsupportedAction(of: name))
        case .post(let draft):
            let sender = BlueskyPostSender(
                server: server, draft: draft, action: request.id, requestedAt: request.requestedAt, now: request.now)
            do throws(ActionFailure) {
                let created = try await sender.publish()
                return .done(await created.item(of: account.id, at: server, now: request.now))
            } catch {
                return error.outcome
            }
        }
    }
}

extension BlueskyCreatedPost {
    /// Returns the post as an item of the account that has just created it, or `nil` if its profile cannot be read.
    func item(of account: String, at server: BlueskyServer, now: Timestamp) async -> SourceItem? {
        do {
            let own = try await server.ownDID(now: now)
            let profile =
                try await server.query(BlueskyJSON.self, "app.bsky.actor.getProfile", [("actor", own)], now: now)
            return item(
                by: profile, BlueskyItemConverter(account: account, moderation: BlueskyModeration(own: own), now: now))
        } catch {
            // The post is published; the next refresh brings it.
            return nil
        }
    }
}
