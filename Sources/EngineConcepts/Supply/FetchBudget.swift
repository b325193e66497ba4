/// The limits that a source sets for further requests: when, how many, and from when on they are useful.
public struct FetchBudget: Hashable, Sendable, Codable {
    /// The earliest time for the next request (Retry-After), or `nil` if there is no limit.
    public var retryAt: Timestamp?
    /// The remaining requests in the source's current rate-limit period.
    public var requestsLeft: Int?
    /// The time until which the answer is fresh according to the source (cache lifetimes, `ttl`).
    public var freshUntil: Timestamp?
    /// The earliest time for the next ``RefreshOccasion/routine`` request. For suppliers that cannot report
    /// "unchanged" without asking their source. After an answer that is out of date, it is ``freshUntil`` unless it is given.
    public var routineAt: Timestamp?

    /// Creates a budget; `nil` stands for unknown.
    public init(
        retryAt: Timestamp? = nil, requestsLeft: Int? = nil, freshUntil: Timestamp? = nil, routineAt: Timestamp? = nil
    ) {
        self.retryAt = retryAt
        self.requestsLeft = requestsLeft
        self.freshUntil = freshUntil
        self.routineAt = routineAt
    }
}
