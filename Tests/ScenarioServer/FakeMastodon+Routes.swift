import Foundation

extension FakeMastodon {
    static func route(_ call: Call, isKnown: Bool, _ state: inout State, site: String) -> Scenario {
        let path = call.path.joined(separator: "/")
        let isPublic =
            ["api/v1/timelines/public", "api/v1/trends/statuses"].contains(path)
            || path.hasPrefix("api/v1/timelines/tag/")
        let isOpen =
            ["api/v1/instance", "api/v2/instance", "api/v1/apps", "oauth/token", "oauth/authorize", "oauth/revoke"]
            .contains(path) || path.hasPrefix("api/v1/accounts/") && !path.hasSuffix("verify_credentials")
            || path.hasPrefix("nodeinfo") || path.hasPrefix(".well-known")
            || call.method == "GET" && path.hasPrefix("api/v1/statuses/")
        if let accepted = state.acceptedFirst["\(call.method) \(path)"], accepted > 0 {
            state.acceptedFirst["\(call.method) \(path)"] = accepted - 1
        } else if let refusal = state.refusals["\(call.method) \(path)"] {
            return json(["error": refusal.reason], status: refusal.status)
        }
        guard isKnown || isOpen || isPublic && !state.isPrivate else {
            return json(["error": "This method requires an authenticated user"], status: isPublic ? 422 : 401)
        }
        switch (call.method, path) {
        case ("GET", "api/v2/instance"), ("GET", "api/v1/instance"): return instance(state, path: path, site: site)
        case ("GET", ".well-known/nodeinfo"):
            let link = ["rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": "\(site)/nodeinfo/2.0"]
            return json(["links": [link]])
        case ("GET", "nodeinfo/2.0"):
            let (name, version) =
                switch state.software {
                case .mastodon: ("mastodon", "4.6.4")
                case .goToSocial: ("gotosocial", "0.20.0")
                case .pleroma: ("akkoma", "3.15.2")
                }
            return json(["software": ["name": name, "version": version], "version": "2.0"])
        case ("GET", "api/v1/markers"), ("POST", "api/v1/markers"):
            for field in call.form where field.name.hasSuffix("[last_read_id]") {
                state.markers[String(field.name.prefix { $0 != "[" })] = field.value
            }
            let asked = call.method == "POST" ? Array(state.markers.keys) : call.values("timeline[]")
            return json(
                state.markers.filter { asked.contains($0.key) }
                    .mapValues { ["last_read_id": $0, "version": 1, "updated_at": state.now.rfc3339] as [String: Any] })
        case ("GET", "api/v1/lists"): return json(state.lists.map { ["id": $0.id, "title": $0.title] })
        case ("GET", "api/v1/accounts/verify_credentials"): return json(account("ann", site: site))
        case ("GET", "api/v1/accounts/lookup"):
            let name = call.value("acct")?.split(separator: "@").first.map(String.init) ?? ""
            guard ["ann", "pat", "kim"].contains(name) else {
                return json(["error": "Record not found"], status: 404)
            }
            let link = "<a href=\"https://pat.example\">pat.example</a>"
            let field: [String: Any] = ["name": "Site", "value": link, "verified_at": "2026-11-01T00:00:00.000Z"]
            let more: [String: Any] = [
                "followers_count": 12, "following_count": 3, "statuses_count": 50,
                "fields": name == "pat" ? [field] : [],
            ]
            return json(account(name, site: site).merging(more) { $1 })
        case ("GET", "api/v1/accounts/relationships"):
            return json(call.values("id[]").map { relationship(to: $0, state) })
        case ("GET", "api/v1/timelines/home"):
            guard !state.isRebuilding else { return json([] as [Any], status: 206) }
            return page(of: state.posts(in: "home"), call, state, site: site)
        case ("GET", "api/v1/timelines/public"):
            return page(of: state.posts.filter { $0.boostOf == nil }, call, state, site: site)
        case ("GET", "api/v1/favourites"): return marked(state.favourites, call, state, site: site)
        case ("GET", "api/v1/bookmarks"): return marked(state.bookmarks, call, state, site: site)
        case ("GET", "api/v1/notifications"): return notifications(call, state, site: site)
        case ("GET", "api/v2/notifications") where state.hasGroups && state.software == .mastodon:
            return groups(call, state, site: site)
        case ("GET", "api/v1/trends/statuses"):
            let offset = Int(call.value("offset") ?? "0") ?? 0
            let limit = min(Int(call.value("limit") ?? "20") ?? 20, 40)
            let posts = state.trends.dropFirst(offset).prefix(limit)
                .compactMap { id in state.posts.first { $0.id == id } }
            return json(posts.map { status($0, state, site: site) })
        case ("GET", "api/v2/search") where call.value("type") == "statuses": return found(call, state, site: site)
        case ("POST", "api/v1/apps"), ("GET", "oauth/authorize"), ("POST", "oauth/token"), ("POST", "oauth/revoke"):
            return authorisation(call, path, &state, site: site)
        default: break
        }
        if call.method == "GET", path == "api/v1/streaming" { return socket(call, &state) }
        if call.method == "GET", path.hasPrefix("api/v1/streaming/") {
            let query = call.query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
            let name = call.path.dropFirst(3).joined(separator: "/") + (query.isEmpty ? "" : "?\(query)")
            guard !state.hasSockets, state.software != .pleroma else {
                return json(["error": "Not Found"], status: 404)
            }
            guard let next = state.channels[name]?.first else {
                guard state.isLive, state.software == .mastodon else {
                    return json(["error": "Not Found"], status: 404)
                }
                var scenario = Scenario(headers: [("content-type", "text/event-stream")])
                scenario.steps = [.repeated(Array(":)\n".utf8), times: 1), .live(name)]
                return scenario
            }
            state.channels[name]?.removeFirst()
            var scenario = Scenario(headers: [("content-type", "text/event-stream")])
            scenario.steps = [.repeated(Array(":)\n".utf8), times: 1)] + next
            return scenario
        }
        if call.method == "GET", call.path.count == 5, path.hasPrefix("api/v1/timelines/list/") {
            guard state.lists.contains(where: { $0.id == call.path[4] }) else {
                return json(["error": "Record not found"], status: 404)
            }
            return page(of: state.posts(in: call.path[4]), call, state, site: site)
        }
        if call.method == "GET", call.path.count == 5, path.hasPrefix("api/v1/timelines/tag/") {
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
        if call.method == "GET", call.path.count == 5, path.hasPrefix("api/v1/accounts/"), call.path[4] == "statuses" {
            var posts = state.posts.filter { "id-\($0.author)" == call.path[3] }
            if call.value("pinned") == "true" {
                return json(posts.filter { state.pinned.contains($0.id) }.map { status($0, state, site: site) })
            }
            if call.value("exclude_replies") == "true" { posts.removeAll { $0.replyTo != nil } }
            if call.value("exclude_reblogs") == "true" { posts.removeAll { $0.boostOf != nil } }
            return page(of: posts, call, state, site: site)
        }
        if call.method == "GET", call.path.count == 4, path.hasPrefix("api/v1/notifications/") {
            return state.notifications.contains { $0.id == call.path[3] }
                ? json(["id": call.path[3], "type": "mention"]) : json(["error": "Record not found"], status: 404)
        }
        if call.method == "GET", call.path.count > 3, path.hasPrefix("api/v1/statuses/") {
            guard let post = state.posts.first(where: { $0.id == call.path[3] }) else {
                return json(["error": "Record not found"], status: 404)
            }
            if call.path.count == 5, call.path[4] == "source" {
                return json(["id": post.id, "text": post.text, "spoiler_text": post.spoiler])
            }
            return call.path.count == 4
                ? json(status(post, state, site: site)) : context(of: post, isKnown: isKnown, state, site: site)
        }
        if call.method != "GET" || path.hasPrefix("api/v1/media/") || path.hasPrefix("api/v1/polls/")
            || path == "api/v2/search" || path == "api/v1/scheduled_statuses"
        {
            return act(call, path, &state, site: site)
        }
        return json(["error": "Record not found"], status: 404)
    }

    private static func instance(_ state: State, path: String, site: String) -> Scenario {
        let isOld = path == "api/v1/instance"
        if state.software == .pleroma { return pleroma(isOld, site: site) }
        let host = String(site.drop { $0 != "/" }.dropFirst(2))
        var instance: [String: Any] = [
            "title": "Pit Wall", "version": state.software == .mastodon ? "4.6.4" : "0.20.0+git-1234",
            "configuration": [
                "statuses": ["max_characters": 500, "characters_reserved_per_url": 23, "max_media_attachments": 4]
            ],
        ]
        instance[isOld ? "uri" : "domain"] = host
        if state.software == .mastodon { instance["api_versions"] = ["mastodon": 8] }
        if let streaming = state.streaming {
            instance["configuration"] = ["urls": ["streaming": streaming]]
        }
        if state.software == .goToSocial {
            instance["source_url"] = "https://codeberg.org/superseriousbusiness/gotosocial"
        }
        return json(instance)
    }

    // MARK: Pages

    /// Returns a page of posts: cut first, then without hidden ones, as servers do.
    private static func page(of posts: [Post], _ call: Call, _ state: State, site: String) -> Scenario {
        let cut = cut(posts.map(\.id), call, remembering: state.remembered)
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
    private static func cut(_ ids: [String], _ call: Call, remembering remembered: Int? = nil) -> [String] {
        let sorted = ids.sorted { isNewer($0, than: $1) }
        let limit = min(Int(call.value("limit") ?? "20") ?? 20, 40)
        var found = sorted
        if let maximum = call.value("max_id") { found.removeAll { !isNewer(maximum, than: $0) } }
        if let since = call.value("since_id") { found.removeAll { !isNewer($0, than: since) } }
        if let minimum = call.value("min_id") {
            found.removeAll { !isNewer($0, than: minimum) }
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
    private static func marked(_ ids: [String], _ call: Call, _ state: State, site: String) -> Scenario {
        let limit = min(Int(call.value("limit") ?? "20") ?? 20, 40)
        let numbered = ids.enumerated().map { (number: ids.count - $0.offset, id: $0.element) }
        let below = call.value("max_id").flatMap { Int($0) } ?? .max
        let cut = numbered.filter { $0.number < below }.prefix(limit)
        let posts = cut.compactMap { act in state.posts.first { $0.id == act.id } }
        var scenario = json(posts.map { status($0, state, site: site) })
        if let first = cut.first, let last = cut.last {
            let previous = "<\(site)/\(call.path.joined(separator: "/"))?min_id=\(first.number)>; rel=\"prev\""
            let next = link(call, next: "max_id=\(last.number)", previous: "min_id=\(first.number)", site)
            scenario.headers.append(("link", cut.count == limit ? next : previous))
        }
        return scenario
    }

    private static func notifications(_ call: Call, _ state: State, site: String) -> Scenario {
        let ids = cut(state.notifications.map(\.id), call)
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
    private static func groups(_ call: Call, _ state: State, site: String) -> Scenario {
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
    private static func found(_ call: Call, _ state: State, site: String) -> Scenario {
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

    /// Returns what a post replies to, and the replies to it, without hidden posts. As Mastodon does, a stranger gets the
    /// nearest 40 ancestors, and of the replies the first 60 in the order of the tree, at most 20 deep.
    private static func context(of post: Post, isKnown: Bool, _ state: State, site: String) -> Scenario {
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

    // MARK: Entities

    static func account(_ name: String, site: String) -> [String: Any] {
        [
            "id": "id-\(name)", "username": name, "acct": name, "display_name": name == "kim" ? "" : name.capitalized,
            "url": "\(site)/@\(name)", "uri": "\(site)/users/\(name)", "avatar": "\(site)/avatars/\(name).png",
            "bot": false, "locked": false, "note": "<p>Hello</p>", "fields": [] as [Any], "emojis": [] as [Any],
        ]
    }

    static func status(_ post: Post, _ state: State, site: String) -> [String: Any] {
        var status: [String: Any] = [
            "id": post.id, "created_at": post.time.rfc3339, "uri": "\(site)/users/\(post.author)/statuses/\(post.id)",
            "url": "\(site)/@\(post.author)/\(post.id)", "account": account(post.author, site: site),
            "content": post.boostOf == nil ? "<p>\(post.text)</p>" : "", "spoiler_text": post.spoiler,
            "sensitive": !post.spoiler.isEmpty,
            "visibility": post.visibility, "language": "en", "replies_count": 1, "reblogs_count": 2,
            "favourites_count": state.favourites.contains(post.id) ? 4 : 3,
            "favourited": state.favourites.contains(post.id), "reblogged": state.boosts.contains(post.id),
            "bookmarked": state.bookmarks.contains(post.id), "media_attachments": [] as [Any],
            "mentions": [] as [Any], "emojis": [] as [Any],
            "tags": post.tags.map { ["name": $0, "url": "\(site)/tags/\($0)"] },
            "application": ["name": "Pit Radio", "website": NSNull()],
            "edited_at": post.edited.map { $0.rfc3339 } ?? NSNull() as Any, "poll": NSNull(),
            "card": NSNull(), "in_reply_to_id": post.replyTo ?? NSNull() as Any,
        ]
        let boosted = state.posts.first { $0.id == post.boostOf }
        status["reblog"] = boosted.map { self.status($0, state, site: site) } ?? NSNull() as Any
        if let poll = state.polls[post.id] { status["poll"] = self.poll(poll, of: post.id) }
        if state.pinned.contains(post.id) { status["pinned"] = true }
        status["filtered"] =
            post.filter.map { filter in
                [
                    [
                        "filter": [
                            "id": "1", "title": filter.title, "context": ["home", "public"],
                            "filter_action": filter.action,
                        ],
                        "keyword_matches": ["spoilers"], "status_matches": NSNull(),
                    ] as [String: Any]
                ]
            } ?? []
        if let extra = post.extra {
            do {
                let object = try JSONSerialization.jsonObject(with: Data(extra.utf8)) as? [String: Any]
                status.merge(object ?? [:]) { _, new in new }
            } catch {
                status["content"] = "the extra members are not JSON: \(error)"
            }
        }
        return state.software == .pleroma ? pleroma(status, post, site: site) : status
    }

    // MARK: Authorisation

    private static func authorisation(_ call: Call, _ path: String, _ state: inout State, site: String) -> Scenario {
        switch path {
        case "api/v1/apps":
            state.addNumber()
            let client = "client-\(state.lastNumber)"
            state.applications[client] = call.value("redirect_uris") ?? ""
            return json(["client_id": client, "client_secret": "secret of \(client)", "name": "x"])
        case "oauth/authorize":
            // Stands for the person who agrees in a browser.
            guard let client = call.value("client_id"), let redirect = call.value("redirect_uri"),
                state.applications[client]?.split(separator: "\n").map(String.init).contains(redirect) ?? false,
                call.value("code_challenge_method") == "S256", let challenge = call.value("code_challenge")
            else { return json(["error": "invalid_request"], status: 400) }
            state.addNumber()
            let code = "code-\(state.lastNumber)"
            state.codes[code] = challenge
            guard redirect.hasPrefix("http") else { return .text(code, type: "text/html") }
            return .redirect(to: "\(redirect)?code=\(code)&state=\(call.value("state") ?? "")", status: 302)
        case "oauth/token":
            guard let code = call.value("code"), state.codes.removeValue(forKey: code) != nil,
                call.value("code_verifier")?.utf8.count ?? 0 >= 43, call.value("grant_type") == "authorization_code",
                call.value("client_secret") == "secret of \(call.value("client_id") ?? "")"
            else {
                return json(["error": "invalid_grant", "error_description": "The code is not valid."], status: 400)
            }
            state.tokens.insert("token for \(code)")
            return json(["access_token": "token for \(code)", "token_type": "Bearer", "scope": "read write"])
        default:
            if let token = call.value("token") { state.tokens.remove(token) }
            return json([:] as [String: Any])
        }
    }
}

extension FakeMastodon.State {
    /// Returns the posts of a timeline.
    fileprivate func posts(in timeline: String) -> [FakeMastodon.Post] {
        posts.filter { $0.timelines?.contains(timeline) ?? true }
    }
}
