import EngineConcepts

extension SourceLayer {
    /// The names of fields of posts.
    enum PostField {
        /// The server's identity of the post that actions aim at: for a boost, the boosted one.
        static let target = "post"
        /// The audience, if it is not everybody.
        static let visibility = "visibility"
        /// The reason for a notification, such as `favourite`.
        static let notification = "notification"
        /// `true` if media must not be shown unasked.
        static let sensitive = "sensitive"
        /// `true` for a post that is pinned to its author's profile.
        static let pinned = "pinned"
        /// The state of a quotation that is not shown, such as `pending`.
        static let quote = "quote"
        /// The identity of the poll.
        static let poll = "poll"
    }
}
