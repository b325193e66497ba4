/// The collections of records that Fiber writes.
enum BlueskyCollection: String {
    case post = "app.bsky.feed.post"
    case like = "app.bsky.feed.like"
    case repost = "app.bsky.feed.repost"
    case follow = "app.bsky.graph.follow"
    case block = "app.bsky.graph.block"
}
