import Foundation

extension FakeMastodon {
    /// Answers requests that change something, and those about media and polls.
    static func act(_ call: Call, _ path: String, _ state: inout State, site: String) -> Scenario {
        if let token = call.token, state.readOnlyTokens.contains(token), call.method != "GET" {
            return json(["error": "This action is outside the authorized scopes"], status: 403)
        }
        let answer = done(call, path, &state, site: site)
        if let next = state.lostAnswers["\(call.method) \(path)"], next > 0 {
            state.lostAnswers["\(call.method) \(path)"] = next - 1
            return .hangUp
        }
        if let gate = state.heldAnswers["\(call.method) \(path)"] { return .held(by: gate, then: answer) }
        return answer
    }

    private static func done(_ call: Call, _ path: String, _ state: inout State, site: String) -> Scenario {
        let last = call.path.last ?? ""
        switch (call.method, call.path.dropFirst(2).first ?? "", call.path.count) {
        case ("POST", "statuses", 3): return create(call, &state, site: site)
        case ("PUT", "statuses", 4): return edit(last, call, &state, site: site)
        case ("DELETE", "statuses", 4): return delete(last, &state, site: site)
        case ("POST", "statuses", 5):
            if last == "reblog", let audience = call.value("visibility") { state.boostAudiences.append(audience) }
            return react(to: call.path[3], last, &state, site: site)
        case ("POST", "accounts", 5):
            state.personActs.append("\(last) \(call.path[3])")
            relate(to: call.path[3], by: last, &state)
            return json(relationship(to: call.path[3], state))
        case ("POST", "reports", 3):
            state.reports.append(call.form.reduce(into: [:]) { $0[$1.name] = $1.value ?? "" })
            return json(["id": "1", "action_taken": false])
        case ("GET", "scheduled_statuses", 3): return json(state.scheduled.map(scheduled))
        case ("DELETE", "scheduled_statuses", 4):
            guard state.scheduled.contains(where: { $0.id == last }) else { return notFound }
            state.scheduled.removeAll { $0.id == last }
            return json([:] as [String: Any])
        case ("POST", "media", 3):
            state.addNumber()
            // Pleroma identifies media by negative numbers.
            let id = state.software == .pleroma ? "-\(2_147_000_000 - state.lastNumber)" : "medium-\(state.lastNumber)"
            state.media[id] = call.body
            return json(["id": id, "type": "image"], status: state.processing > 0 ? 202 : 200)
        case ("GET", "media", 4) where state.media[last] == nil: return notFound
        case ("GET", "media", 4):
            state.processing = max(0, state.processing - 1)
            return json(["id": last, "type": "image"], status: state.processing > 0 ? 206 : 200)
        case ("GET", "polls", 4):
            let poll = state.polls.first { "poll-\($0.key)" == last }
            return poll.map { json(self.poll($0.value, of: $0.key)) } ?? notFound
        case ("POST", "polls", 5): return vote(in: call.path[3], call, &state)
        case ("GET", "search", 3):
            let handle = (call.value("q") ?? "").drop { $0 == "@" }
            guard state.remotePeople.contains(String(handle)) else { return json(["accounts": [] as [Any]]) }
            var person = account(handle.split(separator: "@").first.map(String.init) ?? "", site: site)
            person["acct"] = String(handle)
            return json(["accounts": [person]])
        default: return notFound
        }
    }

    /// Changes the relation to a person. A block ends the following.
    private static func relate(to id: String, by act: String, _ state: inout State) {
        switch act {
        case "follow" where state.followed.contains(id): break
        case "follow" where state.locked.contains(id): state.requested.insert(id)
        case "follow": state.followed.insert(id)
        case "mute": state.muted.insert(id)
        case "unmute": state.muted.remove(id)
        case "unblock": state.blocked.remove(id)
        case "block", "unfollow":
            state.followed.remove(id)
            state.requested.remove(id)
            if act == "block" { state.blocked.insert(id) }
        default: break
        }
    }

    static func relationship(to id: String, _ state: State) -> [String: Any] {
        [
            "id": id, "following": state.followed.contains(id), "followed_by": id == "id-pat",
            "requested": state.requested.contains(id), "muting": state.muted.contains(id),
            "blocking": state.blocked.contains(id),
        ]
    }

    static var notFound: Scenario { json(["error": "Record not found"], status: 404) }

    private static func scheduled(_ post: Scheduled) -> [String: Any] {
        var parameters: [String: Any] = ["text": post.text, "sensitive": post.value("sensitive") == "true"]
        for name in ["visibility", "spoiler_text", "language", "in_reply_to_id"] {
            parameters[name] = post.value(name).map { $0 as Any } ?? NSNull()
        }
        let media = post.values("media_ids[]")
        parameters["media_ids"] = media
        let options = post.values("poll[options][]")
        if !options.isEmpty {
            parameters["poll"] =
                [
                    "options": options, "expires_in": post.value("poll[expires_in]") ?? "",
                    "multiple": post.value("poll[multiple]") == "true",
                ] as [String: Any]
        }
        return [
            "id": post.id, "scheduled_at": post.time ?? "", "params": parameters,
            "media_attachments": media.map { ["id": $0] },
        ]
    }

