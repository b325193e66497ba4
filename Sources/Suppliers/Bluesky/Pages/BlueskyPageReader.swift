import EngineConcepts
import WebText

/// Requests single pages of a timeline.
struct BlueskyPageReader {
    let supplier: BlueskySupplier
    /// The time of the request that the pages answer.
    let now: Timestamp

    /// The maximum number of entries on a page that servers allow.
    static let maximumEntries = 100

    private var server: BlueskyServer { supplier.server }

    /// The number of entries that are asked for.
    private var pageSize: Int { supplier.timeline == .notifications ? 50 : Self.maximumEntries }

    /// Requests the page at `position`.
    func page(at position: BlueskyPagePosition) async throws(SupplierError) -> BlueskyItemPage {
        let converter = try await supplier.converter(now: now)
        let (method, parameters) = try await readingMethod()
        let query =
            parameters + (position.cursor.map { [(name: "cursor", value: $0)] } ?? [])
            + (position.until.map { [(name: "until", value: $0)] } ?? [])
        let labelers = converter.moderation.requestedSources
        var page = BlueskyItemPage()
        func entries<Entry: Decodable & Sendable>(_ kind: Entry.Type) async throws(SupplierError) -> [Entry] {
            let reply = try await server.reply(BlueskyPage<Entry>.self, method, query, labelers: labelers, now: now)
            page.cursor = reply.value.cursor
            page.count = reply.value.count
            page.isFull = page.count.received >= pageSize
            page.budget = reply.budget
            return reply.value.elements
        }
        switch supplier.timeline {
        case .bookmarks:
            for bookmark in try await entries(BlueskyBookmark.self) { page.add(bookmark, converter) }
        case .notifications:
            let notifications = try await entries(BlueskyNotification.self)
            let posts = try await posts(of: notifications, labelers: labelers)
            for notification in notifications {
                page.add(notification.uri, converter.item(from: notification, posts), at: notification.indexedAt)
            }
        case .tag, .search:
            for post in try await entries(BlueskyPost.self) {
                page.add(post.uri, converter.item(from: post), at: post.sortTime)
            }
        case .home, .user, .list, .feed, .favourites, .thread:
            for entry in try await entries(BlueskyFeedEntry.self) {
                page.add(entry, of: supplier.timeline, converter)
            }
        }
        return page
    }

    private func readingMethod() async throws(SupplierError) -> (name: String, parameters: [QueryParameter]) {
        let size: QueryParameter = ("limit", String(pageSize))
        switch supplier.timeline {
        case .home: return ("app.bsky.feed.getTimeline", [size])
        case .user(let user):
            let filter = user.hasReplies ? "posts_with_replies" : "posts_no_replies"
            return ("app.bsky.feed.getAuthorFeed", [("actor", user.person.text), ("filter", filter), size])
        case .list(let name):
            return ("app.bsky.feed.getListFeed", [("list", try await address(of: name)), size])
        case .feed(let name): return ("app.bsky.feed.getFeed", [("feed", try await address(of: name)), size])
        case .tag(let name): return ("app.bsky.feed.searchPosts", [("q", "#\(name)"), ("sort", "latest"), size])
        case .search(let words): return ("app.bsky.feed.searchPosts", [("q", words), ("sort", "latest"), size])
        case .favourites:
            return ("app.bsky.feed.getActorLikes", [("actor", try await server.ownDID(now: now)), size])
        case .bookmarks: return ("app.bsky.bookmark.getBookmarks", [size])
        case .notifications: return ("app.bsky.notification.listNotifications", [size])
        case .thread(let uri): return ("app.bsky.feed.getPostThread", [("uri", uri)])
        }
    }

    /// Returns the address of the list or the feed, asking once for that of a name.
    private func address(of name: String) async throws(SupplierError) -> String {
        if ATURI(name) != nil { return name }
        if let known = supplier.listAddress.value { return known }
        let found: BlueskyNamed
        if case .feed = supplier.timeline {
            found = try await server.feed(named: name, now: now)
        } else {
            found = try await server.list(named: name, now: now)
        }
        supplier.listAddress.value = found.uri
        return found.uri
    }

    /// Returns the posts that notifications name, by address.
    private func posts(
        of notifications: [BlueskyNotification], labelers: [String]?
    ) async throws(SupplierError) -> [String: BlueskyPost] {
        let named = notifications.compactMap { $0.isPost ? $0.uri : $0.subject }
            .filter { ATURI($0)?.knownCollection == .post }
        return try await server.posts(named.uniqued(), labelers: labelers, now: now).keyed(by: \.uri)
    }
}
