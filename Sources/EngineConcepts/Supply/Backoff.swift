/// A period in which refreshes skip a supplier, and the reason.
public struct Backoff: Hashable, Sendable {
    /// The reason for a backoff.
    public enum Reason: Hashable, Sendable {
        /// The source asked for it, for example by Retry-After.
        case requested
        /// The supplier has failed too often in a row. An explicit fill of its gap, or a restart of the suppliers,
        /// ignores this reason.
        case failing
    }

    /// The longest backoff that a source can ask for. Longer ones are cut, because they may be mistakes.
    public static let maximumDuration = Duration.seconds(86_400)

    public let reason: Reason
    /// The exclusive end of the period.
    public let until: Timestamp
    /// The start of the period. Before it, the entry was written while the clock was ahead, and is ignored.
    let since: Timestamp

    /// Returns true if refreshes skip the supplier at `now`.
    public func isActive(at now: Timestamp) -> Bool { since <= now && now < until }

    /// Returns `retryAt`, limited to the longest backoff.
    package static func end(until retryAt: Timestamp, from now: Timestamp) -> Timestamp {
        min(retryAt, now.advanced(by: maximumDuration))
    }
}

extension FetchBudget {
    /// The period for which the source asked, or `nil` if it did not ask for one.
    public var requestedBackoff: Backoff? {
        retryAt.map {
            Backoff(reason: .requested, until: $0, since: $0.advanced(by: .zero - Backoff.maximumDuration))
        }
    }

    /// Returns true if the source asked for a period that holds at `now`.
    public func requestsBackoff(at now: Timestamp) -> Bool { requestedBackoff?.isActive(at: now) ?? false }
}
