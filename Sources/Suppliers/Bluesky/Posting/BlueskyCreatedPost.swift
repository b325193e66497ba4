import EngineConcepts
import FoundationBasics

/// A post that was just published, as far as it is known without reading it.
struct BlueskyCreatedPost: Sendable {
    let reference: BlueskyRecord.Reference
    /// The members of its record.
    let members: [String: BlueskyJSON]
    let date: Timestamp
    let quoted: BlueskyPost?
    let card: BlueskyLinkedPage?

    /// Returns the post as an item of the account that has just created it, or `nil` if its profile cannot be read. Pictures
    /// follow with the next refresh.
    func item(of account: String, at server: BlueskyServer, now: Timestamp) async -> SourceItem? {
        do {
            let own = try await server.ownDID(now: now)
            let profile =
                try await server.query(BlueskyJSON.self, "app.bsky.actor.getProfile", [("actor", own)], now: now)
            let post = try JSONDecoder().decode(BlueskyPost.self, from: JSONEncoder().encode(view(by: profile)))
            let converter = BlueskyItemConverter(account: account, moderation: BlueskyModeration(own: own), now: now)
            var item = try converter.item(from: post).get()
            item.body.quoted = quoted.map(BlueskyItemConverter.embedded)
            return item
        } catch {
            // The post is published; the next refresh brings it.
            return nil
        }
    }

    /// Returns the post as a server would show it.
    private func view(by author: BlueskyJSON) -> [String: BlueskyJSON] {
        var record = members
        record["createdAt"] = .text(ATDate.text(date))
        var view: [String: BlueskyJSON] = [
            "uri": .text(reference.uri), "cid": .text(reference.cid), "author": author, "record": .object(record),
            "indexedAt": .text(ATDate.text(date)), "replyCount": 0, "repostCount": 0, "likeCount": 0,
        ]
        if let card {
            view["embed"] = ["$type": "app.bsky.embed.external#view", "external": .object(card.members)]
        }
        return view
    }
}
