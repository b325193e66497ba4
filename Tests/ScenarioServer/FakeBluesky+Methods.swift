import Foundation

// The methods of XRPC.
extension FakeBluesky {
    private static let own = "did:plc:ann"

    static func route(_ call: Call, _ state: inout State, site: String) -> Scenario {
        switch call.method {
        case "com.atproto.server.describeServer":
            return json(["did": "did:web:pds.example", "availableUserDomains": [".test"]])
        case "_health": return json(["version": "0.4.100"])
        case "com.atproto.server.createSession": return createSession(call, &state)
        case "com.atproto.server.refreshSession": return refreshSession(call, &state)
        case "com.atproto.server.deleteSession":
            state.refresh.remove(call.token ?? "")
            state.access = []
            return Scenario(status: 200)
        case "com.atproto.identity.resolveHandle":
            guard let did = state.handles.first(where: { $0.value == call.value("handle") })?.key else {
                return fault(400, "InvalidRequest", "Unable to resolve handle")
            }
            return json(["did": did])
        default: break
        }
        let isKnown = call.isAccepted || !call.isProved && call.token.map(state.access.contains) ?? false
        if call.token != nil, !isKnown { return fault(400, "ExpiredToken", "Token has expired") }
        if let answer = publicAnswer(call, state) { return answer }
        guard isKnown else { return fault(401, "AuthMissing", "Authentication Required") }
        return ownAnswer(call, &state) ?? fault(501, "MethodNotImplemented", call.method)
    }

    // MARK: Sessions

    private static func createSession(_ call: Call, _ state: inout State) -> Scenario {
        let input = call.input
        guard input["password"] as? String == state.password,
            ["ann.test", own].contains(input["identifier"] as? String)
        else { return fault(401, "AuthenticationRequired", "Invalid identifier or password") }
        state.sessions += 1
        return session("created-\(state.sessions)", &state)
    }

    private static func refreshSession(_ call: Call, _ state: inout State) -> Scenario {
        guard let token = call.token, state.refresh.contains(token) else {
            return fault(400, "ExpiredToken", "Token has been revoked")
        }
        state.renewals += 1
        state.refresh.remove(token)
        return session("renewed-\(state.renewals)", &state)
    }

    private static func session(_ name: String, _ state: inout State) -> Scenario {
        state.access.insert("access-\(name)")
        state.refresh.insert("refresh-\(name)")
        return json([
            "did": own, "handle": "ann.test", "accessJwt": "access-\(name)", "refreshJwt": "refresh-\(name)",
        ])
    }

    // MARK: Reading

    /// Returns the answer of a method that needs no account, or `nil` for others.
    private static func publicAnswer(_ call: Call, _ state: State) -> Scenario? {
        switch call.method {
        case "app.bsky.actor.getProfile":
            let actor = call.value("actor")
            guard let did = state.handles.first(where: { $0.key == actor || $0.value == actor })?.key else {
                return fault(400, "InvalidRequest", "Profile not found")
            }
            return json(profile(did, state))
        case "app.bsky.feed.getAuthorFeed":
            let actor = call.value("actor")
            let entries = state.posts.filter { post in
                [post.repost?.person ?? post.author]
                    .contains { name in
                        actor == "did:plc:\(name)" || actor == state.handles["did:plc:\(name)"]
                    }
            }
            return page("feed", entries, call, state, hasCursor: state.vanishingCursors == 0) { entry($0, state) }
        case "app.bsky.feed.getListFeed":
            return page("feed", state.posts, call, state) { entry($0, state) }
        case "app.bsky.feed.getFeed":
            let posts = state.feed.compactMap { uri in state.posts.first { $0.uri == uri } }
            return json(["feed": posts.map { ["post": view($0, state)] }, "cursor": "next"])
        case "app.bsky.feed.getFeedGenerator":
            return json(["view": named("app.bsky.feed.generator/cats", "Cats", state), "isOnline": true])
        case "app.bsky.graph.getList":
            return json(["list": named("app.bsky.graph.list/racing", "Racing", state), "items": []])
        case "app.bsky.feed.getPosts":
            let uris = call.values("uris")
            guard uris.count <= 25 else { return fault(400, "InvalidRequest", "too many uris") }
            return json([
                "posts": uris.compactMap { uri in
                    state.posts.first { $0.uri == uri && !state.hidden.contains(uri) }.map { view($0, state) }
                }
            ])
        case "app.bsky.feed.getPostThread":
            guard let post = state.posts.first(where: { $0.uri == call.value("uri") }) else {
                return fault(400, "NotFound", "Post not found")
            }
            let depth = call.value("depth").flatMap { Int($0) } ?? 6
            return json(["thread": thread(post, state, depth: depth, hasParents: true)])
        default: return nil
        }
    }

