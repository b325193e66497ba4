import EngineConcepts
import EngineTestSupport
import ScenarioServer
import Suppliers
import Testing

@Suite("Proxies", .timeLimit(.minutes(2)))
struct ProxyTests {
    private func text(_ transport: HTTPTransport, _ url: String) async throws(SupplierError) -> String {
        try await transport.send(TransportRequest(url)) { response throws(SupplierError) in
            String(decoding: try await response.body.collect(), as: UTF8.self)
        }
    }

    private func failure(_ transport: HTTPTransport, _ url: String) async -> SupplierError? {
        do throws(SupplierError) {
            _ = try await text(transport, url)
            return nil
        } catch {
            return error
        }
    }

    /// Asks for a page of a host that does not exist, through a proxy that is written down as `scheme`.
    private func visit(_ scheme: String, user: String = "") async throws -> [ProxyServer.Visit] {
        let proxy = try await ProxyServer()
        let settings = ProxySettings(environment: ["http_proxy": "\(scheme)\(user)127.0.0.1:\(proxy.port)"])
        try await withServer(["/f": [.text("here")]], proxies: settings) { server, transport in
            let found = try await text(transport, "http://feed.invalid:\(server.port)/f")
            #expect(found == "here")
            #expect(proxy.visits.map(\.target) == ["feed.invalid:\(server.port)"])
        }
        try await proxy.stop()
        return proxy.visits
    }

    @Test("an HTTP proxy is asked to connect, with its name and password")
    func connect() async throws {
        let visits = try await visit("http://", user: "me:p%40ss@")
        #expect(visits.map(\.protocolName) == ["CONNECT"])
        #expect(visits.map(\.authorization) == ["Basic bWU6cEBzcw=="])
        #expect(try await visit("").map(\.authorization) == [nil])
    }

    @Test("a SOCKS proxy is asked for the host by its name")
    func socks() async throws {
        #expect(try await visit("socks5://").map(\.protocolName) == ["SOCKS5"])
    }

    @Test("the environment says which, and where none")
    func environment() async throws {
        let proxy = try await ProxyServer()
        let address = "http://127.0.0.1:\(proxy.port)"
        for environment in [
            ["http_proxy": address, "no_proxy": "x.example, 127.0.0.1"], ["all_proxy": address, "NO_PROXY": "*"],
            ["HTTP_PROXY": address], ["https_proxy": address], ["http_proxy": ""],
        ] {
            try await withServer(["/f": [.text("here")]], proxies: ProxySettings(environment: environment)) {
                server, transport in
                let found = try await text(transport, server.url("/f"))
                #expect(found == "here", "\(environment)")
            }
        }
        #expect(proxy.visits.isEmpty)
        try await proxy.stop()
        let strange = ProxySettings(environment: ["all_proxy": "gopher://proxy.example"])
        try await withServer(["/f": [.text("here")]], proxies: strange) { server, transport in
            let error = await failure(transport, server.url("/f"))
            #expect(error?.code == .unsupported)
            #expect(error?.message.contains("gopher") == true)
        }
    }

    @Test("a name and password in an address go to its own host and nowhere else, and into no message")
    func userInAddress() async throws {
        try await ScenarioServer.running(["/f": [.text("stranger")]]) { stranger in
            let scenarios: [String: [Scenario]] = [
                "/home": [.redirect(to: "/f")], "/f": [.text("here")], "/away": [.redirect(to: stranger.url("/f"))],
            ]
            try await withServer(scenarios) { server, transport in
                let base = "http://me:secret@127.0.0.1:\(server.port)"
                let here = try await text(transport, base + "/home")
                #expect(here == "here")
                #expect(
                    server.requests.map { $0.headers["authorization"] } == ["Basic bWU6c2VjcmV0", "Basic bWU6c2VjcmV0"])
                let away = try await text(transport, base + "/away")
                #expect(away == "stranger")
                #expect(stranger.requests.map { $0.headers["authorization"] } == [nil])
                server.script("/home", .hangUp)
                let error = await failure(transport, base + "/home")
                #expect(error?.description.contains("secret") == false)
            }
        }
    }

    @Test("requests at one host keep their distance, and those at this machine need none")
    func spacing() async throws {
        let time = ManualTimeSource()
        let proxy = try await ProxyServer()
        let settings = ProxySettings(environment: ["all_proxy": "127.0.0.1:\(proxy.port)", "no_proxy": "127.0.0.1"])
        let limits = TransportLimits(spacing: .seconds(1))
        try await withServer(["/f": [.text("here")]], limits: limits, time: time, proxies: settings) {
            server, transport in
            let far = "http://feed.invalid:\(server.port)/f"
            for _ in 0..<3 { _ = try await text(transport, server.url("/f")) }
            _ = try await text(transport, far)
            async let second = text(transport, far)
            async let third = text(transport, far)
            await time.waitForSleepers(2)
            #expect(server.requests.count == 4)
            time.advance(by: .seconds(1))
            await server.waitForRequests(5)
            #expect(time.sleepers == 1)
            time.advance(by: .seconds(1))
            let found = try await [second, third]
            #expect(found == ["here", "here"])
        }
        try await proxy.stop()
    }

    @Test("the log keeps the last requests and counts them all")
    func log() async throws {
        let log = RequestLog(capacity: 3)
        try await ScenarioServer.running(["/f": [.text("four", entityTag: "\"1\"")]]) { server in
            let transport = HTTPTransport(userAgent: "Fiber/0", time: ManualTimeSource(), observer: log)
            for _ in 0..<5 { _ = try await text(transport, server.url("/f")) }
            #expect(await failure(transport, "http://127.0.0.1:1/")?.code == .unreachable)
            try await transport.shutdown()
        }
        #expect(log.records.count == 3)
        #expect(log.records.last?.failure == .unreachable)
        let sums = log.sums
        #expect([sums.requests, sums.failures, sums.unchanged, sums.bytes, sums.connections] == [6, 1, 0, 20, 1])
    }
}
