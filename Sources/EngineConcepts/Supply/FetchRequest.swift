/// A request to a supplier for one page.
public struct FetchRequest: Hashable, Sendable {
    /// The place where a page begins.
    public enum Origin: Hashable, Sendable {
        /// At the newest item.
        case newest
        /// At a token. `edge` is the bound of coverage there. Everything between `edge` and the token's place arrived
        /// with the page that gave the token, so a claim in the answer begins at `edge`.
        case token(Token, edge: Timestamp)
        /// Next to a known ticket. Used if there is no valid token.
        case anchor(OrderKey, edge: Timestamp)
        /// At a time. Only for suppliers with ``SupplierTraits/readsTimeRanges``.
        case time(Timestamp)
    }

    /// The direction in which the page is read from its origin.
    public var direction: ReadDirection
    public var origin: Origin
    /// The time that the caller wants to reach, or `nil` for one page. A hint: the page may be shorter or longer.
    public var bound: Timestamp?
    /// The number of items that the caller wants at most. A supplier may return more at no extra cost.
    public var maximumItems: Int
    /// The text that the supplier stored with its last committed answer, such as validators and cursors.
    public var memory: String?
    /// The time of this request. Suppliers must use it instead of the clock.
    public var now: Timestamp
    /// The reason for the request. Fills of gaps always count as ``RefreshOccasion/manual``.
    public var occasion: RefreshOccasion
    /// The ranges that the supplier had claimed before the request.
    public var claimed: TimeframeSet
    /// True if the answer must have the newest items even if nothing has changed since ``memory``, or if the source is not
    /// due: a gap is filled from the top, and only these items lead to older ones.
    public var needsItems: Bool
    /// The last newest page if that looked out of date, or `nil` if it did not. Only for requests of the newest page.
    package var outdatedPage: OutdatedPage?
    /// The ranges that the fill tries again although the source has lost their items or could not deliver them: "not modified"
    /// completes none of them. Only for requests of the newest page.
    package var retried = TimeframeSet()

    public init(
        direction: ReadDirection = .older, origin: Origin, bound: Timestamp? = nil, maximumItems: Int = 60,
        memory: String? = nil, now: Timestamp, occasion: RefreshOccasion = .manual,
        claimed: TimeframeSet = TimeframeSet(), needsItems: Bool = false
    ) {
        self.direction = direction
        self.origin = origin
        self.bound = bound
        self.maximumItems = maximumItems
        self.memory = memory
        self.now = now
        self.occasion = occasion
        self.claimed = claimed
        self.needsItems = needsItems
    }
}

extension FetchRequest {
    /// The bound of coverage that the answer's claims must touch to extend it.
    public var edge: Timestamp {
        switch origin {
        case .newest: now.flooredToSecond
        case .token(_, let edge), .anchor(_, let edge): edge
        case .time(let time): direction == .older ? time.ceiledToSecond : time.flooredToSecond
        }
    }

    /// The newer bound of what an answer to a request downwards can claim, unless it was read from the top: then it can claim
    /// what it shows above this bound as well.
    public var start: Timestamp { origin == .newest ? now : edge }
}
