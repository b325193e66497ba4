import EngineConcepts
import FoundationBasics

struct BlueskyCreatedPost: Sendable {
    let reference: BlueskyRecord.Reference
    /// The members of its record.
    let members: [String: BlueskyJSON]
    let date: Timestamp
    let quoted: BlueskyPost?
    let card: BlueskyLinkedPage?

    /// Returns the post as a server would show it. Pictures follow with the next refresh.
    func item(by author: BlueskyJSON, _ converter: BlueskyItemConverter) -> SourceItem? {
        var record = members
        record["createdAt"] = .text(ATDate.text(date))
        var view: [String: BlueskyJSON] = [
            "uri": .text(reference.uri), "cid": .text(reference.cid), "author": author, "record": .object(record),
            "indexedAt": .text(ATDate.text(date)), "replyCount": 0, "repostCount": 0, "likeCount": 0,
        ]
        if let card {
            view["embed"] = ["$type": "app.bsky.embed.external#view", "external": .object(card.members)]
        }
        do {
            let post = try JSONDecoder().decode(BlueskyPost.self, from: JSONEncoder().encode(view))
            var item = try converter.item(from: post).get()
            item.body.quoted = quoted.map(BlueskyItemConverter.embedded)
            return item
        } catch {
            // The next refresh brings the post.
            return nil
        }
    }
}
