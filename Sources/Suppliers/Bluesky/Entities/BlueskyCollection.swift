/// The collections of records that Fiber writes, or whose addresses it understands.
enum BlueskyCollection: String {
    case post = "app.bsky.feed.post"
    case like = "app.bsky.feed.like"
    case repost = "app.bsky.feed.repost"
    case feed = "app.bsky.feed.generator"
    case follow = "app.bsky.graph.follow"
    case block = "app.bsky.graph.block"
    case list = "app.bsky.graph.list"
    case profile = "app.bsky.actor.profile"
}

extension ATURI {
    /// The collection, or `nil` if there is none or this version does not know it.
    var knownCollection: BlueskyCollection? { collection.flatMap { BlueskyCollection(rawValue: $0) } }
}
