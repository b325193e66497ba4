import EngineConcepts
import Networking

/// Reads the rate limit of an account from an answer.
enum BlueskyRateLimit {
    static func budget(of response: TransportResponse, now: Timestamp) -> FetchBudget {
        guard let left = response.header("ratelimit-remaining").flatMap({ Int($0) }), left >= 0 else {
            return FetchBudget()
        }
        let reset = reset(of: response)
        return FetchBudget(retryAt: left == 0 ? reset.flatMap { $0 > now ? $0 : nil } : nil, requestsLeft: left)
    }

    /// Returns the time at which the server counts anew, which it states in seconds since 1970.
    static func reset(of response: TransportResponse) -> Timestamp? {
        response.header("ratelimit-reset").flatMap { Int64($0) }.map { Timestamp(seconds: $0).clampedToDates }
    }
}