    /// Returns the answer of a method that needs the account, or `nil` for others.
    private static func ownAnswer(_ call: Call, _ state: inout State) -> Scenario? {
        switch call.method {
        case "com.atproto.server.getSession": return json(["did": own, "handle": "ann.test"])
        case "app.bsky.actor.getPreferences": return json(["preferences": parsed(state.preferences)])
        case "app.bsky.labeler.getServices": return json(["views": parsed(state.labelers)])
        case "app.bsky.feed.getTimeline":
            if state.vanishingCursors > 0 {
                state.vanishingCursors -= 1
                return page("feed", state.posts, call, state, hasCursor: false) { entry($0, state) }
            }
            return page("feed", state.posts, call, state) { entry($0, state) }
        case "app.bsky.feed.searchPosts":
            let words = call.value("q") ?? ""
            let until = call.value("until").flatMap(milliseconds) ?? .max
            let found = state.posts.filter { post in
                let isMeant =
                    words.hasPrefix("#") ? post.tags.contains(String(words.dropFirst())) : post.text.contains(words)
                return isMeant && post.time < until && post.repost == nil && !state.hidden.contains(post.uri)
            }
            let sorted = found.sorted { ($0.time, $0.uri) > ($1.time, $1.uri) }
            return list("posts", sorted.map { view($0, state) }, call, state)
        case "app.bsky.feed.getActorLikes":
            let liked = state.likes.compactMap { uri in state.posts.first { $0.uri == uri } }
            return list("feed", liked.map { ["post": view($0, state)] }, call, state)
        case "app.bsky.bookmark.getBookmarks":
            let marks = state.bookmarks.map { mark -> [String: Any] in
                let item: [String: Any] =
                    state.posts.first { $0.uri == mark.uri }.map { view($0, state) }
                    ?? ["$type": "app.bsky.feed.defs#notFoundPost", "uri": mark.uri, "notFound": true]
                return ["subject": ["uri": mark.uri, "cid": "c"], "createdAt": mark.time.rfc3339, "item": item]
            }
            return list("bookmarks", marks, call, state)
        case "app.bsky.notification.listNotifications":
            return list("notifications", state.notifications.map { notification($0, state) }, call, state)
        case "app.bsky.graph.getLists":
            return json(["lists": [named("app.bsky.graph.list/racing", "Racing", state)]])
        case "app.bsky.feed.getFeedGenerators":
            return json([
                "feeds": call.values("feeds").map { _ in named("app.bsky.feed.generator/cats", "Cats", state) }
            ])
        case "app.bsky.feed.getActorFeeds": return json(["feeds": []])
        default: return write(call, &state)
        }
    }

    // MARK: Pages

    /// Returns a page of entries sorted by time. Its cursor is the place of its last one, also if that is the last of all.
    private static func page(
        _ name: String, _ entries: [Post], _ call: Call, _ state: State, hasCursor: Bool = true,
        _ view: (Post) -> [String: Any]
    ) -> Scenario {
        let sorted = entries.sorted { ($0.sortTime, $0.uri) > ($1.sortTime, $1.uri) }
        var rest = hasNoEntries(call, state) ? [] : sorted[...]
        if let cursor = call.value("cursor"), !state.ignoresCursors {
            let parts = cursor.split(separator: "|").map(String.init)
            guard !state.expiresCursors, parts.count == 2, let time = Int64(parts[0]) else {
                return fault(400, "InvalidRequest", "Malformed cursor")
            }
            if let place = state.failsBelow, time < place {
                return fault(502, "UpstreamFailure", "The view cannot be reached")
            }
            rest = rest.drop { ($0.sortTime, $0.uri) >= (time, parts[1]) }
        }
        let cut = rest.prefix(call.value("limit").flatMap { Int($0) } ?? 50)
        var answer: [String: Any] = [name: cut.filter { !state.hidden.contains($0.uri) }.map(view)]
        if hasCursor, let last = cut.last { answer["cursor"] = "\(last.sortTime)|\(last.uri)" }
        return json(answer)
    }

    /// Returns true if a list is answered as if it were empty.
    private static func hasNoEntries(_ call: Call, _ state: State) -> Bool {
        state.isEmpty || state.isEmptyBelowTop && call.value("cursor") != nil
    }

