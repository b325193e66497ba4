import EngineConcepts
import FeedParsing

/// The moderation rules of an account, shared by all its sources and read again after a while.
actor BlueskyModerationCache {
    private var cached: (rules: BlueskyModeration, time: Timestamp)?
    private var request: SharedTask<BlueskyModeration>?

    /// The time for which the rules are not asked for again.
    private static let lifetime = Duration.seconds(600)

    /// Returns the rules of the server's account. Several callers share one request.
    func rules(_ server: BlueskyServer, now: Timestamp) async throws(SupplierError) -> BlueskyModeration {
        if let cached, now.since(cached.time) < Self.lifetime, now >= cached.time { return cached.rules }
        let task = request ?? SharedTask { () async throws(SupplierError) in try await Self.read(server, now: now) }
        request = task
        let result = await task.result()
        if request == task {
            request = nil
            if case .success(let rules) = result { cached = (rules, now) }
        }
        return try result.get()
    }

    private static func read(
        _ server: BlueskyServer, now: Timestamp
    ) async throws(SupplierError) -> BlueskyModeration {
        var rules = BlueskyModeration(own: try await server.ownDID(now: now))
        rules.preferences = try await server.query(BlueskyPreferences.self, "app.bsky.actor.getPreferences", now: now)
        do throws(SupplierError) {
            let answer = try await server.query(
                BlueskyPage<BlueskyLabeler>.self, "app.bsky.labeler.getServices",
                rules.sources.prefix(20).map { (name: "dids", value: $0) } + [(name: "detailed", value: "true")],
                now: now)
            rules.labelers = answer.elements
        } catch {
            // Labels of services are then shown by their bare names. A lost sign-in concerns everything.
            guard error.code != .notAuthorised, error.code != .cancelled else { throw error }
        }
        return rules
    }

    /// Forgets the rules, so that they are read again.
    func clear() {
        cached = nil
        request = nil
    }
}
