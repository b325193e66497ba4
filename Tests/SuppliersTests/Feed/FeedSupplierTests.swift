import EngineConcepts
import EngineTestSupport
import FeedParsing
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import TestSupport
import Testing
import WebText

@testable import Networking

@Suite("The feed supplier", .timeLimit(.minutes(30)))
struct FeedSupplierTests {
    private let now = Timestamp(seconds: 1_795_262_400)

    private func feed(_ items: [(id: String, date: String?)], title: String = "Kerb") -> String {
        let entries = items.map { item in
            "<item><guid>\(item.id)</guid><title>\(item.id)</title>\(item.date.map { "<pubDate>\($0)</pubDate>" } ?? "")</item>"
        }
        return "<rss version=\"2.0\"><channel><title>\(title)</title>\(entries.joined())</channel></rss>"
    }

    private func supplier(_ server: ScenarioServer, _ transport: HTTPTransport, _ path: String) -> FeedSupplier {
        FeedSupplier(id: "feed:x", name: "x", address: server.url(path), transport: transport)
    }

    private func failure(_ supplier: FeedSupplier, _ request: FetchRequest) async -> SupplierError? {
        do {
            _ = try await supplier.fetch(request)
            return nil
        } catch {
            return error
        }
    }

    @Test("The feed supplier delivers the window and claims it down to the second above its oldest item")
    func window() async throws {
        let body = feed([("b", "2026-11-20T11:54:00Z"), ("a", "2026-11-19T08:00:00Z"), ("undated", nil)])
        try await withServer(["/f": [.text(body)]]) { server, transport in
            let supplier = supplier(server, transport, "/f")
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.map(\.id) == ["b", "a", "undated"])
            #expect(answer.items.map(\.nativeOrder) == answer.items.map(\.nativeOrder).sorted())
            #expect(
                answer.items.map { $0.orderTime?.rfc3339 } == ["2026-11-20T11:54:00Z", "2026-11-19T08:00:00Z", nil])
            let bottom = try #require(Timestamp(rfc3339: "2026-11-19T08:00:01Z"))
            #expect(answer.claims.map(\.timeframe) == [try #require(Timeframe(from: now, downTo: bottom))])
            #expect(answer.end == .retentionLimit)
            #expect(answer.sourceName == "Kerb")
            #expect(await supplier.timeThreshold?.rfc3339 == "2026-11-19T08:00:01Z")
        }
    }

    @Test("A document whose items are all dated ahead has no known end, like one without dates")
    func datedAhead() async throws {
        let body = feed([("b", "2026-11-25T12:00:00Z"), ("a", "2026-11-25T11:00:00Z")])
        try await withServer(["/f": [.text(body)]]) { server, transport in
            let supplier = supplier(server, transport, "/f")
            _ = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(await supplier.timeThreshold == nil)
        }
    }

    @Test("A feed claims nothing without dates, everything if it is empty, and no range spanned by a pinned item")
    func claims() async throws {
        let pinned = feed([
            ("pinned", "2010-01-01T00:00:00Z"), ("5", "2026-11-20T05:00:00Z"), ("4", "2026-11-20T04:00:00Z"),
            ("3", "2026-11-20T03:00:00Z"), ("2", "2026-11-20T02:00:00Z"), ("1", "2026-11-20T01:00:00Z"),
        ])
        let scenarios: [String: [Scenario]] = [
            "/undated": [.text(feed([("a", nil)]))], "/empty": [.text(feed([]))], "/pinned": [.text(pinned)],
        ]
        try await withServer(scenarios) { server, transport in
            let request = FetchRequest(origin: .newest, now: now)
            #expect(try await supplier(server, transport, "/undated").fetch(request).claims.isEmpty)
            let empty = try await supplier(server, transport, "/empty").fetch(request)
            #expect(empty.claims.map(\.timeframe) == [Timeframe.everythingBefore(now)])
            let bounds = try await supplier(server, transport, "/pinned").fetch(request).claims
                .map(\.timeframe.end.rfc3339)
            #expect(bounds == ["2026-11-20T01:00:01Z"])
        }
    }

    @Test("An empty document of a feed that had items claims nothing, and is read again without validators")
    func emptied() async throws {
        let empty = Scenario.text(feed([]), entityTag: "\"v2\"", lastModified: "Fri, 20 Nov 2026 11:54:00 GMT")
        let full = Scenario.text(feed([("a", "2026-11-20T11:54:00Z")]), entityTag: "\"v1\"")
        try await withServer(["/f": [full, empty, empty, full]]) { server, transport in
            let supplier = supplier(server, transport, "/f")
            var memory: String?
            for isEmpty in [false, true, true, false] {
                let answer = try await supplier.fetch(FetchRequest(origin: .newest, memory: memory, now: now))
                #expect(answer.claims.isEmpty == isEmpty && answer.items.isEmpty == isEmpty)
                #expect(answer.end == (isEmpty ? .more : .retentionLimit) && !answer.isUnchanged)
                memory = answer.memory
            }
            #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"v1\"", nil, nil])
        }
    }

    @Test("The feed supplier sends both validators, and an unchanged feed transfers no body")
    func conditional() async throws {
        let body = feed([("a", "2026-11-20T11:54:00Z")])
        let scenario = Scenario.text(body, entityTag: "\"v1\"", lastModified: "Fri, 20 Nov 2026 11:54:00 GMT")
        try await withServer(["/f": [scenario]]) { server, transport in
            let supplier = supplier(server, transport, "/f")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(!first.isUnchanged)
            let sent = server.bodyBytes
            let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(second.isUnchanged)
            #expect(second.items.isEmpty && second.claims.isEmpty)
            #expect(server.bodyBytes == sent)
            #expect(server.requests.last?.status == 304)
            #expect(server.requests.last?.headers["if-none-match"] == "\"v1\"")
            #expect(server.requests.last?.headers["if-modified-since"] == "Fri, 20 Nov 2026 11:54:00 GMT")
            server.script("/f", .text(feed([("b", "2026-11-20T12:00:00Z")]), entityTag: "\"v2\""))
            let third = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(third.items.map(\.id) == ["b"])
        }
    }

    @Test("An answer 304 with another entity tag hides no later version: the tag of the received document stays")
    func tagOfUnchanged() async throws {
        let first = Scenario.text(feed([("a", "2026-11-20T11:54:00Z")]), entityTag: "\"v1\"")
        let unchanged = Scenario(status: 304, headers: [("etag", "\"v2\"")])
        let later = Scenario.text(feed([("b", "2026-11-20T12:00:00Z")]), entityTag: "\"v2\"")
        try await withServer(["/f": [first, unchanged, later]]) { server, transport in
            let supplier = supplier(server, transport, "/f")
            var memory: String?
            var items: [[String]] = []
            for _ in 0..<3 {
                let answer = try await supplier.fetch(FetchRequest(origin: .newest, memory: memory, now: now))
                memory = answer.memory ?? memory
                items.append(answer.items.map(\.id))
            }
            #expect(items == [["a"], [], ["b"]])
            #expect(server.requests.last?.headers["if-none-match"] == "\"v1\"")
        }
    }

    @Test(
        "A Last-Modified within a second of the answer is no validator: the document can change again in that second",
        arguments: [(58, true), (57, false), (50, false)])
    func modifiedWithinSecond(second: Int, isSecondRead: Bool) async throws {
        let modified = "Fri, 20 Nov 2026 11:54:\(second) GMT"
        func document(_ ids: [String]) -> Scenario {
            var document = Scenario.text(feed(ids.map { ($0, "2026-11-20T11:54:50Z") }), lastModified: modified)
            document.headers.append(("date", "Fri, 20 Nov 2026 11:54:58 GMT"))
            return document
        }
        try await withServer(["/f": [document(["a"]), document(["b", "a"])]]) { server, transport in
            let supplier = supplier(server, transport, "/f")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.map(\.id) == ["a"])
            let later = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(later.items.map(\.id) == (isSecondRead ? ["b", "a"] : []))
            #expect(server.requests.last?.headers["if-modified-since"] == (isSecondRead ? nil : modified))
        }
    }

    @Test("After an unexpected 304 the feed is requested again at once")
    func unexpectedNotModified() async throws {
        try await withServer(["/f": [Scenario(status: 304)]]) { server, transport in
            let supplier = supplier(server, transport, "/f")
            #expect(await failure(supplier, FetchRequest(origin: .newest, now: now))?.code == .malformed)
            server.script("/f", .text(feed([("a", "2026-11-20T11:54:00Z")])))
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, memory: "", now: now))
            #expect(answer.items.map(\.id) == ["a"])
        }
    }

    @Test("The feed supplier keeps no validators of a truncated document, so that the whole one is fetched next")
    func cutOff() async throws {
        let whole = feed([("b", "2026-11-20T12:00:00Z"), ("a", "2026-11-20T11:54:00Z")])
        let cut = try #require(whole.firstRange(of: "<item><guid>a"))
        func scenario(_ text: some StringProtocol) -> Scenario {
            .text(String(text), entityTag: "\"v1\"", lastModified: "Fri, 20 Nov 2026 11:54:00 GMT")
        }
        try await withServer(["/f": [scenario(whole[..<cut.lowerBound]), scenario(whole)]]) { server, transport in
            let supplier = supplier(server, transport, "/f")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.map(\.id) == ["b"] && first.warning != nil)
            let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(second.items.map(\.id) == ["b", "a"])
            let headers = try #require(server.requests.last?.headers)
            #expect(headers["if-none-match"] == nil && headers["if-modified-since"] == nil)
        }
    }

    @Test("The feed supplier recognises an unchanged document without validators")
    func digest() async throws {
        try await withServer(["/f": [.text(feed([("a", nil)])), .text(feed([("a", nil)])), .text(feed([("b", nil)]))]])
        {
            server, transport in
            let supplier = supplier(server, transport, "/f")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(second.isUnchanged)
            let third = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(!third.isUnchanged)
        }
    }

    @Test("The feed supplier requests the new address after a permanent redirect")
    func moved() async throws {
        try await withServer(["/old": [.redirect(to: "/new")], "/new": [.text(feed([("a", nil)]), entityTag: "\"1\"")]])
        {
            server, transport in
            let supplier = supplier(server, transport, "/old")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(server.requests.map(\.path) == ["/old", "/new", "/new"])
            #expect(server.requests.last?.status == 304)
            #expect([first, second].map(\.sourceAddress) == [server.url("/new"), server.url("/new")])
        }
    }

    @Test("A feed to which the user gives another address is read there, although it had moved from the former one")
    func movedByUser() async throws {
        try await withServer([
            "/old": [.redirect(to: "/new")], "/new": [.text(feed([("a", nil)]), entityTag: "\"1\"")],
            "/other": [.text(feed([("b", nil)]), entityTag: "\"1\"")],
        ]) { server, transport in
            let former = try await supplier(server, transport, "/old").fetch(FetchRequest(origin: .newest, now: now))
            let later = supplier(server, transport, "/other")
            let answer = try await later.fetch(FetchRequest(origin: .newest, memory: former.memory, now: now))
            #expect(server.requests.map(\.path) == ["/old", "/new", "/other"])
            #expect(answer.items.map(\.id) == ["b"] && answer.sourceAddress == "", "it has not moved from there")
            let next = try await later.fetch(FetchRequest(origin: .newest, memory: answer.memory, now: now))
            #expect(next.isUnchanged && next.sourceAddress == nil)
        }
    }

    @Test("The feed supplier reports what an HTTP status means and obeys Retry-After")
    func statuses() async throws {
        let scenarios: [String: [Scenario]] = [
            "/401": [Scenario(status: 401)], "/403": [Scenario(status: 403)], "/404": [Scenario(status: 404)],
            "/410": [Scenario(status: 410)],
            "/500": [Scenario(status: 500)],
            "/page": [.text("<html><title>P</title><body>x</body></html>", type: "text/html")],
            "/broken": [.text("<?xml version='1.0'?><oops")],
        ]
        try await withServer(scenarios) { server, transport in
            let request = FetchRequest(origin: .newest, now: now)
            for (path, code) in [
                ("/401", SupplierError.Code.notAuthorised), ("/403", .notAuthorised), ("/404", .refused),
                ("/410", .gone), ("/500", .refused), ("/page", .malformed),
                ("/broken", .malformed),
            ] {
                let error = try #require(await failure(supplier(server, transport, path), request), "\(path)")
                #expect(error.code == code, "\(path)")
                #expect(error.message.english.contains("127.0.0.1:\(server.port)"), "\(error)")
            }
        }
    }

    @Test("A rate-limited address is not requested, while others of its host are")
    func rateLimitOfAddress() async throws {
        for (status, header, end) in [
            (429, "120", now.advanced(by: .seconds(120))),
            (503, "Sat, 21 Nov 2026 12:30:00 GMT", Timestamp(seconds: 1_795_264_200)),
        ] {
            let time = ManualTimeSource(now)
            let scenario = Scenario(status: status, headers: [("retry-after", header)])
            try await withServer(["/busy": [scenario], "/f": [.text(feed([]))]], time: time) { server, transport in
                let request = FetchRequest(origin: .newest, now: now)
                for path in ["/busy", "/busy"] {
                    let error = try #require(await failure(supplier(server, transport, path), request))
                    #expect(error.code == .rateLimited)
                    #expect(error.retryAt == end)
                    #expect(await failure(supplier(server, transport, "/f"), request) == nil)
                }
                #expect(server.requests(for: "/busy").count == 1)
                time.set(end)
                #expect(await failure(supplier(server, transport, "/busy"), request) != nil)
                #expect(server.requests(for: "/busy").count == 2)
            }
        }
    }

    @Test("A host is not requested while three of its addresses are rate limited, including redirect targets")
    func rateLimitOfHost() async throws {
        func busy(_ seconds: Int) -> [Scenario] {
            [Scenario(status: 429, headers: [("retry-after", "\(seconds)")]), .text(feed([]))]
        }
        let scenarios: [String: [Scenario]] = [
            "/1": busy(60), "/2": busy(180), "/3": busy(120), "/f": [.text(feed([]))], "/old": [.redirect(to: "/2")],
        ]
        let time = ManualTimeSource(now)
        try await withServer(scenarios, time: time) { server, transport in
            let request = FetchRequest(origin: .newest, now: now)
            for path in ["/1", "/old", "/f", "/3"] {
                let error = await failure(supplier(server, transport, path), request)
                #expect((error == nil) == (path == "/f"), "\(path)")
            }
            let error = try #require(await failure(supplier(server, transport, "/f"), request))
            #expect(error.retryAt == now.advanced(by: .seconds(60)))
            time.advance(by: .seconds(60))
            let requestCount = server.requests.count
            for path in ["/2", "/old", "/3"] {
                #expect(await failure(supplier(server, transport, path), request)?.code == .rateLimited, "\(path)")
            }
            #expect(server.requests.count == requestCount)
            for path in ["/1", "/f"] { #expect(await failure(supplier(server, transport, path), request) == nil) }
            time.advance(by: .seconds(120))
            #expect(await failure(supplier(server, transport, "/old"), request) == nil)
        }
    }

    @Test("A host with three rate-limited addresses from an earlier process is not requested while they last")
    func restoredRateLimit() async throws {
        let time = ManualTimeSource(now)
        try await withServer(["/f": [.text(feed([]))], "/1": [.text(feed([]))]], time: time) { server, transport in
            let request = FetchRequest(origin: .newest, now: now)
            for (number, seconds) in [(1, 60), (2, 180)] {
                transport.restoreRetryAfter(of: server.url("/\(number)"), until: now.advanced(by: .seconds(seconds)))
            }
            #expect(await failure(supplier(server, transport, "/f"), request) == nil)
            transport.restoreRetryAfter(of: server.url("/3"), until: now.advanced(by: .seconds(120)))
            let error = await failure(supplier(server, transport, "/f"), request)
            #expect(error?.retryAt == now.advanced(by: .seconds(60)))
            time.advance(by: .seconds(60))
            for path in ["/f", "/1"] { #expect(await failure(supplier(server, transport, path), request) == nil) }
        }
    }

    @Test(
        "An endless Retry-After is shortened to a day and reported",
        arguments: ["99999999999999999999999", "9223372036854775807", "864000", "Fri, 31 Dec 2100 23:59:59 GMT"])
    func endlessRateLimit(header: String) async throws {
        let busy = Scenario(status: 429, headers: [("retry-after", header)])
        try await withServer(["/busy": [busy]], time: ManualTimeSource(now)) { server, transport in
            let error = try #require(
                await failure(supplier(server, transport, "/busy"), FetchRequest(origin: .newest, now: now)))
            #expect(error.retryAt == now.advanced(by: .seconds(86_400)))
            #expect(error.message.english.contains("more than a day"))
        }
    }

    @Test("A redirect without a target is reported", arguments: [301, 302, 308])
    func movedNowhere(status: Int) async throws {
        try await withServer(["/f": [Scenario(status: status)]]) { server, transport in
            let error = try #require(
                await failure(supplier(server, transport, "/f"), FetchRequest(origin: .newest, now: now)))
            #expect(error.code == .malformed)
            #expect(error.message.english.contains("moved (\(status)), but not where to"), "\(error.message)")
        }
    }

    @Test("An item is presented with its text rendered")
    func presentation() async throws {
        let body = """
            <rss version="2.0"><channel><title>Kerb</title><item><guid>1</guid><title>T</title><link>https://k.example/1</link>
            <description>&lt;p&gt;See &lt;a href="/x"&gt;this&lt;/a&gt;&lt;/p&gt;</description></item></channel></rss>
            """
        try await withServer(["/f": [.text(body)]]) { server, transport in
            let supplier = supplier(server, transport, "/f")
            let item = try #require(try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items.first)
            let shown = supplier.presenter.present(Ticket(item, of: supplier.id, seen: now))
            #expect(shown.title == "T")
            #expect(shown.byline?.name == "x")
            #expect(shown.link == "https://k.example/1")
            #expect(shown.body.plainText == "See this")
            #expect(shown.body.blocks.first?.entities.first?.target == "https://k.example/x")
        }
    }
}
