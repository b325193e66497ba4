import EngineConcepts
import Synchronization
import WebText

/// Remembers the Retry-After of addresses and spaces out the requests to each host.
///
/// Retry-After belongs to an address, since one host may serve many sites. If several addresses of a host have one at
/// the same time, the whole host is blocked. A host with another port counts as another host: it is known by its endpoint.
final class HostRateLimiter: Sendable {
    /// The number of blocked addresses of a host that block all of it.
    private static let addressesThatBlockHost = 3
    /// The number of hosts above which those that need no spacing any more are forgotten.
    private static let maximumStarts = 256

    private struct State {
        /// The end of the Retry-After of each address, including those that redirect to one that sent it.
        var blocked: [String: Timestamp] = [:]
        /// The ends of the Retry-After that addresses sent themselves, by endpoint and address.
        var retryAfters: [String: [String: Timestamp]] = [:]
        /// The earliest time of the next request to each host, on the monotonic clock.
        var nextStarts: [String: Duration] = [:]

        /// Returns when the whole of `endpoint` is free again, or `nil` if it is not blocked.
        func blockedUntil(_ endpoint: String, now: Timestamp) -> Timestamp? {
            let times = retryAfters[endpoint, default: [:]].values.filter { $0 > now }.sorted(by: >)
            return times.dropFirst(HostRateLimiter.addressesThatBlockHost - 1).first
        }
    }

    private let spacing: Duration
    private let state = Mutex(State())

    /// Creates a limiter that keeps the starts of requests to one host at least `spacing` apart.
    init(spacing: Duration) {
        self.spacing = spacing
    }

    /// Returns when `address` at `endpoint` may be requested again, or `nil` if it may be requested now.
    func blockedUntil(_ address: String, at endpoint: String, now: Timestamp) -> Timestamp? {
        // Most often nothing is blocked. The key is built without the lock, which all requests share.
        guard state.withLock({ !$0.blocked.isEmpty || !$0.retryAfters.isEmpty }) else { return nil }
        let key = Self.key(of: address)
        return state.withLock { state in
            [state.blocked[key].flatMap { $0 > now ? $0 : nil }, state.blockedUntil(endpoint, now: now)]
                .compactMap(\.self).max()
        }
    }

    /// Records the Retry-After of `response`, if it has one, for all `addresses` that led to it.
    func record(_ response: TransportResponse, to addresses: @autoclosure () -> Set<String>, now: Timestamp) {
        guard response.status == 429 || response.status == 503,
            let retryAfter = response.header("retry-after").flatMap({ RetryAfter($0, now: now) })
        else { return }
        let keys = addresses().map(Self.key)
        state.withLock { state in
            state.blocked = state.blocked.filter { $0.value > now }
            for key in keys { state.blocked[key] = retryAfter.until }
            state.retryAfters = state.retryAfters.compactMapValues { addresses in
                let current = addresses.filter { $0.value > now }
                return current.isEmpty ? nil : current
            }
        }
        restore(response.address, until: retryAfter.until)
    }

    /// Restores the Retry-After of `address` from an earlier process. It counts only towards blocking the host: the
    /// source itself stores its own.
    func restore(_ address: String, until: Timestamp) {
        let key = Self.key(of: address)
        guard let endpoint = WebAddress.endpoint(of: key) else { return }
        state.withLock { $0.retryAfters[endpoint, default: [:]][key] = until }
    }

    /// Returns the time until the next request to `endpoint` may start; zero for this machine.
    ///
    /// - Parameter elapsed: The monotonic time, so that setting the clock delays no request.
    func timeUntilStart(at endpoint: String, elapsed: Duration) -> Duration {
        state.withLock { max(.zero, ($0.nextStarts[endpoint] ?? elapsed) - elapsed) }
    }

    /// Records that a request to `endpoint` starts now. This machine needs no spacing.
    func recordStart(at endpoint: String, elapsed: Duration) {
        guard spacing > .zero, !WebAddress.isThisMachine(endpoint) else { return }
        state.withLock { state in
            if state.nextStarts.count > Self.maximumStarts {
                state.nextStarts = state.nextStarts.filter { $0.value > elapsed }
            }
            state.nextStarts[endpoint] = elapsed + spacing
        }
    }

    /// Returns the form by which an address is remembered: without secrets, and the same for a request and its response.
    private static func key(of address: String) -> String {
        WebAddress.withoutUser(WebAddress.withASCIIHost(address))
    }
}