    /// Returns a page of a list by places.
    private static func list(_ name: String, _ elements: [[String: Any]], _ call: Call, _ state: State) -> Scenario {
        let start = state.ignoresCursors ? 0 : call.value("cursor").flatMap { Int($0) } ?? 0
        let limit = call.value("limit").flatMap { Int($0) } ?? 50
        let cut = hasNoEntries(call, state) ? [] : elements.dropFirst(start).prefix(limit)
        var answer: [String: Any] = [name: Array(cut)]
        if !cut.isEmpty { answer["cursor"] = String(start + cut.count) }
        return json(answer)
    }

    // MARK: Views

    static func profile(_ did: String, _ state: State) -> [String: Any] {
        let name = String(did.dropFirst("did:plc:".count))
        var viewer: [String: Any] = ["muted": state.muted.contains(did), "blockedBy": false]
        if !state.viewsLag {
            viewer["following"] = record(in: "app.bsky.graph.follow", about: did, state)
            viewer["blocking"] = record(in: "app.bsky.graph.block", about: did, state)
        }
        return [
            "did": did, "handle": state.handles[did] ?? "handle.invalid", "displayName": name.capitalized,
            "description": "Hello from \(name).", "followersCount": 5, "followsCount": 6, "postsCount": 7,
            "labels": [], "viewer": viewer,
        ]
    }

    static func view(_ post: Post, _ state: State) -> [String: Any] {
        var record: [String: Any] = [
            "$type": "app.bsky.feed.post", "text": post.text, "createdAt": post.time.rfc3339, "tags": post.tags,
        ]
        if let parent = post.replyTo {
            record["reply"] = [
                "parent": ["uri": parent, "cid": "c"], "root": ["uri": root(of: parent, state), "cid": "c"],
            ]
        }
        if let facets = post.facets { record["facets"] = parsed(facets) }
        var viewer: [String: Any] = [
            "bookmarked": state.bookmarks.contains { $0.uri == post.uri }, "replyDisabled": post.isGated,
            "embeddingDisabled": post.isGated,
        ]
        if !state.viewsLag {
            viewer["like"] = self.record(in: "app.bsky.feed.like", about: post.uri, state)
            viewer["repost"] = self.record(in: "app.bsky.feed.repost", about: post.uri, state)
        }
        var view: [String: Any] = [
            "$type": "app.bsky.feed.defs#postView", "uri": post.uri, "cid": "cid-\(post.key)",
            "author": profile("did:plc:\(post.author)", state), "record": record, "indexedAt": post.time.rfc3339,
            "replyCount": state.posts.count { $0.replyTo == post.uri }, "repostCount": 1, "likeCount": 2,
            "viewer": viewer,
            "labels": post.labels.map {
                ["src": $0.source, "uri": post.uri, "val": $0.value, "cts": post.time.rfc3339]
            },
        ]
        if let embed = post.embed { view["embed"] = parsed(embed) }
        if post.isGated {
            view["threadgate"] = ["record": ["$type": "app.bsky.feed.threadgate", "allow": [], "post": post.uri]]
        }
        return view
    }

    private static func entry(_ post: Post, _ state: State) -> [String: Any] {
        var entry: [String: Any] = ["post": view(post, state)]
        if let repost = post.repost {
            entry["reason"] = [
                "$type": "app.bsky.feed.defs#reasonRepost", "by": profile("did:plc:\(repost.person)", state),
                "uri": "at://did:plc:\(repost.person)/app.bsky.feed.repost/\(repost.key)",
                "indexedAt": repost.time.rfc3339,
            ]
        } else if post.isPinned {
            entry["reason"] = ["$type": "app.bsky.feed.defs#reasonPin"]
        }
        return entry
    }

    private static func thread(_ post: Post, _ state: State, depth: Int, hasParents: Bool) -> [String: Any] {
        var thread: [String: Any] = ["$type": "app.bsky.feed.defs#threadViewPost", "post": view(post, state)]
        if depth > 0 {
            thread["replies"] = state.posts.filter { $0.replyTo == post.uri && !state.hidden.contains($0.uri) }
                .map { self.thread($0, state, depth: depth - 1, hasParents: false) }
        }
        if hasParents, let parent = post.replyTo {
            if let above = state.posts.first(where: { $0.uri == parent }) {
                thread["parent"] = self.thread(above, state, depth: 0, hasParents: true)
            } else {
                thread["parent"] = ["$type": "app.bsky.feed.defs#notFoundPost", "uri": parent, "notFound": true]
            }
        }
        return thread
    }