    private static func create(_ call: Call, _ state: inout State, site: String) -> Scenario {
        if state.software == .mastodon, let key = call.key, let id = state.created[key],
            let post = state.posts.first(where: { $0.id == id })
        {
            return json(status(post, state, site: site))
        }
        if call.value("scheduled_at") != nil {
            if let key = call.key, let id = state.created[key], let post = state.scheduled.first(where: { $0.id == id })
            {
                return json(scheduled(post))
            }
            let post = Scheduled(id: "later-\(state.scheduled.count)", fields: call.form)
            state.scheduled.append(post)
            if let key = call.key { state.created[key] = post.id }
            return json(scheduled(post))
        }
        state.addNumber()
        var post = Post(
            id: id(at: state.now, number: state.lastNumber, state.software), time: state.now,
            text: call.value("status") ?? "")
        post.author = "ann"
        post.replyTo = call.value("in_reply_to_id")
        post.visibility = call.value("visibility") ?? "public"
        post.spoiler = call.value("spoiler_text") ?? ""
        let attached = call.form.filter { $0.name == "media_ids[]" }.compactMap(\.value)
        if !attached.allSatisfy({ state.media[$0] != nil }) {
            return json(["error": "Validation failed: Media does not exist"], status: 422)
        }
        if post.text.isEmpty, attached.isEmpty {
            return json(["error": "Validation failed: Text can't be blank"], status: 422)
        }
        state.sent.append(call.form.reduce(into: [:]) { $0[$1.name] = $1.value ?? "" })
        state.posts.insert(post, at: 0)
        if let key = call.key { state.created[key] = post.id }
        return json(status(post, state, site: site))
    }

    private static func react(to id: String, _ act: String, _ state: inout State, site: String) -> Scenario {
        guard let post = state.posts.first(where: { $0.id == id }) else {
            return json(["error": "Record not found"], status: 404)
        }
        func add(_ list: inout [String]) {
            if !list.contains(id) { list.insert(id, at: 0) }
        }
        switch act {
        case "favourite": add(&state.favourites)
        case "unfavourite": state.favourites.removeAll { $0 == id }
        case "bookmark": add(&state.bookmarks)
        case "unbookmark": state.bookmarks.removeAll { $0 == id }
        case "reblog":
            if state.software == .goToSocial { state.boosts.insert(id, at: 0) } else { add(&state.boosts) }
            state.addNumber()
            var boost = Post(
                id: self.id(at: state.now, number: state.lastNumber, state.software), time: state.now, text: "")
            boost.author = "ann"
            boost.boostOf = id
            return json(status(boost, state, site: site, with: post))
        case "pin", "unpin":
            guard post.author == "ann" else {
                return json(["error": "Validation failed: You cannot pin someone else's post"], status: 422)
            }
            state.pinned = act == "pin" ? state.pinned.union([id]) : state.pinned.subtracting([id])
        case "unreblog": state.boosts.removeAll { $0 == id }
        default: return json(["error": "Record not found"], status: 404)
        }
        return json(status(post, state, site: site))
    }

    /// Returns a boost that is not among the posts.
    private static func status(_ boost: Post, _ state: State, site: String, with boosted: Post) -> [String: Any] {
        var object = status(boost, state, site: site)
        object["reblog"] = status(boosted, state, site: site)
        return object
    }

    private static func edit(_ id: String, _ call: Call, _ state: inout State, site: String) -> Scenario {
        guard let index = state.posts.firstIndex(where: { $0.id == id && $0.author == "ann" }) else { return notFound }
        state.posts[index].text = call.value("status") ?? ""
        state.posts[index].spoiler = call.value("spoiler_text") ?? ""
        state.sent.append(call.form.reduce(into: [:]) { $0[$1.name] = $1.value ?? "" })
        var object = status(state.posts[index], state, site: site)
        object["edited_at"] = state.now.rfc3339
        return json(object)
    }

    private static func delete(_ id: String, _ state: inout State, site: String) -> Scenario {
        guard let post = state.posts.first(where: { $0.id == id && $0.author == "ann" }) else { return notFound }
        state.posts.removeAll { $0.id == id }
        return json(status(post, state, site: site))
    }

    static func poll(_ poll: (options: [String], own: [Int]), of id: String) -> [String: Any] {
        [
            "id": "poll-\(id)", "expired": false, "multiple": true, "votes_count": 3 + poll.own.count,
            "voted": !poll.own.isEmpty, "own_votes": poll.own,
            "options": poll.options.map { ["title": $0, "votes_count": 1] as [String: Any] },
        ]
    }

    private static func vote(in id: String, _ call: Call, _ state: inout State) -> Scenario {
        guard let known = state.polls.first(where: { "poll-\($0.key)" == id }) else { return notFound }
        guard known.value.own.isEmpty else {
            return json(["error": "Validation failed: You have already voted on this poll"], status: 422)
        }
        let choices = call.form.filter { $0.name == "choices[]" }.compactMap { $0.value.flatMap { Int($0) } }
        state.polls[known.key]?.own = choices
        return json(poll((known.value.options, choices), of: known.key))
    }
}
