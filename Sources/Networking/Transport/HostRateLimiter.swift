import EngineConcepts
import Synchronization
import WebText

/// Remembers the Retry-After of addresses and spaces out the requests to each host.
///
/// Retry-After belongs to an address, since one host may serve many sites. If several addresses of a host have one at
/// the same time, the whole host is blocked.
final class HostRateLimiter: Sendable {
    /// The number of blocked addresses of a host that block all of it.
    private static let addressesThatBlockHost = 3

    private struct Host {
        /// The addresses that sent a Retry-After, and when it ends.
        var retryAfters: [String: Timestamp] = [:]
        /// The earliest time of the next request.
        var nextStart = Timestamp.beginningOfTime

        /// Returns when the whole host is free again, or `nil` if it is not blocked.
        func blockedUntil(at now: Timestamp) -> Timestamp? {
            let times = retryAfters.values.filter { $0 > now }.sorted(by: >)
            return times.dropFirst(HostRateLimiter.addressesThatBlockHost - 1).first
        }
    }

    private let spacing: Duration
    private let state = Mutex(State())

    private struct State {
        /// All blocked addresses, including those that redirect to one that sent a Retry-After.
        var blocked: [String: Timestamp] = [:]
        var hosts: [String: Host] = [:]
    }

    /// Creates a limiter that keeps the starts of requests to one host at least `spacing` apart.
    init(spacing: Duration) {
        self.spacing = spacing
    }

    /// Returns when `address` at `host` (with port) may be requested again, or `nil` if it may be requested now.
    func blockedUntil(_ address: String, at host: String, now: Timestamp) -> Timestamp? {
        state.withLock { state in
            [state.blocked[address].flatMap { $0 > now ? $0 : nil }, state.hosts[host]?.blockedUntil(at: now)]
                .compactMap(\.self).max()
        }
    }

    /// Records the Retry-After of `response` for all `addresses` that led to it.
    func record(_ response: TransportResponse, to addresses: Set<String>, now: Timestamp) {
        guard response.status == 429 || response.status == 503,
            let retryAfter = response.header("retry-after").flatMap({ RetryAfter($0, now: now) })
        else { return }
        state.withLock { state in
            state.blocked = state.blocked.filter { $0.value > now }
            for address in addresses { state.blocked[address] = retryAfter.until }
            guard let host = WebAddress.endpoint(of: response.address) else { return }
            var entry = state.hosts[host, default: Host()]
            entry.retryAfters = entry.retryAfters.filter { $0.value > now }
            entry.retryAfters[response.address] = retryAfter.until
            state.hosts[host] = entry
        }
    }

    /// Restores the Retry-After of `address` from an earlier process. It counts only towards blocking the host: the
    /// source itself stores its own.
    func restore(_ address: String, until: Timestamp) {
        guard let host = WebAddress.endpoint(of: address) else { return }
        state.withLock { $0.hosts[host, default: Host()].retryAfters[address] = until }
    }

    /// Reserves the next start time at `host` and returns how long to wait for it; zero for this machine.
    func reserveStart(at host: String, now: Timestamp) -> Duration {
        guard spacing > .zero, !Self.isThisMachine(host) else { return .zero }
        return state.withLock { state in
            let start = max(now, state.hosts[host]?.nextStart ?? now)
            state.hosts[host, default: Host()].nextStart = start.advanced(by: spacing)
            return start.since(now)
        }
    }

    private static func isThisMachine(_ host: String) -> Bool {
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        return name == "localhost" || name == "::1" || name.hasPrefix("127.")
    }
}
