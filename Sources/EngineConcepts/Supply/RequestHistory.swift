/// The results of a supplier's requests, which tell when it may be asked again.
public struct RequestHistory: Hashable, Sendable, Codable {
    /// The result of the last request.
    public var condition: Condition
    /// The time of the last successful request, or `nil` before the first.
    public var lastSuccess: Timestamp?
    /// The number of consecutive failures to get the newest items.
    public var failures = 0
    /// The time of the first of the consecutive failures, or `nil` if the last request did not fail or the time is unknown.
    public var failingSince: Timestamp?
    /// The limits of requests that the source reported last.
    public var budget: FetchBudget

    /// Creates a history; without arguments, that of a supplier that was never asked.
    public init(
        _ condition: Condition = .notAsked, lastSuccess: Timestamp? = nil, budget: FetchBudget = FetchBudget()
    ) {
        self.condition = condition
        self.lastSuccess = lastSuccess
        self.budget = budget
    }

    /// The result of a supplier's last request.
    public enum Condition: Hashable, Sendable, Codable {
        /// No request was made, or none counts any more.
        case notAsked
        /// The last request succeeded.
        case healthy
        /// The last request is still running, and the fill went on without it.
        case slow
        case failed(SupplierError, at: Timestamp)

        private enum CodingKeys: String, CodingKey {
            case notAsked = "neverAsked"
            case healthy = "well"
            case slow, failed
        }
    }

    /// The reason for missing ranges that have none of their own.
    public var cause: GapCause {
        switch condition {
        case .notAsked, .healthy: budget.retryAt.map { .rateLimited(until: $0) } ?? .notAsked
        case .slow: .slow
        case .failed(let error, _): error.code == .rateLimited ? .rateLimited(until: budget.retryAt) : error.gapCause
        }
    }

    /// Records an answer with these limits.
    package mutating func succeed(_ budget: FetchBudget, at time: Timestamp) {
        condition = .healthy
        failures = 0
        failingSince = nil
        lastSuccess = time
        self.budget = budget
        self.budget.retryAt = budget.retryAt.map { Backoff.end(until: $0, from: time) }
    }

    /// Records a failure.
    ///
    /// - Parameter isOfNewest: True for a request for the newest items. Other failures do not count, because they say nothing
    ///   about the next refresh.
    package mutating func fail(_ error: SupplierError, at time: Timestamp, isOfNewest: Bool = true) {
        condition = .failed(error, at: time)
        if isOfNewest {
            failures = failures.adding(saturating: 1)
            failingSince = failingSince ?? time
        }
        budget.retryAt = error.retryAt.map { Backoff.end(until: $0, from: time) }
    }

    /// Clears the last failure, even a permanent one, so that the source is asked again. Keeps an unexpired rate
    /// limit together with its failure, so that the source is not asked too early and the screen can say why.
    public mutating func clearFailures(at now: Timestamp) {
        guard case .failed = condition else { return }
        failures = 0
        failingSince = nil
        guard !budget.requestsBackoff(at: now) else { return }
        condition = lastSuccess == nil ? .notAsked : .healthy
    }

    /// Clears the last failure and the rate limit if the source answered another request at `time` and this supplier
    /// has not been asked since.
    public mutating func clearRateLimit(answered time: Timestamp) {
        let lastRequest = if case .failed(_, let failed) = condition { failed } else { lastSuccess }
        guard lastRequest.map({ $0 <= time }) ?? true else { return }
        budget.retryAt = nil
        clearFailures(at: time)
    }

    /// Removes all successes. Keeps a failure and a rate limit.
    mutating func forgetSuccesses() {
        lastSuccess = nil
        switch condition {
        case .failed: break
        case .notAsked, .healthy, .slow: condition = .notAsked
        }
        budget = FetchBudget(retryAt: budget.retryAt, requestsLeft: budget.requestsLeft)
    }
}

extension SupplierError {
    /// The cause of a gap that results from this error, without the source's current rate limit.
    package var gapCause: GapCause {
        switch code {
        case .rateLimited: .rateLimited(until: retryAt)
        case .notAuthorised: .notAuthorised(message)
        default: .failed(message)
        }
    }
}
