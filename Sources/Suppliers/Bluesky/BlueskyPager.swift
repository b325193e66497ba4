import EngineConcepts
import WebText

/// Reads what is below a position of a timeline for one request, and claims no more than the pages prove.
struct BlueskyPager {
    let supplier: BlueskySupplier
    let request: FetchRequest

    /// The number of entries on a page, which is the largest that servers allow.
    static let pageSize = 100
    /// The number of pages that one request reads to reach its position.
    private static let maximumPages = 5

    /// The number of entries that are asked for.
    private var pageSize: Int { timeline == .notifications ? 50 : Self.pageSize }

    private var timeline: BlueskyTimeline { supplier.timeline }
    private var server: BlueskyServer { supplier.server }
    private var name: String { supplier.name }

    /// Returns what is below the request's position, of one page or more: pages that end above the position, or are empty, are
    /// followed by the next ones.
    func pages(_ memory: inout BlueskySourceMemory) async throws(SupplierError) -> FetchAnswer {
        var counts: [ElementCount] = []
        return try await pages(counting: &counts, &memory).reporting(counts, of: name)
    }

    private func pages(
        counting counts: inout [ElementCount], _ memory: inout BlueskySourceMemory
    ) async throws(SupplierError) -> FetchAnswer {
        let first = try firstPosition()
        var position = first
        // That of the last page that has one.
        var bottom: Timestamp?
        var answer = FetchAnswer(end: .unknown, sourceName: name)
        answer.isUnordered = timeline == .favourites
        for _ in 0..<Self.maximumPages {
            let page = try await page(at: position)
            counts.append(page.count)
            answer.add(page)
            bottom = page.bottom ?? bottom
            if !page.isEmpty { memory.recordEntries(downTo: page.bottom) }
            if page.repeatsPage(above: position) {
                // The next request begins without the cursor: new entries can have moved those of the page above down.
                answer.interrupt(by: .repeated, of: name)
                return answer
            }
            guard let cursor = page.cursor else {
                let again = try await self.page(at: position)
                answer.budget = again.budget
                if again.cursor == nil, again.ids == page.ids {
                    (answer.next, answer.end) = (nil, .unknown)
                    if counts.contains(where: { $0.received > 0 }) {
                        endList(&answer, at: page, bottom, position, &memory)
                    } else if first.isTop {
                        try endEmptyList(&answer, &memory)
                    } else {
                        // While the view fails, lists are empty from the top.
                        let top = try await self.page(at: BlueskyPagePosition())
                        answer.budget = top.budget
                        if !top.isEmpty { memory.recordEntries(downTo: top.bottom) }
                        guard !top.isEmpty || top.cursor != nil || memory.isEmpty else {
                            throw BlueskyListDefect.empty.error(of: name)
                        }
                        endList(&answer, at: page, bottom, position, &memory)
                    }
                    return answer
                }
                // The cursor had vanished, or something appeared meanwhile.
                guard let cursor = again.cursor, cursor != position.cursor else { return answer }
                counts[counts.endIndex - 1] = again.count
                answer.add(again)
                bottom = again.bottom ?? bottom
                position.advance(to: cursor, below: again)
                continue
            }
            // The same position again would never end.
            guard cursor != position.cursor else { return answer }
            position.advance(to: cursor, below: page)
            answer.claims = claims(downTo: page.bottom)
            if timeline.beginsAtTimes, !answer.claims.isEmpty, let bottom = page.bottom {
                // The last second is read again, so the next page begins where this one ended, whatever was deleted above.
                position.begin(before: bottom)
            }
            answer.next = position.token
            answer.end = .more
            if !answer.claims.isEmpty { return answer }
            // A list that is not sorted by the times of its posts claims nothing before its end.
            if answer.isUnordered, !page.ids.isEmpty { return answer }
        }
        return answer
    }

