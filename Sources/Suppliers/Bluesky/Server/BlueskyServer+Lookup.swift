import EngineConcepts
import FeedParsing
import WebText

extension BlueskyServer {
    /// The number of pages of lists that are looked through for a name.
    private static let maximumPages = 10

    /// Returns the identifier of the account. Throws without one.
    func ownDID(now: Timestamp) async throws(SupplierError) -> String {
        guard account != nil else { throw .accountNeeded(endpoint) }
        return try await sessionCache.session(self, now: now).did
    }

    func profile(of person: String, now: Timestamp) async throws(SupplierError) -> BlueskyProfile {
        do {
            return try await query(BlueskyProfile.self, "app.bsky.actor.getProfile", [("actor", person)], now: now)
        } catch  where error.reason == .unexpectedStatus {
            // The server answers "Profile not found" with status 400.
            throw personNotFound(person.hasPrefix("did:") ? person : "@\(person)", cause: error.cause)
        }
    }

    /// Returns the posts at these addresses. Those that are deleted or blocked are missing.
    func posts(_ uris: [String], labelers: [String]? = nil, now: Timestamp) async throws(SupplierError) -> [BlueskyPost]
    {
        var posts: [BlueskyPost] = []
        var rest = uris[...]
        while !rest.isEmpty {
            // The largest number that the method takes.
            let part = rest.prefix(25)
            rest = rest.dropFirst(25)
            posts += try await query(
                BlueskyPage<BlueskyPost>.self, "app.bsky.feed.getPosts", part.map { (name: "uris", value: $0) },
                labelers: labelers, now: now
            )
            .elements
        }
        return posts
    }

    /// Returns a post as the account sees it.
    func post(_ uri: String, now: Timestamp) async throws(SupplierError) -> BlueskyPost {
        guard let post = try await posts([uri], now: now).first else {
            throw SupplierError(.refused, Message("notFound", ["host": .text(endpoint)]))
        }
        return post
    }

    /// Returns the list at an address, or the account's own list with this name.
    func list(named name: String, now: Timestamp) async throws(SupplierError) -> BlueskyNamed {
        if ATURI(name) != nil {
            return try await query(Wrapped.self, "app.bsky.graph.getList", [("list", name), ("limit", "1")], now: now)
                .named
        }
        let own = try await ownDID(now: now)
        let lists = try await all("app.bsky.graph.getLists", [("actor", own)], now: now)
        return try lists.named(name, failing: "listNotFound", at: endpoint)
    }

    /// Returns the custom feed at an address, or the one with this name that the account has saved or made.
    func feed(named name: String, now: Timestamp) async throws(SupplierError) -> BlueskyNamed {
        if ATURI(name) != nil {
            return try await query(Wrapped.self, "app.bsky.feed.getFeedGenerator", [("feed", name)], now: now)
                .named
        }
        let own = try await ownDID(now: now)
        let saved = try await moderation(now: now).preferences.savedFeeds
        var feeds: [BlueskyNamed] = []
        if !saved.isEmpty {
            feeds += try await query(
                BlueskyPage<BlueskyNamed>.self, "app.bsky.feed.getFeedGenerators",
                saved.prefix(100).map { (name: "feeds", value: $0) }, now: now
            )
            .elements
        }
        feeds += try await all("app.bsky.feed.getActorFeeds", [("actor", own)], now: now)
        return try feeds.named(name, failing: "feedNotFound", at: endpoint)
    }

    /// Returns all elements of a list of names.
    private func all(
        _ method: String, _ parameters: [QueryParameter], now: Timestamp
    ) async throws(SupplierError) -> [BlueskyNamed] {
        var found: [BlueskyNamed] = []
        var cursor: String?
        for _ in 0..<Self.maximumPages {
            let page = try await query(
                BlueskyPage<BlueskyNamed>.self, method,
                parameters + [("limit", "100")] + (cursor.map { [(name: "cursor", value: $0)] } ?? []), now: now)
            found += page.elements
            guard let next = page.cursor, next != cursor else { break }
            cursor = next
        }
        return found
    }
}

extension [BlueskyNamed] {
    /// Returns the one with this name, or with this key at the end of its address.
    fileprivate func named(
        _ name: String, failing key: String, at endpoint: String
    ) throws(SupplierError) -> BlueskyNamed {
        let lowercased = name.lowercased()
        if let found = first(where: { $0.name == name })
            ?? first(where: { $0.name.lowercased() == lowercased })
            ?? first(where: { ATURI($0.uri)?.key == name })
        {
            return found
        }
        throw SupplierError(
            .refused,
            Message(key, ["host": .text(endpoint), "known": .list(map { .text($0.name) }), "name": .text(name)]))
    }
}

/// A list or a feed within an answer.
private struct Wrapped: LenientObject, Sendable {
    let named: BlueskyNamed

    init(_ members: JSONMembers) throws {
        guard
            let named = members.object("list", of: BlueskyNamed.self)
                ?? members.object("view", of: BlueskyNamed.self)
        else { throw members.missing("view") }
        self.named = named
    }
}
