/// Posts of an outline that are not loaded.
public struct OutlineGap: Hashable, Sendable {
    /// The position of missing posts.
    public enum Position: Hashable, Sendable {
        /// Above this post: what it replies to.
        case above(String)
        /// Among the replies to this post.
        case replies(to: String)
        /// Below this post of a list: older posts.
        case below(String)
        /// All posts of a source of a list: none could be loaded.
        case newest

        /// The identity of the post that the position is at, or `nil` for ``newest``.
        var post: String? {
            switch self {
            case .above(let id), .replies(let id), .below(let id): id
            case .newest: nil
            }
        }
    }

    public var position: Position
    /// The number of missing posts, or `nil` if unknown.
    public var count: Int?
    /// The token that continues here, or `nil` if the position is enough.
    public var token: Token?
    /// True if the source was asked for these posts and did not send them: they are private or deleted, or the source
    /// sends only a part of so many.
    public var isRefused = false
    /// The number of the source of a list whose posts are missing; 0 in a thread.
    public var source: Int

    public init(_ position: Position, count: Int? = nil, token: Token? = nil, source: Int = 0) {
        self.position = position
        self.count = count
        self.token = token
        self.source = source
    }

    /// Returns the gap as one of another source.
    func of(_ source: Int) -> OutlineGap {
        var gap = self
        gap.source = source
        return gap
    }
}
