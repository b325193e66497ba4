import Foundation

// The pages of timelines, notifications and threads.
extension FakeMastodon {
    /// Returns a page of posts: cut first, then without hidden ones, as servers do.
    static func page(of posts: [Post], _ call: Call, _ state: State, site: String) -> Scenario {
        let cut = cut(posts.map(\.id), call, state, remembering: state.remembered)
        let byID = Dictionary(posts.map { ($0.id, $0) }) { first, _ in first }
        var seen = cut.filter { !state.hidden.contains($0) }.compactMap { byID[$0] }
        if let count = state.repeated { seen += seen.suffix(count) }
        var scenario = json(seen.map { status($0, state, site: site) })
        // Mastodon sends links only with items; GoToSocial by the page before anything is left out.
        let edges = state.software == .mastodon ? seen.map(\.id) : cut
        if let first = edges.first, let last = edges.last, !state.hasNoLinks {
            scenario.headers.append(("link", link(call, next: "max_id=\(last)", previous: "min_id=\(first)", site)))
        }
        return scenario
    }

    /// Returns the identities on the page that the request asks for, newest first.
    private static func cut(
        _ ids: [String], _ call: Call, _ state: State, remembering remembered: Int? = nil
    ) -> [String] {
        let sorted = ids.sorted { isNewer($0, than: $1) }
        let limit = min(Int(call.value("limit") ?? "20") ?? 20, state.maximumPage)
        var found = sorted
        if let maximum = call.value("max_id"), !state.ignoresMaximumID {
            found.removeAll { !isNewer(maximum, than: $0) }
        }
        if let since = call.value("since_id") { found.removeAll { !isNewer($0, than: since) } }
        if let minimum = call.value("min_id"), state.minimumID != .ignored {
            found.removeAll { !isNewer($0, than: minimum) }
            guard state.minimumID == .next else { return Array(found.prefix(limit)) }
            return Array(found.prefix(remembered ?? found.count).suffix(limit))
        }
        return Array(found.prefix(limit))
    }

    private static func isNewer(_ a: String, than b: String) -> Bool {
        a.utf8.count == b.utf8.count ? a > b : a.utf8.count > b.utf8.count
    }

    private static func link(_ call: Call, next: String, previous: String, _ site: String) -> String {
        let address = "\(site)/\(call.path.joined(separator: "/"))"
        return "<\(address)?\(next)>; rel=\"next\", <\(address)?\(previous)>; rel=\"prev\""
    }

    /// Returns a page of favourites or bookmarks, which are paged by the number of the act.
    static func marked(_ ids: [String], _ call: Call, _ state: State, site: String) -> Scenario {
        let limit = min(Int(call.value("limit") ?? "20") ?? 20, 40)
        let numbered = ids.enumerated().map { (number: ids.count - $0.offset, id: $0.element) }
        let below = call.value("max_id").flatMap { Int($0) } ?? .max
        let cut = numbered.filter { $0.number < below }.prefix(limit)
        let posts = cut.compactMap { act in state.posts.first { $0.id == act.id } }
        var scenario = json(posts.map { status($0, state, site: site) })
        if let first = cut.first, let last = cut.last, !state.hasNoLinks {
            let previous = "<\(site)/\(call.path.joined(separator: "/"))?min_id=\(first.number)>; rel=\"prev\""
            let next = link(call, next: "max_id=\(last.number)", previous: "min_id=\(first.number)", site)
            scenario.headers.append(("link", cut.count == limit ? next : previous))
        }
        return scenario
    }

    static func notifications(_ call: Call, _ state: State, site: String) -> Scenario {
        let ids = cut(state.notifications.map(\.id), call, state)
        let found = ids.compactMap { id in state.notifications.first { $0.id == id } }
        var scenario = json(
            found.map { notification -> [String: Any] in
                var object: [String: Any] = [
                    "id": notification.id, "type": notification.type, "created_at": notification.time.rfc3339,
                    "account": account("kim", site: site),
                ]
                if let post = state.posts.first(where: { $0.id == notification.post }) {
                    object["status"] = status(post, state, site: site)
                }
                return object
            })
        if let first = ids.first, let last = ids.last {
            scenario.headers.append(("link", link(call, next: "max_id=\(last)", previous: "min_id=\(first)", site)))
        }
        return scenario
    }

