/// The reactions that the source counts; `nil` stands for unknown.
public struct Counts: Hashable, Sendable {
    /// The number of replies or comments.
    public var replies: Int?
    /// The number of boosts.
    public var boosts: Int?
    /// The number of likes.
    public var likes: Int?
    /// The score from votes.
    public var points: Int?

    public init(replies: Int? = nil, boosts: Int? = nil, likes: Int? = nil, points: Int? = nil) {
        self.replies = replies
        self.boosts = boosts
        self.likes = likes
        self.points = points
    }
}
