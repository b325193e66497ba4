import EngineConcepts
import WebText

/// Requests the pages of a timeline for one request.
struct BlueskyPageReader {
    let supplier: BlueskySupplier
    let request: FetchRequest

    /// The number of entries on a page, which is the largest that servers allow.
    static let pageSize = 100

    /// The number of entries that are asked for.
    private var pageSize: Int { timeline == .notifications ? 50 : Self.pageSize }

    var timeline: BlueskyTimeline { supplier.timeline }
    var name: String { supplier.name }
    private var server: BlueskyServer { supplier.server }

    /// Returns the position at which the first page of the request begins.
    func firstPosition() throws(SupplierError) -> BlueskyPagePosition {
        switch request.origin {
        case .newest: return BlueskyPagePosition()
        case .token(let token, _):
            guard let position = BlueskyPagePosition(token) else { throw .tokenUnknown(name) }
            return position
        case .anchor(_, let edge):
            return timeline.beginsAtTimes ? BlueskyPagePosition(before: edge) : BlueskyPagePosition()
        case .time: throw .readsDownOnly(name)
        }
    }

    /// Returns the first page of a custom feed, which orders its posts as it likes.
    func ranking() async throws(SupplierError) -> FetchAnswer {
        guard case .newest = request.origin else { throw .rankingHasNoPast(name) }
        let page = try await page(at: BlueskyPagePosition())
        return FetchAnswer(
            items: page.items.uniqued(by: \.id).ranked, end: .retentionLimit, filtered: page.filtered,
            budget: page.budget, sourceName: name
        )
        .reporting([page.count], of: name)
    }

    // MARK: Requests

    /// Requests the page at `position`.
    func page(at position: BlueskyPagePosition) async throws(SupplierError) -> BlueskyItemPage {
        let converter = try await supplier.converter(now: request.now)
        let (method, parameters) = try await readingMethod()
        let query =
            parameters + (position.cursor.map { [(name: "cursor", value: $0)] } ?? [])
            + (position.until.map { [(name: "until", value: $0)] } ?? [])
        let labelers = converter.moderation.requestedSources
        var page = BlueskyItemPage()
        func entries<Entry: Decodable & Sendable>(_ kind: Entry.Type) async throws(SupplierError) -> [Entry] {
            let reply = try await server.reply(
                BlueskyPage<Entry>.self, method, query, labelers: labelers, now: request.now)
            page.cursor = reply.value.cursor
            page.count = reply.value.count
            page.isFull = page.count.received >= pageSize
            page.budget = reply.budget
            return reply.value.elements
        }
        switch timeline {
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
                page.add(entry, converter: converter, timeline: timeline)
            }
        }
        page.end()
        return page
    }

    private func readingMethod() async throws(SupplierError) -> (name: String, parameters: [QueryParameter]) {
        let size: QueryParameter = ("limit", String(pageSize))
        switch timeline {
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
            return ("app.bsky.feed.getActorLikes", [("actor", try await server.ownDID(now: request.now)), size])
        case .bookmarks: return ("app.bsky.bookmark.getBookmarks", [size])
        case .notifications: return ("app.bsky.notification.listNotifications", [size])
        case .thread(let uri): return ("app.bsky.feed.getPostThread", [("uri", uri)])
        }
    }

    /// Returns the address of the list or the feed, asking once for that of a name.
    private func address(of name: String) async throws(SupplierError) -> String {
        if ATURI(name) != nil { return name }
        if let known = supplier.cache.id { return known }
        let found: BlueskyNamed
        if case .feed = timeline {
            found = try await server.feed(named: name, now: request.now)
        } else {
            found = try await server.list(named: name, now: request.now)
        }
        supplier.cache.id = found.uri
        return found.uri
    }

    /// Returns the posts that notifications name, by address.
    private func posts(
        of notifications: [BlueskyNotification], labelers: [String]?
    ) async throws(SupplierError) -> [String: BlueskyPost] {
        let named = notifications.compactMap { $0.isPost ? $0.uri : $0.subject }
            .filter { ATURI($0)?.collection == "app.bsky.feed.post" }
        return try await server.posts(named.uniqued(), labelers: labelers, now: request.now).keyed(by: \.uri)
    }
}