    /// Returns the claims of pages that end at `bottom`, or none if that is unknown.
    private func claims(downTo bottom: Timestamp?) -> [Claim] {
        bottom.map { supplier.claims(from: request.start, downTo: $0) } ?? []
    }

    // MARK: The end of a list

    /// Ends an answer at a page without a cursor. Nothing below the last entry is claimed if the server may have had more.
    ///
    /// An end behind a full page, or above what was read before, can be an error of the server, so it is believed only if it
    /// is the same after a day. Above what was read before, a list that keeps only its newest entries ends at once: that
    /// leaves a gap in any case.
    ///
    /// - Parameter bottom: The second above the last entry, or `nil` if no entry has a time.
    private func endList(
        _ answer: inout FetchAnswer, at page: BlueskyItemPage, _ bottom: Timestamp?, _ position: BlueskyPagePosition,
        _ memory: inout BlueskySourceMemory
    ) {
        answer.claims = claims(downTo: bottom)
        // A list that is not sorted by the times of its posts has no place but its end.
        let place: Timestamp = answer.isUnordered ? .beginningOfTime : min(bottom ?? request.edge, request.edge)
        let isFull = page.isEmpty ? position.isBelowFullPage : page.isFull
        // A range in which there was nothing to read contradicts no end.
        let isAboveKnown = request.claimed.timeframes.contains { range in
            range.start <= place && !memory.wasEmpty(until: range.start)
        }
        if isFull || isAboveKnown, !isAboveKnown || lastEnd != .retentionLimit {
            // The page reaches what was read before, and says nothing about what is below that.
            if !answer.isUnordered, request.claimed.contains(place.advanced(by: .seconds(-1))) { return }
            guard memory.confirmsEnd(at: place, now: request.now) else {
                answer.interrupt(by: .doubtfulEnd, of: name, next: position.token)
                return
            }
        } else {
            memory.doubtfulEnd = nil
        }
        answer.end = lastEnd
        if lastEnd == .trueEnd { answer.claims = claims(downTo: .beginningOfTime) }
    }

    /// Ends an answer without entries, read from the top. If the source had some, the server has hardly lost all of them: it
    /// has a failure, and nothing shows what has appeared. After a day, they were removed.
    private func endEmptyList(_ answer: inout FetchAnswer, _ memory: inout BlueskySourceMemory) throws(SupplierError) {
        if !request.claimed.isEmpty, !memory.isEmpty {
            guard request.origin == .newest, !request.needsItems else {
                throw BlueskyListDefect.empty.error(of: name)
            }
            guard memory.confirmsEnd(at: nil, now: request.now) else { return }
        }
        memory.recordEmptiness(now: request.now)
        answer.end = lastEnd
        if lastEnd != .depthLimit { answer.claims = claims(downTo: .beginningOfTime) }
    }

    /// Returns the position at which the first page of a request begins.
    private func firstPosition() throws(SupplierError) -> BlueskyPagePosition {
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

    /// The end of a list. Servers keep only the newest entries of some, and a search does not go on without end.
    private var lastEnd: FetchEnd {
        switch timeline {
        case .home, .list, .notifications: .retentionLimit
        case .tag, .search: .depthLimit
        case .user, .favourites, .bookmarks, .feed, .thread: .trueEnd
        }
    }

    // MARK: Rankings

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

    private func page(at position: BlueskyPagePosition) async throws(SupplierError) -> BlueskyItemPage {
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

extension FetchAnswer {
    fileprivate mutating func add(_ page: BlueskyItemPage) {
        items += page.items
        filtered += page.filtered
        budget = page.budget
    }

    /// Ends the answer because of a defect.
    ///
    /// - Parameter next: The token at which the list is read again, or `nil` to look for the place from the top.
    fileprivate mutating func interrupt(by defect: BlueskyListDefect, of name: String, next: Token? = nil) {
        interruption = defect.error(of: name)
        self.next = next
        end = .unknown
    }
}
