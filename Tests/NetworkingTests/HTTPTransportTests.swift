import EngineConcepts
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Testing
import WebText

@testable import Networking

@Suite("The HTTP transport", .timeLimit(.minutes(30)))
struct HTTPTransportTests {
    private func text(_ transport: HTTPTransport, _ url: String) async throws(SupplierError) -> String {
        try await transport.send(TransportRequest(url)) { response throws(SupplierError) in
            String(decoding: try await response.body.collect(), as: UTF8.self)
        }
    }

    /// Returns the address of the response and the permanent address.
    private func ends(_ transport: HTTPTransport, _ url: String) async throws(SupplierError) -> [String?] {
        try await transport.send(TransportRequest(url)) { response throws(SupplierError) in
            [response.address, response.permanentAddress]
        }
    }

    private func failure(_ transport: HTTPTransport, _ url: String) async -> SupplierError? {
        do {
            _ = try await text(transport, url)
            return nil
        } catch {
            return error
        }
    }

    @Test("The transport sends its User-Agent, decompresses, reuses connections and records each request")
    func plain() async throws {
        let collector = RecordCollector()
        let zipped = Scenario(headers: [("content-encoding", "gzip")], body: GzipSamples.feed)
        try await withServer(["/z": [zipped], "/p": [.text("plain")]], observer: collector) { server, transport in
            let kept = KeptConnections()
            #expect(try await text(transport, server.url("/z")).contains("<title>Zipped</title>"))
            #expect(try await text(transport, server.url("/p")) == "plain")
            let headers = try #require(server.requests.first?.headers)
            #expect(headers["user-agent"] == "Fiber/0 (+terminal feed reader)")
            #expect(headers["accept-encoding"] == "gzip, deflate, br, zstd")
            let record = try #require(collector.records.first)
            #expect(record.status == 200)
            #expect(record.endpoint == "127.0.0.1:\(server.port)")
            #expect(record.wireBytes == GzipSamples.feed.count)
            #expect(record.isReused == false)
            let second = try #require(collector.records.last)
            #expect(second.version == "HTTP/1.1")
            #expect(second.isReused == true && collector.connections == 1 || kept.mayBeClosed)
            let connected = try #require(record.connected)
            let firstByte = try #require(record.firstByte)
            #expect(connected <= firstByte && firstByte <= record.total)
            #expect(server.requests.allSatisfy { request in request.headers.keys.allSatisfy { !$0.contains("fiber") } })
            #expect(record.bodyBytes == 92)
            #expect(record.failure == nil)
            #expect(record.firstByte != nil)
        }
    }

    @Test("The transport follows redirects, tells permanent from temporary ones, and stops at loops and long chains")
    func redirects() async throws {
        var chain: [String: [Scenario]] = [
            "/moved": [.redirect(to: "/here", status: 301)], "/found": [.redirect(to: "/moved", status: 302)],
            "/late": [.redirect(to: "/found", status: 308)], "/here": [.text("here")],
            "/a": [.redirect(to: "/b")], "/b": [.redirect(to: "/a")],
            "/out": [.redirect(to: "file:///etc/passwd")],
        ]
        for step in 0..<20 { chain["/c\(step)"] = [.redirect(to: "/c\(step + 1)")] }
        try await withServer(chain) { server, transport in
            let here = try await ends(transport, server.url("/here"))
            #expect(here == [server.url("/here"), nil])
            let moved = try await ends(transport, server.url("/moved"))
            #expect(moved == [server.url("/here"), server.url("/here")])
            let found = try await ends(transport, server.url("/found"))
            #expect(found == [server.url("/here"), nil])
            let late = try await ends(transport, server.url("/late"))
            #expect(late == [server.url("/here"), nil])
            #expect(await failure(transport, server.url("/a"))?.code == .limitExceeded)
            #expect(await failure(transport, server.url("/c0"))?.code == .limitExceeded)
            #expect(server.requests.filter { $0.path.hasPrefix("/c") }.count == 11)
            #expect(await failure(transport, server.url("/out"))?.code == .refused)
        }
    }

