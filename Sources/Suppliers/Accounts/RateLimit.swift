import EngineConcepts
import Networking
import WebText

/// The rate limit that a server states in the header fields of a response.
struct RateLimit: Hashable, Sendable {
    /// The remaining requests, or `nil` if the server states no limit.
    let requestsLeft: Int?
    /// The time at which the server counts anew, or `nil` if it states none.
    let resetsAt: Timestamp?

    /// Reads the fields `ratelimit-remaining` and `ratelimit-reset`: RFC 3339, or seconds since 1970.
    ///
    /// - Parameter prefix: The beginning of the names, such as `x-`.
    init(_ response: TransportResponse, prefix: String = "") {
        requestsLeft = response.header("\(prefix)ratelimit-remaining").flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
        resetsAt = response.header("\(prefix)ratelimit-reset")
            .flatMap { Int64($0).map { Timestamp(seconds: $0).clampedToDates } ?? FeedDate.parse($0) }
    }

    /// Returns the time from which requests are answered again, or `nil` if they are answered now.
    func retryTime(after now: Timestamp) -> Timestamp? {
        guard requestsLeft == 0, let resetsAt, resetsAt > now else { return nil }
        return resetsAt
    }

    func budget(now: Timestamp) -> FetchBudget {
        FetchBudget(retryAt: retryTime(after: now), requestsLeft: requestsLeft)
    }
}
