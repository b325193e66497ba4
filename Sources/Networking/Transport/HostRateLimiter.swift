import EngineConcepts
import Synchronization
import WebText

/// Remembers which addresses want to be left in peace, and keeps the requests to each host apart.
///
/// A wish for patience is the address's own: behind one host may stand many sites, and one of them may be ill. Where several
/// addresses of a host ask for patience at a time, it is the host that asks.
final class HostRateLimiter: Sendable {
    /// So many addresses of a host that are closed at a time close all of it.
    private static let addressesThatSpeakForTheirHost = 3

    private struct Host {
        /// Its addresses that asked for patience themselves, and until when.
        var asked: [String: Timestamp] = [:]
        /// The next request may begin at this time.
        var free = Timestamp.beginningOfTime

        /// Until when the whole host is closed; nil where it is not.
        func closedUntil(at now: Timestamp) -> Timestamp? {
            let times = asked.values.filter { $0 > now }.sorted(by: >)
            return times.dropFirst(HostRateLimiter.addressesThatSpeakForTheirHost - 1).first
        }
    }

    private let spacing: Duration
    private let state = Mutex(State())

    private struct State {
        /// The addresses that are left in peace, those that redirect to one that asked for it among them.
        var closed: [String: Timestamp] = [:]
        var hosts: [String: Host] = [:]
    }

    /// Keeps the beginnings of requests to one host apart by `spacing`.
    init(spacing: Duration) {
        self.spacing = spacing
    }

    /// When `address` at `host` (with its port) may be asked again; nil where that is now.
    func closedUntil(_ address: String, at host: String, now: Timestamp) -> Timestamp? {
        state.withLock { state in
            [state.closed[address].flatMap { $0 > now ? $0 : nil }, state.hosts[host]?.closedUntil(at: now)]
                .compactMap(\.self).max()
        }
    }

    /// Takes note of an answer: what asks for patience gets it, under all `addresses` that led there.
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

    /// Takes note that `address` asked for patience in an earlier process. It speaks for its host alone: who asks it knows its own
    /// wish.
    func recall(_ address: String, until: Timestamp) {
        guard let host = WebAddress.endpoint(of: address) else { return }
        state.withLock { $0.hosts[host, default: Host()].asked[address] = until }
    }

    /// Takes the next turn at `host`; answers how long to wait for it. This machine needs no such care.
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