    @Test("Method and body reach the server, and a redirect of anything but GET is answered, not followed")
    func methodAndBody() async throws {
        let scenarios: [String: [Scenario]] = [
            "/post": [.text("made")], "/moved": [.redirect(to: "/post", status: 307)],
        ]
        try await withServer(scenarios) { server, transport in
            let body = TransportRequest.Body(type: "application/json", bytes: Array(#"{"status":"a"}"#.utf8))
            let status = try await transport.send(TransportRequest(.post, server.url("/post"), body: body)) {
                response throws(SupplierError) in response.status
            }
            #expect(status == 200)
            let first = try #require(server.requests.first)
            #expect(first.method == "POST" && first.body == body.bytes)
            #expect(first.headers["content-type"] == "application/json")
            let moved = try await transport.send(TransportRequest(.delete, server.url("/moved"))) {
                response throws(SupplierError) in response.status
            }
            #expect(moved == 307)
            #expect(server.requests.map(\.path) == ["/post", "/moved"])
        }
    }

    @Test("A cookie set during redirects is sent back to its host for that request only, until the host expires it")
    func cookies() async throws {
        func sent(_ cookies: [String], to target: String) -> Scenario {
            var scenario = Scenario.redirect(to: target, status: 302)
            scenario.headers += cookies.map { ("set-cookie", $0) }
            return scenario
        }
        let round = sent(["seen=1; Path=/; HttpOnly", "seen=2", "lang=en", "nonsense"], to: "/feed")
        try await withServer(["/feed": [round, .text("here")]]) { server, transport in
            try await withServer(["/door": [sent(["secret=1"], to: server.url("/feed"))]]) { other, transport in
                let ends = try await ends(transport, other.url("/door"))
                #expect(ends == [server.url("/feed"), nil])
            }
            #expect(try await text(transport, server.url("/feed")) == "here")
            #expect(server.requests(for: "/feed").map { $0.headers["cookie"] } == [nil, "seen=2; lang=en", nil])
        }
        for past in ["Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 01-Jan-70 00:00:00 GMT", "Thu Jan  1 00:00:00 1970"] {
            let expiring = sent(
                [
                    "lang=; Max-Age=0", "seen=; expires=\(past)", " wide = 1 ; Max-Age=60", "odd=2; Expires=soon",
                    "1970=3; Expires=Wed, 13 Jan 2038 19:70:00 GMT of 1970",
                ],
                to: "/feed")
            try await withServer(["/feed": [round, expiring, .text("here")]]) { server, transport in
                let text = try await text(transport, server.url("/feed"))
                #expect(text == "here")
                let cookies = server.requests.map { $0.headers["cookie"] }
                #expect(cookies == [nil, "seen=2; lang=en", "wide=1; odd=2; 1970=3"], "\(past)")
            }
        }
        try await withServer(["/feed": [round]]) { server, transport in
            #expect(await failure(transport, server.url("/feed"))?.code == .limitExceeded)
            #expect(server.requests.count == 2, "the same address with the same cookies is a loop")
        }
    }

    @Test("The transport stops at bodies that are too large and at decompression bombs")
    func sizes() async throws {
        let bomb = Scenario(headers: [("content-encoding", "gzip")], body: GzipSamples.spaces)
        let large = Scenario(body: Array(repeating: 0x20, count: 300_000))
        let limits = TransportLimits(decompression: .init(bytes: 250_000, ratio: 50, freeBytes: 10_000))
        try await withServer(["/bomb": [bomb], "/large": [large]], limits: limits) { server, transport in
            #expect(await failure(transport, server.url("/large"))?.code == .limitExceeded)
            #expect(await failure(transport, server.url("/bomb"))?.code == .limitExceeded)
        }
    }

    @Test("The transport reports a server's faults in plain words")
    func faults() async throws {
        var short = Scenario(headers: [("content-length", "100")], body: Array("half".utf8))
        short.steps.append(.hangUp)
        let scenarios: [String: [Scenario]] = [
            "/hang": [.hangUp], "/short": [short], "/noise": [.garbage("what is this\r\n\r\n")],
            "/twice": [.garbage("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok")],
            "/bare": [.garbage("HTTP/1.1 200 OK\nContent-Length: 2\n\nok")],
            "/zip": [Scenario(headers: [("content-encoding", "gzip")], body: Array("no gzip at all".utf8))],
        ]
        try await withServer(scenarios) { server, transport in
            let host = "127.0.0.1:\(server.port)"
            for (path, code) in [
                ("/hang", SupplierError.Code.unreachable), ("/short", .unreachable), ("/noise", .malformed),
                ("/zip", .malformed), ("/twice", .malformed), ("/bare", .malformed),
            ] {
                let error = try #require(await failure(transport, server.url(path)))
                #expect(error.code == code, "\(path): \(error)")
                #expect(error.message.english.contains(host), "\(error)")
                #expect(!"\(error)".contains("parser"), "\(error)")
            }
            #expect(
                await failure(transport, server.url("/twice"))?.message.english.contains("two content lengths") == true)
            #expect(await failure(transport, server.url("/bare"))?.message.english.contains("carriage return") == true)
        }
        let transport = HTTPTransport(
            userAgent: "Fiber/0", time: ManualTimeSource(), limits: TransportLimits.standard.onBusyMachine)
        // A released port could be in use by another test; nothing listens on this one.
        let refused = await failure(transport, "http://127.0.0.1:1/")
        #expect(refused?.code == .unreachable)
        #expect(refused?.message.english.contains("refused") == true, "\(String(describing: refused))")
        let nowhere = await failure(transport, "http://no-such-host.invalid/feed")
        #expect(nowhere?.code == .unreachable)
        #expect(nowhere?.message.english.contains("no-such-host.invalid") == true, "\(String(describing: nowhere))")
        #expect(await failure(transport, "ftp://x.example/")?.code == .unsupported)
        await transport.shutdown()
    }

    @Test("The transport times out on silence before the head, of which it tells the length, and within a body")
    func idle() async throws {
        var stalled = Scenario(headers: [("content-length", "10")])
        stalled.steps = [.body([1]), .wait(gate: "never"), .body([2])]
        let limits = TransportLimits(firstByte: .milliseconds(200), idle: .milliseconds(200))
        try await withServer(["/head": [.held(by: "never", then: .text("x"))], "/body": [stalled]], limits: limits) {
            server, transport in
            let silent = await failure(transport, server.url("/head"))
            #expect(silent?.code == .timedOut)
            // Since the connection was open: the time for connecting does not count.
            #expect(silent?.message.arguments["duration"] == .duration(.milliseconds(200)))
            #expect(await failure(transport, server.url("/body"))?.code == .timedOut)
        }
    }

    @Test("A redirect to an address that asked to wait is not followed before that time")
    func blockedTarget() async throws {
        let busy = Scenario(status: 429, headers: [("retry-after", "60")])
        let time = ManualTimeSource()
        try await ScenarioServer.running(["/busy": [busy, .text("here")]]) { target in
            try await withServer(["/old": [.redirect(to: target.url("/busy"))]], time: time) { server, transport in
                _ = try await text(transport, target.url("/busy"))
                let error = await failure(transport, server.url("/old"))
                #expect(error?.code == .rateLimited && error?.retryAt == time.now().advanced(by: .seconds(60)))
                #expect(server.requests.count == 1 && target.requests.count == 1)
                time.advance(by: .seconds(60))
                #expect(try await text(transport, server.url("/old")) == "here")
            }
        }
    }

    @Test("A request waits on this side until its host has a free slot")
    func waiting() async throws {
        let time = ManualTimeSource()
        let held = Scenario.held(by: "go", then: .text("x"))
        let limits = TransportLimits(requestsPerHost: 1)
        try await withServer(["/1": [held], "/2": [.text("x")]], limits: limits, time: time) { server, transport in
            async let first = text(transport, server.url("/1"))
            await server.waitForRequests(1)
            let wait = RequestWait(by: time)
            let second = RequestWait.$current.withValue(wait) {
                Task { try await text(transport, server.url("/2")) }
            }
            while !wait.isOn { await Task.yield() }
            time.advance(by: .seconds(60))
            server.open("go")
            let answers = try await [first, second.value]
            #expect(answers == ["x", "x"])
            #expect(!wait.isOn)
            #expect(wait.deadline(after: .seconds(30), from: .zero) == time.elapsed() + .seconds(30))
        }
    }

    @Test("The transport limits concurrent requests per host and forgets cancelled ones")
    func politeness() async throws {
        let limits = TransportLimits(requestsPerHost: 2)
        let held = Scenario.held(by: "go", then: .text("x"))
        try await withServer(["/1": [held], "/2": [held], "/3": [.text("x")], "/4": [.text("x")]], limits: limits) {
            server, transport in
            async let first = text(transport, server.url("/1"))
            async let second = text(transport, server.url("/2"))
            await server.waitForRequests(2)
            let third = Task { await failure(transport, server.url("/3")) }
            async let fourth = text(transport, server.url("/4"))
            third.cancel()
            #expect(await third.value?.code == .cancelled)
            #expect(server.requests.count == 2)
            server.open("go")
            let answers = try await [first, second, fourth]
            #expect(answers == ["x", "x", "x"])
            #expect(server.requests(for: "/3").isEmpty)
        }
    }
}
