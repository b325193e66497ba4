import EngineConcepts
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import TestSupport
import Testing

@testable import Networking

@Suite("Proxies", .timeLimit(.minutes(30)))
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

    /// Requests a page of a host that does not exist, through a proxy configured as `scheme`.
    private func visit(
        _ scheme: String, user: String = "", certificate: TestCertificate? = nil, authorities: String? = nil,
        expecting target: (Int) -> String = { "feed.invalid:\($0)" }
    ) async throws -> [ProxyServer.Visit] {
        let proxy = try await ProxyServer(certificate: scheme == "https://" ? .good : nil)
        let settings = ProxySettings(environment: ["all_proxy": "\(scheme)\(user)127.0.0.1:\(proxy.port)"])
        try await withServer(
            ["/f?a": [.text("here")]], proxies: settings, certificate: certificate, authorities: authorities
        ) { server, transport in
            let secure = certificate != nil
            let host = secure ? "localhost" : "feed.invalid"
            for _ in 0..<2 {
                let found = try await text(transport, "\(secure ? "https" : "http")://\(host):\(server.port)/f?a#b")
                #expect(found == "here")
            }
            #expect(Set(proxy.visits.map(\.target)) == [target(server.port)])
            #expect(server.requests.map { $0.headers["host"] }.first != "127.0.0.1:\(proxy.port)")
            #expect(server.requests.allSatisfy { $0.headers["proxy-authorization"] == nil })
        }
        try await proxy.stop()
        return proxy.visits
    }

    @Test("A plain request goes to the HTTP proxy itself, with the proxy's credentials")
    func passingOn() async throws {
        let address: (Int) -> String = { "http://feed.invalid:\($0)/f?a" }
        let visits = try await visit("http://", user: "me:p%40ss@", expecting: address)
        #expect(visits.map(\.protocolName) == ["GET", "GET"])
        #expect(Set(visits.map(\.authorization)) == ["Basic bWU6cEBzcw=="])
        #expect(try await visit("", expecting: address).map(\.authorization) == [nil, nil])
    }

    @Test(
        "An international host is requested by its Punycode name, also after a redirect",
        arguments: [
            ("bücher", "xn--bcher-kva"), ("BÜCHER", "xn--bcher-kva"), ("b%C3%BCcher", "xn--bcher-kva"),
            ("straße", "xn--strae-oqa"), ("例え", "xn--r8jz45g"),
        ])
    func internationalHost(_ name: String, _ ascii: String) async throws {
        let proxy = try await ProxyServer()
        let settings = ProxySettings(environment: ["all_proxy": "http://127.0.0.1:\(proxy.port)"])
        try await withServer(
            ["/f": [.redirect(to: "http://ä.\(name).invalid:1/g")]],
            proxies: settings
        ) { server, transport in
            // Nothing listens on the other port, but the proxy gets the request.
            _ = await failure(transport, "http://me:secret@\(name).invalid:\(server.port)/f")
            let targets = ["http://\(ascii).invalid:\(server.port)/f", "http://xn--4ca.\(ascii).invalid:1/g"]
            #expect(proxy.visits.map(\.target) == targets)
        }
        try await proxy.stop()
    }

    @Test("An encrypted request goes through the HTTP proxy's tunnel, with the proxy's credentials")
    func connect() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(TestCertificate.authority, to: "authorities.pem")
        let visits = try await visit(
            "http://", user: "me:p%40ss@", certificate: .good, authorities: directory.path + "/authorities.pem",
            expecting: { "localhost:\($0)" })
        #expect(visits.map(\.protocolName) == ["CONNECT"])
        #expect(visits.map(\.authorization) == ["Basic bWU6cEBzcw=="])
    }

    @Test(
        "A dead or unknown proxy is named as the cause instead of the site",
        arguments: ["http", "https"])
    func dead(scheme: String) async throws {
        for (proxy, words) in [
            ("http://127.0.0.1:1", "The proxy 127.0.0.1:1 on the way to feed.invalid"),
            ("https://127.0.0.1:1", "The proxy 127.0.0.1:1 on the way to feed.invalid"),
            ("socks4://127.0.0.1:1", "The proxy 127.0.0.1:1 on the way to feed.invalid"),
            ("socks5://127.0.0.1:1", "The proxy 127.0.0.1:1 on the way to feed.invalid"),
            ("http://proxy.invalid:3128", "there is no host proxy.invalid"),
            ("socks5://proxy.invalid:1080", "there is no host proxy.invalid"),
            ("socks5h://proxy.invalid:1080", "there is no host proxy.invalid"),
        ] {
            let settings = ProxySettings(environment: ["all_proxy": proxy])
            try await withServer([:], proxies: settings) { _, transport in
                let error = await failure(transport, "\(scheme)://feed.invalid/f")
                #expect(error?.code == .unreachable)
                #expect(error?.message.english.contains(words) == true, "\(error?.message.english ?? "")")
                #expect(error?.message.english.contains("no_proxy") == true)
            }
        }
    }

    @Test("A proxy with a port that does not exist is named and not used", arguments: ["http", "https"])
    func noSuchPort(scheme: String) async throws {
        let settings = ProxySettings(environment: ["all_proxy": "http://127.0.0.1:99999"])
        try await withServer([:], proxies: settings) { server, transport in
            let error = await failure(transport, "\(scheme)://feed.invalid/f")
            #expect(error?.code == .unsupported)
            #expect(error?.message.english.contains("127.0.0.1:99999") == true, "\(error?.message.english ?? "")")
            #expect(server.requests.isEmpty)
        }
    }

    @Test("A proxy that requires a login is told apart from a site that does")
    func proxyAuthorization() async throws {
        try await ScenarioServer.running(["http://feed.invalid/f": [Scenario(status: 407)]]) { proxy in
            let settings = ProxySettings(environment: ["http_proxy": "127.0.0.1:\(proxy.port)"])
            try await withServer([:], proxies: settings) { _, transport in
                let error = await failure(transport, "http://feed.invalid/f")
                #expect(error?.code == .notAuthorised)
                #expect(error?.message.english.hasPrefix("The proxy 127.0.0.1:\(proxy.port)") == true)
                #expect(error?.message.code == "proxyLoginRequired")
                #expect(proxy.requests.map { $0.headers["host"] } == ["feed.invalid"])
            }
            let login = ProxySettings(environment: ["http_proxy": "me:wrong@127.0.0.1:\(proxy.port)"])
            try await withServer([:], proxies: login) { _, transport in
                let error = await failure(transport, "http://feed.invalid/f")
                #expect(error?.message.code == "proxyLoginRefused", "\(error?.message.english ?? "")")
            }
        }
    }

    @Test("A proxy at socks5h:// or socks4a:// gets the host by name")
    func remoteNames() async throws {
        #expect(try await visit("socks5h://").map(\.protocolName) == ["SOCKS5"])
        let visits = try await visit("socks4a://", user: "me@")
        #expect(visits.map(\.protocolName) == ["SOCKS4"])
        #expect(visits.map(\.authorization) == ["me"])
    }

    @Test(
        "A proxy at socks5:// or socks4:// gets the host by address, and none of a host without an address",
        arguments: [("socks5", "SOCKS5", "socks5h"), ("socks4", "SOCKS4", "socks4a"), ("socks", "SOCKS4", "socks4a")])
    func localNames(scheme: String, protocolName: String, advised: String) async throws {
        let proxy = try await ProxyServer()
        let settings = ProxySettings(environment: ["all_proxy": "\(scheme)://127.0.0.1:\(proxy.port)"])
        try await withServer(["/f": [.text("here")]], proxies: settings) { server, transport in
            let found = try await text(transport, "http://localhost:\(server.port)/f")
            #expect(found == "here")
            #expect(proxy.visits.map(\.protocolName) == [protocolName])
            let addresses = ["127.0.0.1", "[0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1]"]
            #expect(
                proxy.visits.allSatisfy { visit in addresses.contains { visit.target == "\($0):\(server.port)" } },
                "\(proxy.visits)")
            let error = await failure(transport, "http://feed.invalid/f")
            #expect(error?.code == .unreachable && error?.message.code == "hostNotFound")
            let message = error?.message.english ?? ""
            #expect(message.contains("feed.invalid") && message.contains("\(advised)://"), "\(message)")
            #expect(proxy.visits.count == 1)
        }
        try await proxy.stop()
    }

    @Test("An encrypted proxy forwards plain requests and opens tunnels for encrypted ones, with its credentials")
    func encryptedProxy() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(TestCertificate.authority, to: "authorities.pem")
        let authorities = directory.path + "/authorities.pem"
        let forwarded = try await visit(
            "https://", user: "me:p%40ss@", authorities: authorities, expecting: { "http://feed.invalid:\($0)/f?a" })
        #expect(forwarded.map(\.protocolName) == ["GET", "GET"])
        #expect(Set(forwarded.map(\.authorization)) == ["Basic bWU6cEBzcw=="])
        let tunnels = try await visit(
            "https://", user: "me:p%40ss@", certificate: .good, authorities: authorities,
            expecting: { "localhost:\($0)" })
        #expect(tunnels.map(\.protocolName) == ["CONNECT"])
        #expect(tunnels.map(\.authorization) == ["Basic bWU6cEBzcw=="])
    }

    @Test(
        "An encrypted proxy with an invalid certificate gets no request and is named as the cause",
        arguments: [
            (TestCertificate.elsewhere, "belongs to another host"), (.expired, "is not trusted"),
            (.selfSigned, "is not trusted"),
        ])
    func invalidCertificate(certificate: TestCertificate, words: String) async throws {
        let directory = try TemporaryDirectory()
        try directory.write(TestCertificate.authority, to: "authorities.pem")
        let proxy = try await ProxyServer(certificate: certificate)
        let settings = ProxySettings(environment: ["all_proxy": "https://127.0.0.1:\(proxy.port)"])
        try await withServer(
            [:], proxies: settings, authorities: directory.path + "/authorities.pem"
        ) { _, transport in
            for scheme in ["http", "https"] {
                let error = await failure(transport, "\(scheme)://feed.invalid/f")
                let message = error?.message.english ?? ""
                #expect(error?.code == .unreachable)
                #expect(message.hasPrefix("The certificate of 127.0.0.1:\(proxy.port) \(words)"), "\(message)")
                #expect(message.contains("no_proxy"), "\(message)")
            }
            #expect(proxy.visits.isEmpty)
        }
        try await proxy.stop()
    }

    @Test("The certificate of a server is looked at through an encrypted proxy")
    func certificateBehindProxy() async throws {
        let directory = try TemporaryDirectory()
        try directory.write(TestCertificate.authority, to: "authorities.pem")
        let proxy = try await ProxyServer(certificate: .good)
        let settings = ProxySettings(environment: ["all_proxy": "https://127.0.0.1:\(proxy.port)"])
        try await withServer(
            [:], proxies: settings, certificate: .expired, authorities: directory.path + "/authorities.pem"
        ) { server, transport in
            let message = await failure(transport, "https://localhost:\(server.port)/f")?.message.english ?? ""
            #expect(
                message.hasPrefix("The certificate of localhost:\(server.port) expired on 2001-01-01"), "\(message)")
        }
        try await proxy.stop()
    }

    @Test("A proxy that does not encrypt is named as the cause if its address says that it does")
    func unencryptedProxy() async throws {
        try await ScenarioServer.running([:]) { proxy in
            let settings = ProxySettings(environment: ["all_proxy": "https://127.0.0.1:\(proxy.port)"])
            try await withServer([:], proxies: settings) { _, transport in
                let message = await failure(transport, "https://feed.invalid/f")?.message.english ?? ""
                #expect(message.hasPrefix("127.0.0.1:\(proxy.port) does not speak https"), "\(message)")
                #expect(message.contains("no_proxy"), "\(message)")
            }
        }
    }

    @Test(
        "The scheme of a proxy's address means the protocol and the port that it means to curl",
        arguments: [
            ("proxy.example", "http://proxy.example:1080"), ("http://proxy.example:80", "http://proxy.example:80"),
            ("https://proxy.example", "https://proxy.example:443"),
            ("socks://proxy.example", "socks4://proxy.example:1080"),
            ("SOCKS4A://proxy.example:9", "socks4a://proxy.example:9"),
            ("socks5://[::1]", "socks5://[::1]:1080"), ("socks5h://proxy.example", "socks5h://proxy.example:1080"),
        ])
    func schemes(text: String, address: String) {
        #expect(ProxySettings.Proxy(text)?.address == address)
    }

    @Test("The environment chooses proxies and exceptions")
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
            #expect(error?.message.english.contains("gopher") == true)
        }
    }

    @Test("An empty variable counts as unset, so that the one in upper case or that of all schemes holds")
    func emptyVariables() {
        let upper = ProxySettings(environment: ["https_proxy": "", "HTTPS_PROXY": "a.example:1"])
        #expect(upper.https?.host == "a.example")
        let all = ProxySettings(environment: ["http_proxy": "", "https_proxy": "", "all_proxy": "b.example:1"])
        #expect(all.http?.host == "b.example" && all.https?.host == "b.example")
        let none = ProxySettings(environment: ["no_proxy": "", "NO_PROXY": "c.example", "all_proxy": ""])
        #expect(none.exceptions == ["c.example"] && none.http == nil)
    }

    @Test("Exceptions may be ranges of addresses")
    func ranges() {
        let settings = ProxySettings(environment: [
            "all_proxy": "proxy.example", "no_proxy": "10.0.0.0/8,192.168.4.0/22,fd00::/8,1.2.3.4/33,x/8,/",
        ])
        for host in ["10.1.2.3", "10.255.0.1:8080", "192.168.7.255", "[fd12::1]", "[fd12::1]:80"] {
            #expect(settings.proxy(for: "http://\(host)/") == nil, "\(host)")
        }
        for host in ["11.1.2.3", "192.168.8.0", "[fe00::1]", "1.2.3.4", "10.example"] {
            #expect(settings.proxy(for: "http://\(host)/") != nil, "\(host)")
        }
    }

    @Test("An IPv6 address is an exception in every way to write it", arguments: ["::1", "[::1]", "0:0::1", "::1/128"])
    func addresses(exception: String) {
        let settings = ProxySettings(environment: ["all_proxy": "proxy.example", "no_proxy": exception])
        for host in ["[::1]", "[::1]:8080", "[0:0:0::1]"] {
            #expect(settings.proxy(for: "http://\(host)/") == nil, "\(host)")
        }
        #expect(settings.proxy(for: "http://[::2]/") != nil)
    }

    @Test("Credentials in an address go to its own host only and appear in no message")
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

    /// Runs `body` with a server that is reached by any name, through a proxy, with starts a second apart per name.
    private func withSpacing(
        _ scenarios: [String: [Scenario]], requests: Int = 64,
        _ body: (ScenarioServer, HTTPTransport, ManualTimeSource) async throws -> Void
    ) async throws {
        let time = ManualTimeSource()
        let proxy = try await ProxyServer()
        let settings = ProxySettings(environment: ["all_proxy": "127.0.0.1:\(proxy.port)", "no_proxy": "127.0.0.1"])
        let limits = TransportLimits(spacing: .seconds(1), requests: requests)
        try await withServer(scenarios, limits: limits, time: time, proxies: settings) { server, transport in
            try await body(server, transport, time)
        }
        try await proxy.stop()
    }

    @Test("Requests to one host are spaced out even if the clock is set back, except to this machine")
    func spacing() async throws {
        try await withSpacing(["/f": [.text("here")]]) { server, transport, time in
            let far = "http://feed.invalid:\(server.port)/f"
            for _ in 0..<3 { _ = try await text(transport, server.url("/f")) }
            _ = try await text(transport, far)
            time.set(time.now().advanced(by: .seconds(-3600)))
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<2 { group.addTask { try await text(transport, far) } }
                await time.waitForSleepers(1)
                #expect(server.requests.count == 4)
                time.advance(by: .seconds(1))
                let second = try await group.next()
                await time.waitForSleepers(1)
                #expect(second == "here" && server.requests.count == 5)
                time.advance(by: .seconds(1))
                let third = try await group.next()
                #expect(third == "here")
            }
        }
    }

    @Test("A redirect keeps the spacing of its host")
    func spacingOfRedirects() async throws {
        try await withSpacing(["/f": [.text("here")], "/moved": [.redirect(to: "/f")]]) { server, transport, time in
            async let answer = text(transport, "http://feed.invalid:\(server.port)/moved")
            await time.waitForSleepers(1)
            #expect(server.requests.count == 1)
            time.advance(by: .seconds(1))
            let moved = try await answer
            #expect(moved == "here" && server.requests.count == 2)
        }
    }

    @Test("Requests that waited together for a free slot keep the spacing of their host")
    func spacingAfterQueue() async throws {
        let scenarios: [String: [Scenario]] = [
            "/held": [.held(by: "go", then: .text("here"))], "/f": [.text("here")],
        ]
        try await withSpacing(scenarios, requests: 1) { server, transport, time in
            let far = "http://feed.invalid:\(server.port)"
            async let held = text(transport, far + "/held")
            await server.waitForRequests(1)
            async let second = text(transport, far + "/f")
            async let third = text(transport, far + "/f")
            await time.waitForSleepers(1)
            time.advance(by: .seconds(10))
            server.open("go")
            await time.waitForSleepers(1)
            time.advance(by: .seconds(1))
            let answers = try await [held, second, third]
            #expect(answers == ["here", "here", "here"])
        }
    }

    @Test("A request that waits for the spacing of its host takes no slot from other hosts")
    func spacingBesideOtherHosts() async throws {
        try await withSpacing(["/f": [.text("here")]], requests: 1) { server, transport, time in
            let slow = "http://slow.invalid:\(server.port)/f"
            let first = try await text(transport, slow)
            async let second = text(transport, slow)
            await time.waitForSleepers(1)
            let other = try await text(transport, "http://other.invalid:\(server.port)/f")
            #expect(first == "here" && other == "here" && server.requests.count == 2)
            time.advance(by: .seconds(1))
            let last = try await second
            #expect(last == "here")
        }
    }

    @Test("Requests are counted, also those that fail, and the connections that they made")
    func totals() async throws {
        let counter = RequestCounter()
        let kept = KeptConnections()
        try await ScenarioServer.running(["/f": [.text("four", entityTag: "\"1\"")]]) { server in
            let transport = HTTPTransport(
                userAgent: "Fiber/0", time: ManualTimeSource(), limits: TransportLimits.standard.onBusyMachine,
                observer: counter)
            for _ in 0..<5 { _ = try await text(transport, server.url("/f")) }
            #expect(await failure(transport, "http://127.0.0.1:1/")?.code == .unreachable)
            await transport.shutdown()
        }
        let totals = counter.totals
        #expect([totals.requests, totals.failures, totals.unchanged, totals.bytes] == [6, 1, 0, 20])
        #expect(totals.connections == 1 || kept.mayBeClosed)
    }
}
