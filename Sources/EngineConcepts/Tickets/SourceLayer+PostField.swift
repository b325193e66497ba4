extension SourceLayer {
    /// The names of fields of posts.
    public enum PostField {
        /// The server's identity of the post that actions aim at: for a boost, the boosted one.
        public static let target = "post"
        /// The audience, if it is not everybody.
        public static let visibility = "visibility"
        /// The reason for a notification, such as `favourite`.
        public static let notification = "notification"
        /// The number of further people who did the same.
        public static let others = "others"
        /// `true` if media must not be shown unasked.
        public static let sensitive = "sensitive"
        /// `true` for a post that is pinned to its author's profile.
        public static let pinned = "pinned"
        /// The state of a quotation that is not shown, such as `pending`.
        public static let quote = "quote"
        /// The rule of the author for replies: `limited`, or `closed` if the account may not reply.
        public static let replies = "replies"
        /// The identity of the poll.
        public static let poll = "poll"
        /// The options and results of the poll: ``PostPoll/field``.
        public static let pollState = "poll-state"
        /// The addresses of the author's pages that the server has verified, separated by spaces.
        public static let verified = "verified"
        /// The full handles of the people whom the post names, separated by spaces.
        public static let mentions = "mentions"
    }
}