    /// Returns a page of groups: notifications of one kind about one post, each group at its newest one below `max_id`.
    static func groups(_ call: Call, _ state: State, site: String) -> Scenario {
        let limit = min(Int(call.value("limit") ?? "20") ?? 20, 40)
        let below = call.value("max_id")
        let sorted = state.notifications.filter { note in below.map { isNewer($0, than: note.id) } ?? true }
            .sorted { isNewer($0.id, than: $1.id) }
        var keys: [String] = []
        var members: [String: [(id: String, type: String, time: Int64, post: String?)]] = [:]
        for note in sorted {
            let isAlone = !["favourite", "reblog", "follow"].contains(note.type)
            let key = isAlone ? "ungrouped-\(note.id)" : "\(note.type)-\(note.post ?? "")"
            if members[key] == nil { keys.append(key) }
            members[key, default: []].append(note)
        }
        let page = keys.prefix(limit)
        let people = ["kim", "pat", "ann"]
        let groups = page.compactMap { key -> [String: Any]? in
            guard let own = members[key], let newest = own.first else { return nil }
            return [
                "group_key": key, "notifications_count": own.count, "type": newest.type,
                "most_recent_notification_id": Int(newest.id) ?? 0, "page_max_id": newest.id,
                "page_min_id": own.last?.id ?? newest.id, "latest_page_notification_at": newest.time.rfc3339,
                "sample_account_ids": people.prefix(own.count).map { "id-\($0)" },
                "status_id": newest.post ?? NSNull() as Any,
            ]
        }
        let posts = Set(page.compactMap { members[$0]?.first?.post })
        return json([
            "notification_groups": groups, "accounts": people.map { account($0, site: site) },
            "statuses": state.posts.filter { posts.contains($0.id) }.map { status($0, state, site: site) },
        ])
    }

    /// Returns the posts whose text has the words.
    static func found(_ call: Call, _ state: State, site: String) -> Scenario {
        let words = (call.value("q") ?? "").lowercased()
        var posts = state.posts.filter { $0.text.lowercased().contains(words) }
        if let below = call.value("max_id") { posts.removeAll { !isNewer(below, than: $0.id) } }
        posts.sort { isNewer($0.id, than: $1.id) }
        if state.searchesByRelevance { posts.sort { $0.text.count < $1.text.count } }
        let offset = Int(call.value("offset") ?? "0") ?? 0
        let limit = min(Int(call.value("limit") ?? "20") ?? 20, 40)
        let page = posts.dropFirst(offset).prefix(limit).filter { !state.hidden.contains($0.id) }
        return json([
            "accounts": [] as [Any], "hashtags": [] as [Any], "statuses": page.map { status($0, state, site: site) },
        ])
    }

    /// Returns what a post replies to, and the replies to it, without hidden posts. As at Mastodon, a request without an
    /// account gets the nearest 40 ancestors, and of the replies the first 60 in the order of the tree, at most 20 deep.
    static func context(of post: Post, isKnown: Bool, _ state: State, site: String) -> Scenario {
        let limits = isKnown ? (4096, 4096, 4096) : (40, 60, 20)
        let seen = state.posts.filter { !state.hidden.contains($0.id) }
        var ancestors: [Post] = []
        var next = post.replyTo
        while let parent = seen.first(where: { $0.id == next }), ancestors.count < limits.0 {
            ancestors.insert(parent, at: 0)
            next = parent.replyTo
        }
        let replies = Dictionary(grouping: seen.filter { $0.replyTo != nil }) { $0.replyTo ?? "" }
            .mapValues { $0.sorted { isNewer($1.id, than: $0.id) } }
        var descendants: [Post] = []
        func add(repliesTo id: String, depth: Int) {
            guard depth <= limits.2 else { return }
            for reply in replies[id] ?? [] where descendants.count < limits.1 {
                descendants.append(reply)
                add(repliesTo: reply.id, depth: depth + 1)
            }
        }
        add(repliesTo: post.id, depth: 1)
        return json([
            "ancestors": ancestors.map { status($0, state, site: site) },
            "descendants": descendants.map { status($0, state, site: site) },
        ])
    }

    /// Returns a page of the popular posts, which are paged by their number.
    static func trends(_ call: Call, _ state: State, site: String) -> Scenario {
        let offset = Int(call.value("offset") ?? "0") ?? 0
        let limit = min(Int(call.value("limit") ?? "20") ?? 20, 40)
        let posts = state.trends.dropFirst(offset).prefix(limit)
            .compactMap { id in state.posts.first { $0.id == id } }
        return json(posts.map { status($0, state, site: site) })
    }

    /// Returns a page of the posts with the hashtag that the path names. GoToSocial combines no hashtags.
    static func tagged(_ call: Call, _ state: State, site: String) -> Scenario {
        let combines = state.software != .goToSocial
        if !combines, !state.posts.contains(where: { $0.tags.contains(call.path[4]) }) {
            return json(["error": "Not Found"], status: 404)
        }
        let any = [call.path[4]] + (combines ? call.values("any[]") : [])
        let (all, none) = combines ? (call.values("all[]"), call.values("none[]")) : ([], [])
        let posts = state.posts.filter { post in
            post.tags.contains(where: any.contains) && all.allSatisfy(post.tags.contains)
                && !none.contains(where: post.tags.contains)
        }
        return page(of: posts, call, state, site: site)
    }

    /// Returns a page of the posts of a person, or those that the person has pinned.
    static func posts(ofPerson id: String, _ call: Call, _ state: State, site: String) -> Scenario {
        var posts = state.posts.filter { "id-\($0.author)" == id }
        if call.value("pinned") == "true" {
            return json(posts.filter { state.pinned.contains($0.id) }.map { status($0, state, site: site) })
        }
        if call.value("exclude_replies") == "true" { posts.removeAll { $0.replyTo != nil } }
        if call.value("exclude_reblogs") == "true" { posts.removeAll { $0.boostOf != nil } }
        return page(of: posts, call, state, site: site)
    }
}
