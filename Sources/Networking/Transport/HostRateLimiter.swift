import EngineConcepts
import Synchronization
import WebText

/// Remembers the Retry-After of addresses and spaces out the requests to each host.
///
/// Retry-After belongs to an address, since one host may serve many sites. If several addresses of a host have one at
/// the same time, the whole host is blocked.
final class HostRateLimiter: Sendable {
    /// The number of blocked addresses of a host that block all of it.
    private static let addressesThatSpeakForTheirHost = 3

    private struct Host {
        /// The addresses that sent a Retry-After, and when it ends.
        var asked: [String: Timestamp] = [:]
        /// The earliest time of the next request.
        var free = Timestamp.beginningOfTime

        /// Returns when the whole host is free again, or `nil` if it is not blocked.
        func closedUntil(at now: Timestamp) -> Timestamp? {
            let times = asked.values.filter { $0 > now }.sorted(by: >)
            return times.dropFirst(HostRateLimiter.addressesThatSpeakForTheirHost - 1).first
        }
    }

    private let spacing: Duration
    private let state = Mutex(State())

    private struct State {
        /// All blocked addresses, including those that redirect to one that sent a Retry-After.
        var closed: [String: Timestamp] = [:]
        var hosts: [String: Host] = [:]
    }

    /// Creates a limiter that keeps the starts of requests to one host at least `spacing` apart.
    init(spacing: Duration) {
        self.spacing = spacing
    }

    /// Returns when `address` at `host` (with port) may be requested again, or `nil` if it may be requested now.
    func closedUntil(_ address: String, at host: String, now: Timestamp) -> Timestamp? {
        state.withLock { state in
            [state.closed[address].flatMap { $0 > now ? $0 : nil }, state.hosts[host]?.closedUntil(at: now)]
                .compactMap(\.self).max()
        }
    }

    /// Records the Retry-After of `response` for all `addresses` that led to it.
    func note(_ response: TransportResponse, to addresses: Set<String>, now: Timestamp) {
        guard response.status == 429 || response.status == 503,
            let wish = response.header("retry-after").flatMap({ RetryAfter($0, now: now) })
        else { return }
        state.withLock { state in
            state.closed = state.closed.filter { $0.value > now }
            for address in addresses { state.closed[address] = wish.until }
            guard let host = WebAddress.endpoint(of: response.address) else { return }
            var known = state.hosts[host, default: Host()]
            known.asked = known.asked.filter { $0.value > now }
            known.asked[response.address] = wish.until
            state.hosts[host] = known
        }
    }

    /// Restores the Retry-After of `address` from an earlier process. It counts only towards blocking the host: the
    /// source itself stores its own.
    func recall(_ address: String, until: Timestamp) {
        guard let host = WebAddress.endpoint(of: address) else { return }
        state.withLock { $0.hosts[host, default: Host()].asked[address] = until }
    }

    /// Reserves the next start time at `host` and returns how long to wait for it; zero for this machine.
    func takeTurn(at host: String, now: Timestamp) -> Duration {
        guard spacing > .zero, !Self.isThisMachine(host) else { return .zero }
        return state.withLock { state in
            let start = max(now, state.hosts[host]?.free ?? now)
            state.hosts[host, default: Host()].free = start.advanced(by: spacing)
            return start.since(now)
        }
    }

    private static func isThisMachine(_ host: String) -> Bool {
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        return name == "localhost" || name == "::1" || name.hasPrefix("127.")
    }
}
