import EngineConcepts
import WebText

extension BlueskySupplier {
    /// The entries of one page in the order of the server.
    struct Page {
        var items: [SourceItem] = []
        var filtered: [FilteredAtSource] = []
        /// The identities of all, hidden ones too.
        var ids: [String] = []
        /// The second above the last entry, or `nil` if the page tells no time.
        var bottom: Timestamp?
        var cursor: String?
        var budget = FetchBudget()

        /// Adds an entry.
        ///
        /// - Parameter time: The time by which the list is sorted, or `nil` if the entry is out of order.
        mutating func add(_ id: String, _ result: Result<SourceItem, FilteredAtSource>?, at time: Timestamp?) {
            ids.append(id)
            switch result {
            case .success(let item)?: items.append(item)
            case .failure(let hidden)?: filtered.append(hidden)
            case nil: break
            }
            if let time { bottom = time.flooredToSecond.advanced(by: .seconds(1)) }
        }

        /// Ends the page at a cursor. One that is a time is believed where it is newer than the last entry: entries that
        /// a server adds on its own can be older than their position.
        mutating func end(at cursor: String?) {
            self.cursor = cursor
            guard let time = cursor.flatMap(ATDate.parse), let known = bottom else { return }
            bottom = max(known, time.flooredToSecond.advanced(by: .seconds(1)))
        }
    }

    /// Requests the page at a position.
    func page(
        at position: PagePosition, _ converter: BlueskyItemConverter, now: Timestamp
    ) async throws(SupplierError) -> Page {
        let (method, parameters) = try await request(now: now)
        let query =
            parameters + (position.cursor.map { [(name: "cursor", value: $0)] } ?? [])
            + (position.until.map { [(name: "until", value: $0)] } ?? [])
        let labelers = server.account == nil ? nil : converter.moderation.sources
        var page = Page()
        switch timeline {
        case .bookmarks:
            let reply = try await server.query(
                BlueskyPage<BlueskyBookmark>.self, method, query, labelers: labelers, now: now)
            for bookmark in reply.value.elements { page.add(bookmark, converter) }
            page.end(at: reply.value.cursor)
            page.budget = reply.budget
        case .notifications:
            let reply = try await server.query(
                BlueskyPage<BlueskyNotification>.self, method, query, labelers: labelers, now: now)
            let posts = try await posts(of: reply.value.elements, labelers: labelers, now: now)
            for news in reply.value.elements {
                page.add(news.uri, converter.item(from: news, posts), at: news.indexedAt)
            }
            page.end(at: reply.value.cursor)
            page.budget = reply.budget
        case .tag, .search:
            let reply = try await server.query(
                BlueskyPage<BlueskyPost>.self, method, query, labelers: labelers, now: now)
            for post in reply.value.elements { page.add(post.uri, converter.item(from: post), at: post.sortTime) }
            page.end(at: reply.value.cursor)
            page.budget = reply.budget
        case .home, .user, .list, .feed, .favourites, .thread:
            let reply = try await server.query(
                BlueskyPage<BlueskyFeedEntry>.self, method, query, labelers: labelers, now: now)
            for entry in reply.value.elements { page.add(entry, converter, timeline) }
            page.end(at: reply.value.cursor)
            page.budget = reply.budget
        }
        return page
    }

    /// Returns the method that reads the timeline, with its parameters.
    private func request(now: Timestamp) async throws(SupplierError) -> (method: String, [QueryParameter]) {
        let size: QueryParameter = ("limit", String(Self.pageSize))
        switch timeline {
        case .home: return ("app.bsky.feed.getTimeline", [size])
        case .user(let user):
            let filter = user.hasReplies ? "posts_with_replies" : "posts_no_replies"
            return ("app.bsky.feed.getAuthorFeed", [("actor", user.person.text), ("filter", filter), size])
        case .list(let name):
            return ("app.bsky.feed.getListFeed", [("list", try await address(of: name, now: now)), size])
        case .feed(let name): return ("app.bsky.feed.getFeed", [("feed", try await address(of: name, now: now)), size])
        case .tag(let name): return ("app.bsky.feed.searchPosts", [("q", "#\(name)"), ("sort", "latest"), size])
        case .search(let words): return ("app.bsky.feed.searchPosts", [("q", words), ("sort", "latest"), size])
        case .favourites:
            return ("app.bsky.feed.getActorLikes", [("actor", try await server.ownDID(now: now)), size])
        case .bookmarks: return ("app.bsky.bookmark.getBookmarks", [size])
        case .notifications: return ("app.bsky.notification.listNotifications", [("limit", "50")])
        case .thread(let uri): return ("app.bsky.feed.getPostThread", [("uri", uri)])
        }
    }

    /// Returns the address of the list or the feed, asking once for that of a name.
    private func address(of name: String, now: Timestamp) async throws(SupplierError) -> String {
        if ATURI(name) != nil { return name }
        if let known = cache.id { return known }
        let found: BlueskyNamed
        if case .feed = timeline {
            found = try await server.feed(named: name, now: now)
        } else {
            found = try await server.list(named: name, now: now)
        }
        cache.id = found.uri
        return found.uri
    }

    /// Returns the posts that notifications name, by address.
    private func posts(
        of news: [BlueskyNotification], labelers: [String]?, now: Timestamp
    ) async throws(SupplierError) -> [String: BlueskyPost] {
        let named = news.compactMap { $0.isPost ? $0.uri : $0.subject }
            .filter { ATURI($0)?.collection == "app.bsky.feed.post" }
        var seen: Set<String> = []
        let posts = try await server.posts(
            named.filter { seen.insert($0).inserted }, labelers: labelers, now: now)
        return Dictionary(posts.map { ($0.uri, $0) }) { first, _ in first }
    }
}

extension BlueskySupplier.Page {
    /// Adds an entry of a feed.
    fileprivate mutating func add(
        _ entry: BlueskyFeedEntry, _ converter: BlueskyItemConverter, _ timeline: BlueskyTimeline
    ) {
        if case .user(let user) = timeline, !user.hasReposts, case .repost(_, _, let time) = entry.reason {
            return add(BlueskyItemConverter.id(of: entry), nil, at: time)
        }
        let time: Timestamp?
        switch entry.reason {
        case .repost(_, _, let reposted): time = reposted ?? entry.post.sortTime
        // A pinned post is on top, whatever its time.
        case .pin: time = nil
        case nil: time = timeline == .favourites ? nil : entry.post.sortTime
        }
        add(BlueskyItemConverter.id(of: entry), converter.item(from: entry), at: time)
    }

    /// Adds a bookmark, placed by the time at which it was set.
    fileprivate mutating func add(_ bookmark: BlueskyBookmark, _ converter: BlueskyItemConverter) {
        guard let post = bookmark.post else { return add(bookmark.uri, nil, at: bookmark.createdAt) }
        let result = converter.item(from: post)
            .map { item in
                var item = item
                item.shownTime = item.orderTime
                item.orderTime = bookmark.createdAt ?? item.orderTime
                return item
            }
        add(bookmark.uri, result, at: bookmark.createdAt)
    }
}
