import Foundation

// The people and posts in answers.
extension FakeMastodon {
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
}