    private static func root(of uri: String, _ state: State) -> String {
        var root = uri
        while let above = state.posts.first(where: { $0.uri == root })?.replyTo { root = above }
        return root
    }

    private static func notification(
        _ news: (uri: String, reason: String, time: Int64, subject: String?), _ state: State
    ) -> [String: Any] {
        var view: [String: Any] = [
            "uri": news.uri, "cid": "c", "author": profile("did:plc:pat", state), "reason": news.reason,
            "record": ["$type": "app.bsky.feed.post", "createdAt": news.time.rfc3339], "isRead": false,
            "indexedAt": news.time.rfc3339, "labels": [],
        ]
        view["reasonSubject"] = news.subject
        return view
    }

    private static func named(_ path: String, _ name: String, _ state: State) -> [String: Any] {
        let isFeed = path.contains("generator")
        return [
            "uri": "at://did:plc:kim/\(path)", "cid": "c", isFeed ? "displayName" : "name": name,
            "creator": profile("did:plc:kim", state), "indexedAt": state.now.rfc3339,
        ]
    }

    private static func milliseconds(_ text: String) -> Int64? {
        let bare = text.prefix(19) + "Z"
        return try? Int64(Date(String(bare), strategy: .iso8601).timeIntervalSince1970 * 1000)
    }

    // MARK: Records

    /// Returns the address of the account's record about a subject.
    private static func record(in collection: String, about subject: String, _ state: State) -> String? {
        let key = state.records[collection]?.first { $0.value.contains("\"\(subject.replacing("/", with: "\\/"))\"") }?
            .key
        return key.map { "at://\(own)/\(collection)/\($0)" }
    }

    private static func write(_ call: Call, _ state: inout State) -> Scenario? {
        let input = call.input
        let collection = input["collection"] as? String ?? call.value("collection") ?? ""
        let key = input["rkey"] as? String ?? call.value("rkey") ?? ""
        let uri = "at://\(own)/\(collection)/\(key)"
        switch call.method {
        case "com.atproto.repo.putRecord":
            guard input["repo"] as? String == own, let record = input["record"] as? [String: Any] else {
                return fault(400, "InvalidRequest", "Not the own repository")
            }
            let isNew = state.records[collection]?[key] == nil
            state.records[collection, default: [:]][key] = text(record)
            if collection == "app.bsky.feed.post", isNew, !state.viewsLag {
                var post = Post(key: key, time: state.now, text: record["text"] as? String ?? "")
                post.author = "ann"
                let reply = record["reply"] as? [String: [String: String]]
                post.replyTo = reply?["parent"]?["uri"]
                state.posts.append(post)
            }
            return json(["uri": uri, "cid": "cid-\(key)"])
        case "com.atproto.repo.deleteRecord":
            state.records[collection]?[key] = nil
            state.posts.removeAll { $0.uri == uri }
            return json([:] as [String: Any])
        case "com.atproto.repo.getRecord":
            guard let record = state.records[collection]?[key] else {
                return fault(400, "RecordNotFound", "Could not locate record")
            }
            return json(["uri": uri, "cid": "cid-\(key)", "value": parsed(record)])
        case "com.atproto.repo.listRecords":
            let records = (state.records[collection] ?? [:]).sorted { $0.key > $1.key }
            return json([
                "records": records.map {
                    ["uri": "at://\(own)/\(collection)/\($0.key)", "cid": "c", "value": parsed($0.value)]
                }
            ])
        case "com.atproto.repo.uploadBlob":
            state.blobs.append((call.type ?? "", call.body.count))
            return json([
                "blob": [
                    "$type": "blob", "ref": ["$link": "blob-\(state.blobs.count)"], "mimeType": call.type ?? "",
                    "size": call.body.count,
                ]
            ])
        case "app.bsky.graph.muteActor": state.muted.insert(input["actor"] as? String ?? "")
        case "app.bsky.graph.unmuteActor": state.muted.remove(input["actor"] as? String ?? "")
        case "app.bsky.bookmark.createBookmark":
            let marked = input["uri"] as? String ?? ""
            if !state.bookmarks.contains(where: { $0.uri == marked }) {
                state.bookmarks.insert((marked, state.now), at: 0)
            }
        case "app.bsky.bookmark.deleteBookmark":
            state.bookmarks.removeAll { $0.uri == input["uri"] as? String }
        default: return nil
        }
        return Scenario(status: 200)
    }
}
