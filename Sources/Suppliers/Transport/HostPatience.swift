import EngineConcepts
import Synchronization

/// Remembers which hosts want to be left in peace, and keeps the requests to each of them apart.
final class HostPatience: Sendable {
    private struct Host {
        /// Asked not to be asked before this time.
        var closedUntil: Timestamp?
        /// The next request may begin at this time.
        var free = Timestamp.beginningOfTime
    }

    private let spacing: Duration
    private let hosts = Mutex<[String: Host]>([:])

    /// Keeps the beginnings of requests to one host apart by `spacing`.
    init(spacing: Duration) {
        self.spacing = spacing
    }

    /// When `host` (with its port) may be asked again; nil where that is now.
    func closedUntil(_ host: String, at now: Timestamp) -> Timestamp? {
        hosts.withLock { $0[host]?.closedUntil }.flatMap { $0 > now ? $0 : nil }
    }

    /// Takes note of an answer: a host that asks for patience gets it, for whatever it is asked.
    func note(_ response: TransportResponse, from host: String, at now: Timestamp) {
        guard response.status == 429 || response.status == 503,
            let until = response.header("retry-after").flatMap({ HTTPStatus.retryTime($0, now: now) })
        else { return }
        hosts.withLock { $0[host, default: Host()].closedUntil = until }
    }

    /// Takes the next turn at `host`; answers how long to wait for it. This machine needs no such care.
    func takeTurn(at host: String, now: Timestamp) -> Duration {
        guard spacing > .zero, !Self.isThisMachine(host) else { return .zero }
        return hosts.withLock { hosts in
            let start = max(now, hosts[host]?.free ?? now)
            hosts[host, default: Host()].free = start.advanced(by: spacing)
            return start.since(now)
        }
    }

    private static func isThisMachine(_ host: String) -> Bool {
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" }.dropFirst() : host.prefix { $0 != ":" }
        return name == "localhost" || name == "::1" || name.hasPrefix("127.")
    }
}
