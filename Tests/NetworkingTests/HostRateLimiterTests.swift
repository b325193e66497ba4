import EngineConcepts
import Testing
import WebText

@testable import Networking

@Suite("Rate limits of hosts")
struct HostRateLimiterTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    @Test("An address with a password counts once, whether its Retry-After was received or restored")
    func user() throws {
        let limiter = HostRateLimiter(spacing: .zero)
        let host = try #require(WebAddress.endpoint(of: "http://x.example/"))
        let until = now.advanced(by: .seconds(60))
        func answer(_ address: String) -> TransportResponse {
            TransportResponse(status: 429, address: address, headers: ["retry-after": "60"])
        }
        limiter.restore("http://me:secret@x.example/1", until: until)
        limiter.record(answer("http://x.example/1"), to: ["http://me:secret@x.example/1"], now: now)
        limiter.record(answer("http://x.example/2"), to: ["http://x.example/2"], now: now)
        #expect(limiter.blockedUntil("http://x.example/3", at: host, now: now) == nil)
        #expect(limiter.blockedUntil("http://me:secret@x.example/1", at: host, now: now) == until)
        limiter.restore("http://x.example/3", until: until)
        #expect(limiter.blockedUntil("http://x.example/4", at: host, now: now) == until)
        #expect(limiter.blockedUntil("http://x.example/4", at: host, now: until) == nil)
    }

    @Test("A restored Retry-After of an international host counts for its name in ASCII")
    func international() throws {
        let limiter = HostRateLimiter(spacing: .zero)
        let host = try #require(WebAddress.endpoint(of: "http://xn--mller-kva.example/"))
        let until = now.advanced(by: .seconds(60))
        for number in 1...3 { limiter.restore("http://müller.example/\(number)", until: until) }
        #expect(limiter.blockedUntil("http://xn--mller-kva.example/4", at: host, now: now) == until)
    }

    @Test("Each host has its own next start, also after many others")
    func spacing() {
        let limiter = HostRateLimiter(spacing: .seconds(1))
        func start(_ host: String, at elapsed: Duration) -> Duration {
            let wait = limiter.timeUntilStart(at: host, elapsed: elapsed)
            limiter.recordStart(at: host, elapsed: elapsed + wait)
            return wait
        }
        for number in 0..<1000 {
            #expect(start("\(number).example:80", at: .seconds(number)) == .zero)
        }
        #expect(start("999.example:80", at: .seconds(999)) == .seconds(1))
        #expect(start("999.example:80", at: .milliseconds(999_500)) == .milliseconds(1500))
        #expect(start("0.example:80", at: .seconds(1000)) == .zero)
    }

    @Test("Only this machine needs no spacing, not a host whose name begins like its address")
    func thisMachine() {
        let limiter = HostRateLimiter(spacing: .seconds(1))
        func wait(for host: String) -> Duration {
            limiter.recordStart(at: host, elapsed: .zero)
            return limiter.timeUntilStart(at: host, elapsed: .zero)
        }
        for host in ["localhost:80", "127.0.0.1", "127.1.2.3:8080", "[::1]", "[::1]:80"] {
            #expect(wait(for: host) == .zero, "\(host)")
        }
        for host in ["127.example:80", "127.0.0.1.example", "localhost.example", "[::2]"] {
            #expect(wait(for: host) == .seconds(1), "\(host)")
        }
    }
}
