import Foundation

extension FakeMastodon {
    static func route(_ call: Call, isKnown: Bool, _ state: inout State, site: String) -> Scenario {
        let path = call.path.joined(separator: "/")
        if let refusal = refusal(of: call, path, isKnown: isKnown, &state) { return refusal }
        if let answer = answer(at: path, call, &state, site: site) { return answer }
        if call.method == "GET", let answer = answer(below: path, call, isKnown: isKnown, &state, site: site) {
            return answer
        }
        if call.method != "GET" || path.hasPrefix("api/v1/media/") || path.hasPrefix("api/v1/polls/")
            || path == "api/v2/search" || path == "api/v1/scheduled_statuses"
        {
            return act(call, path, &state, site: site)
        }
        return notFound
    }

    /// Returns the refusal of a request, or `nil` if the server answers it.
    private static func refusal(of call: Call, _ path: String, isKnown: Bool, _ state: inout State) -> Scenario? {
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
        return nil
    }

    /// Returns the answer at a path without variable parts, or `nil` if there is none.
    private static func answer(at path: String, _ call: Call, _ state: inout State, site: String) -> Scenario? {
        switch (call.method, path) {
        case ("GET", "api/v2/instance"), ("GET", "api/v1/instance"): return instance(state, path: path, site: site)
        case ("GET", ".well-known/nodeinfo"):
            let link = ["rel": "http://nodeinfo.diaspora.software/ns/schema/2.0", "href": "\(site)/nodeinfo/2.0"]
            return json(["links": [link]])
        case ("GET", "nodeinfo/2.0"): return nodeInfo(state)
        case ("GET", "api/v1/markers"), ("POST", "api/v1/markers"): return markers(call, &state)
        case ("GET", "api/v1/lists"): return json(state.lists.map { ["id": $0.id, "title": $0.title] })
        case ("GET", "api/v1/accounts/verify_credentials"): return json(account("ann", site: site))
        case ("GET", "api/v1/accounts/lookup"): return profile(call, site: site)
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
        case ("GET", "api/v1/trends/statuses"): return trends(call, state, site: site)
        case ("GET", "api/v2/search") where call.value("type") == "statuses": return found(call, state, site: site)
        case ("POST", "api/v1/apps"), ("GET", "oauth/authorize"), ("POST", "oauth/token"), ("POST", "oauth/revoke"):
            return authorisation(call, path, &state, site: site)
        case ("GET", "api/v1/streaming"): return socket(call, &state)
        default: return nil
        }
    }

    /// Returns the answer to a GET request whose path names a list, a hashtag, a person, a notification or a post, or
    /// `nil` if there is none.
    private static func answer(
        below path: String, _ call: Call, isKnown: Bool, _ state: inout State, site: String
    ) -> Scenario? {
        if path.hasPrefix("api/v1/streaming/") { return channel(call, &state) }
        if call.path.count == 5, path.hasPrefix("api/v1/timelines/list/") {
            guard state.lists.contains(where: { $0.id == call.path[4] }) else { return notFound }
            return page(of: state.posts(in: call.path[4]), call, state, site: site)
        }
        if call.path.count == 5, path.hasPrefix("api/v1/timelines/tag/") { return tagged(call, state, site: site) }
        if call.path.count == 5, path.hasPrefix("api/v1/accounts/"), call.path[4] == "statuses" {
            return posts(ofPerson: call.path[3], call, state, site: site)
        }
        if call.path.count == 4, path.hasPrefix("api/v1/notifications/") {
            return state.notifications.contains { $0.id == call.path[3] }
                ? json(["id": call.path[3], "type": "mention"]) : notFound
        }
        if call.path.count > 3, path.hasPrefix("api/v1/statuses/") {
            guard let post = state.posts.first(where: { $0.id == call.path[3] }) else { return notFound }
            if call.path.count == 5, call.path[4] == "source" {
                return json(["id": post.id, "text": post.text, "spoiler_text": post.spoiler])
            }
            return call.path.count == 4
                ? json(status(post, state, site: site)) : context(of: post, isKnown: isKnown, state, site: site)
        }
        return nil
    }

    // MARK: The server and people

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

    private static func nodeInfo(_ state: State) -> Scenario {
        let (name, version) =
            switch state.software {
            case .mastodon: ("mastodon", "4.6.4")
            case .goToSocial: ("gotosocial", "0.20.0")
            case .pleroma: ("akkoma", "3.15.2")
            }
        return json(["software": ["name": name, "version": version], "version": "2.0"])
    }

    private static func markers(_ call: Call, _ state: inout State) -> Scenario {
        for field in call.form where field.name.hasSuffix("[last_read_id]") {
            state.markers[String(field.name.prefix { $0 != "[" })] = field.value
        }
        let asked = call.method == "POST" ? Array(state.markers.keys) : call.values("timeline[]")
        let now = state.now.rfc3339
        return json(
            state.markers.filter { asked.contains($0.key) }
                .mapValues { ["last_read_id": $0, "version": 1, "updated_at": now] as [String: Any] })
    }

    private static func profile(_ call: Call, site: String) -> Scenario {
        let name = call.value("acct")?.split(separator: "@").first.map(String.init) ?? ""
        guard ["ann", "pat", "kim"].contains(name) else { return notFound }
        let link = "<a href=\"https://pat.example\">pat.example</a>"
        let field: [String: Any] = ["name": "Site", "value": link, "verified_at": "2026-11-01T00:00:00.000Z"]
        let more: [String: Any] = [
            "followers_count": 12, "following_count": 3, "statuses_count": 50,
            "fields": name == "pat" ? [field] : [],
        ]
        return json(account(name, site: site).merging(more) { $1 })
    }

    // MARK: Channels

    /// Returns the events of the channel that the path names.
    private static func channel(_ call: Call, _ state: inout State) -> Scenario {
        let query = call.query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
        let name = call.path.dropFirst(3).joined(separator: "/") + (query.isEmpty ? "" : "?\(query)")
        let noChannel = json(["error": "Not Found"], status: 404)
        guard !state.hasSockets, state.software != .pleroma else { return noChannel }
        var scenario = Scenario(headers: [("content-type", "text/event-stream")])
        guard let next = state.channels[name]?.first else {
            guard state.isLive, state.software == .mastodon else { return noChannel }
            scenario.steps = [.repeated(Array(":)\n".utf8), times: 1), .live(name)]
            return scenario
        }
        state.channels[name]?.removeFirst()
        scenario.steps = [.repeated(Array(":)\n".utf8), times: 1)] + next
        return scenario
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
