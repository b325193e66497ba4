/// The server's answers to single questions about a timeline.
struct TimelineAnswers: Sendable {
    /// The server's identity of the list, the feed or the person of the timeline, or `nil` before the first request.
    var id: String?
    /// The identities of the posts that the person has pinned, or `nil` before the first request.
    var pins: Set<String>?
    /// The items that the server had although a page did not list them.
    var present: Set<String> = []
}
