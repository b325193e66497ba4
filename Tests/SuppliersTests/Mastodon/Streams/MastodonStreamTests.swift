import EngineConcepts
import EngineStandard
import EngineTestSupport
import FeedParsing
import Networking
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("Streams of the Mastodon API", .timeLimit(.minutes(30)))
struct MastodonStreamTests {
    private let now = MastodonWorld.now

    /// Returns a post of `seconds` after the present.
    private func post(_ number: Int, at seconds: Int64, _ text: String = "Text.") -> FakeMastodon.Post {
        let time = now.milliseconds + seconds * 1000
        return FakeMastodon.Post(id: FakeMastodon.id(at: time, number: number), time: time, text: text)
    }

    /// Reads one connection to its end.
    private func events(of supplier: any Supplier) async -> [StreamEvent] {
        var events: [StreamEvent] = []
        for await event in supplier.stream(StreamRequest(now: now)) { events.append(event) }
        return events
    }

    private func items(_ events: [StreamEvent]) -> [String] {
        events.flatMap { event -> [String] in
            guard case .batch(let batch) = event else { return [] }
            return batch.items.map(\.id) + batch.deleted.map { "-\($0)" }
        }
    }

    private func claims(_ events: [StreamEvent]) -> [Int64] {
        events.compactMap { if case .claim(let end) = $0 { end.since(now).components.seconds } else { nil } }
    }

    private func error(_ events: [StreamEvent]) -> SupplierError? {
        if case .disconnected(let error) = events.last { error } else { nil }
    }

    /// Reads events up to the first that `isAwaited` accepts.
    private func wait(_ events: AsyncStream<EngineEvent>, for isAwaited: (EngineEvent) -> Bool) async {
        for await event in events where isAwaited(event) { return }
    }

    private func connections(_ world: MastodonWorld) -> Int {
        world.fake.server.requests.count { $0.path.hasPrefix("/api/v1/streaming/") }
    }

    @Test("Posts, edits and deletions of the home feed arrive as the server sends them, repeated or out of order")
    func home() async throws {
        try await MastodonWorld.with { world in
            let (first, second) = (post(1, at: 200), post(2, at: 400))
            world.fake.change { state in
                state.channels["user"] = [
                    [
                        world.fake.event("update", second), world.fake.event("update", first),
                        world.fake.event("update", second), world.fake.event("status.update", first),
                        FakeMastodon.event("notification", "{\"id\":\"9\",\"type\":\"follow\"}"),
                        FakeMastodon.event("announcement", ""), FakeMastodon.event("update", "not JSON"),
                        FakeMastodon.event("delete", first.id),
                    ]
                ]
            }
            let events = await events(of: try world.supplier("home"))
            #expect(items(events) == [second.id, first.id, second.id, first.id, "-\(first.id)"])
            guard case .connected(let since) = events.first else {
                Issue.record("not connected")
                return
            }
            #expect(since > now)
            #expect(error(events) == nil)
            let request = world.fake.server.requests.last { $0.path == "/api/v1/streaming/user" }
            #expect(request?.headers["authorization"] == "Bearer good-token")
        }
    }

    @Test("A stream claims no more than what its newest post proves, and nothing before its connection")
    func claimedTimes() async throws {
        var reader = MastodonStreamReader(
            timeline: .home, converter: MastodonItemConverter(host: "pit.example", filterContext: nil),
            lateness: .seconds(120))
        #expect(reader.opened(at: now) == now.advanced(by: .seconds(2)))
        func update(_ seconds: Int64, _ type: String = "update") -> ServerSentEventData {
            (type, FakeMastodon.id(at: now.milliseconds + seconds * 1000, number: 1))
        }
        var found: [Int64] = []
        for (type, id) in [
            update(60), update(122), update(300), update(250), update(900, "status.update"), update(301),
        ] {
            let data = """
                {"id":"\(id)","created_at":"2026-11-22T12:00:00Z","content":"<p>x</p>","account":{"id":"1",\
                "username":"pat","acct":"pat","url":"https://pit.example/@pat"}}
                """
            found += claims(reader.events(of: ServerSentEvent(type: type, data: data)))
        }
        #expect(found == [180, 181])
    }

    private typealias ServerSentEventData = (type: String, id: String)

    @Test(
        "Timelines listen to their channels",
        arguments: [
            ("local", "public/local"), ("federated", "public"), ("list:Racing", "list?list=7"),
            ("tag:f1+race-spoilers", "hashtag?tag=f1"),
        ])
    func channels(timeline: String, channel: String) async throws {
        try await MastodonWorld.with { world in
            var (first, second) = (post(1, at: 1), post(2, at: 2))
            first.tags = ["F1", "Race"]
            second.tags = ["f1", "race", "spoilers"]
            world.fake.change { [first, second] state in
                state.channels[channel] = [
                    [world.fake.event("update", first), world.fake.event("update", second)]
                ]
            }
            let supplier = try world.supplier(timeline)
            #expect(supplier.traits.streams)
            let isTag = timeline.hasPrefix("tag")
            #expect(items(await events(of: supplier)) == (isTag ? [first.id] : [first.id, second.id]))
        }
    }

    @Test(
        "Timelines without a channel and servers that are read without an account have no stream",
        arguments: ["user:pat", "favourites", "bookmarks", "tag:f1,race"])
    func withoutStream(timeline: String) async throws {
        try await MastodonWorld.with { world in
            let own = try world.supplier(timeline)
            #expect(!own.traits.streams)
            let foreign = try world.supplier("local", place: "pit.example")
            #expect(!foreign.traits.streams)
        }
    }

    @Test("Home and notifications share one connection, which ends with its last reader")
    func sharing() async throws {
        try await MastodonWorld.with { world in
            let post = post(1, at: 1)
            world.fake.change { state in
                state.channels["user"] = [
                    [
                        .wait(gate: "both"), world.fake.event("update", post),
                        FakeMastodon.event(
                            "notification",
                            "{\"id\":\"9\",\"type\":\"follow\",\"created_at\":\"2026-11-22T12:00:05.000Z\"}"),
                    ]
                ]
            }
            let (home, notifications) = (try world.supplier("home"), try world.supplier("notifications"))
            var first = home.stream(StreamRequest(now: now)).makeAsyncIterator()
            var second = notifications.stream(StreamRequest(now: now)).makeAsyncIterator()
            guard case .connected = await first.next(), case .connected = await second.next() else {
                Issue.record("not connected")
                return
            }
            world.fake.server.open("both")
            var found: [[String]] = [[], []]
            while let event = await first.next() { found[0] += items([event]) }
            while let event = await second.next() { found[1] += items([event]) }
            #expect(found == [[post.id], ["9"]])
            #expect(connections(world) == 1)
        }
    }

    @Test("When the filters of the account change, the connection ends, so that the newest page is read anew")
    func filters() async throws {
        try await MastodonWorld.with { world in
            let (first, second) = (post(1, at: 200), post(2, at: 400))
            world.fake.change { state in
                state.channels["user"] = [
                    [
                        world.fake.event("update", first), FakeMastodon.event("filters_changed", "undefined"),
                        world.fake.event("update", second),
                    ]
                ]
            }
            let events = await events(of: try world.supplier("home"))
            #expect(items(events) == [first.id])
            guard case .disconnected(nil)? = events.last else {
                Issue.record("still connected")
                return
            }
        }
    }

    @Test("A server without server-sent events is listened to over a WebSocket, which brings the same")
    func sockets() async throws {
        try await MastodonWorld.with { world in
            let (first, second) = (post(1, at: 200), post(2, at: 400, String(repeating: "A long lap. ", count: 9_000)))
            world.fake.change { state in
                state.hasSockets = true
                state.channels["user"] = [
                    [
                        world.fake.event("update", first), world.fake.event("update", second),
                        world.fake.event("status.update", first), FakeMastodon.event("update", "not JSON"),
                        FakeMastodon.event("delete", first.id),
                    ]
                ]
            }
            let supplier = try world.supplier("home")
            let events = await events(of: supplier)
            #expect(items(events) == [first.id, second.id, first.id, "-\(first.id)"])
            guard case .connected(let since) = events.first else {
                Issue.record("not connected")
                return
            }
            #expect(since > now)
            #expect(error(events) == nil)
            #expect(supplier.traits.streams)
            let request = world.fake.server.requests.last { $0.path.hasPrefix("/api/v1/streaming?") }
            #expect(request?.headers["authorization"] == "Bearer good-token")
        }
    }

    @Test(
        "Over a WebSocket the channels have other names",
        arguments: [
            ("local", "stream=public:local"), ("federated", "stream=public"), ("list:Racing", "stream=list&list=7"),
            ("tag:f1", "stream=hashtag&tag=f1"),
        ])
    func socketChannels(timeline: String, query: String) async throws {
        try await MastodonWorld.with { world in
            world.fake.change { state in
                state.hasSockets = true
                for name in ["public/local", "public", "list?list=7", "hashtag?tag=f1"] { state.channels[name] = [[]] }
            }
            let supplier = try world.supplier(timeline)
            #expect(error(await events(of: supplier)) == nil)
            #expect(world.fake.server.requests.last?.path == "/api/v1/streaming?\(query)")
        }
    }

    @Test("A failing streaming server is connected to again")
    func failingStream() async throws {
        try await MastodonWorld.with { world in
            let supplier = try world.supplier("home")
            world.fake.change { $0.refusals["GET api/v1/streaming/user"] = (502, "Bad Gateway") }
            #expect(error(await events(of: supplier))?.message.code == "serverError")
            #expect(supplier.traits.streams)
        }
    }

    @Test("A server without streams is asked once and polled from then on")
    func fallback() async throws {
        try await MastodonWorld.with { world in
            let supplier = try world.supplier("home")
            #expect(supplier.traits.streams)
            #expect(error(await events(of: supplier))?.code == .unsupported)
            #expect(!supplier.traits.streams)
            let other = try world.supplier("local")
            #expect(!other.traits.streams)
            world.publish(3)
            #expect(try await world.newest().items.count == 3)
            await supplier.clearCurrentData()
            #expect(supplier.traits.streams)
        }
    }

    @Test("A revoked account and a failing server do not count as servers without streams")
    func failures() async throws {
        try await MastodonWorld.with { world in
            let supplier = try world.supplier("home")
            world.fake.change { $0.tokens = [] }
            #expect(error(await events(of: supplier))?.code == .notAuthorised)
            world.fake.change {
                $0.tokens = ["good-token"]
                $0.isFailing = true
            }
            #expect(error(await events(of: supplier)) != nil)
            #expect(supplier.traits.streams)
        }
    }

    @Test("The token goes only to the origin that the server names, and never from TLS to plain text")
    func streamingHost() async throws {
        let site = "https://pit.example"
        #expect(
            MastodonStreamConnection.origin(ofSockets: "wss://live.pit.example/", server: site)
                == "https://live.pit.example")
        #expect(MastodonStreamConnection.origin(ofSockets: "ws://live.pit.example", server: site) == nil)
        #expect(MastodonStreamConnection.origin(ofSockets: "nonsense", server: site) == nil)
        #expect(MastodonStreamConnection.origin(ofSockets: "ws://pit.example", server: site) == site)
        let local = "http://127.0.0.1:8080"
        #expect(MastodonStreamConnection.origin(ofSockets: "wss://127.0.0.1:8080", server: local) == local)
        try await MastodonWorld.with { world in
            let post = post(1, at: 1)
            world.fake.change { state in
                state.streaming = world.fake.address.replacing("https://", with: "wss://")
                    .replacing("http://", with: "ws://")
                state.channels["user"] = [[world.fake.event("update", post)], []]
            }
            let supplier = try world.supplier("home")
            #expect(items(await events(of: supplier)) == [post.id])
            _ = await events(of: supplier)
            #expect(world.fake.server.requests.count { $0.path == "/api/v2/instance" } == 1)
        }
    }

    @Test("A reader that misses an event is not told that its connection ended in order")
    func slowReader() async throws {
        let channels = SharedChannels(maximumWaitingEvents: 3)
        let connect: SharedChannels.Connect = { receive throws(SupplierError) in
            receive(.opened(skew: .zero))
            for number in 0..<5 { receive(.event(ServerSentEvent(data: "\(number)"))) }
        }
        var slow = channels.events(of: "user", connect).makeAsyncIterator()
        var events: [SharedChannels.Event] = []
        while let event = await slow.next() { events.append(event) }
        let isWhole = events.count == 7
        let isEnded = if case .closed = events.last { true } else { false }
        #expect(isWhole == isEnded)
    }

    @Test("Readers that leave a channel while events arrive never deadlock", .timeLimit(.minutes(30)))
    func readersThatLeave() async {
        let channels = SharedChannels()
        let connect: SharedChannels.Connect = { receive throws(SupplierError) in
            receive(.opened(skew: .zero))
            for number in 0..<20 { receive(.event(ServerSentEvent(data: "\(number)"))) }
        }
        for _ in 0..<500 {
            let readers = (0..<3)
                .map { _ in
                    let events = channels.events(of: "user", connect)
                    return Task { for await _ in events {} }
                }
            for reader in readers { reader.cancel() }
            for reader in readers { await reader.value }
        }
    }

    @Test("Posts that a broken connection misses are a gap, and the next refresh closes it")
    func disconnection() async throws {
        try await MastodonWorld.with { world in
            world.publish(10)
            let first = post(1, at: 200, "streamed")
            let missed = post(2, at: 400, "missed")
            let second = post(3, at: 21_000, "after the pause")
            world.fake.change { state in
                state.channels["user"] = [
                    [.wait(gate: "one"), world.fake.event("update", first), .wait(gate: "break")],
                    [.wait(gate: "two"), world.fake.event("update", second), .wait(gate: "end")],
                ]
            }
            let time = ManualTimeSource(now)
            let supplier = try world.supplier("home")
            let store = MemoryTrackStore()
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time,
                limits: EngineLimits(
                    streams: StreamLimits(
                        commitInterval: .zero, claimInterval: .zero, firstDelay: .seconds(20_000),
                        maximumDelay: .seconds(20_000), closesGaps: false)))
            await engine.suppliersChanged()
            engine.refresh()
            await engine.waitUntilIdle()
            let events = engine.events()
            engine.resumeStreams()
            await wait(events) { if case .stream(_, .connected) = $0 { true } else { false } }
            time.advance(by: .seconds(300))
            world.fake.change { $0.posts.insert(first, at: 0) }
            world.fake.server.open("one")
            await wait(events) { if case .committed = $0 { true } else { false } }
            world.fake.server.open("break")
            await wait(events) { if case .stream(_, .waiting) = $0 { true } else { false } }
            await time.waitForSleepers(1)
            world.fake.change { state in
                state.posts.insert(missed, at: 0)
                state.posts.insert(second, at: 0)
            }
            time.advance(by: .seconds(20_000))
            await wait(events) { if case .stream(_, .connected) = $0 { true } else { false } }
            time.advance(by: .seconds(1_000))
            world.fake.server.open("two")
            await wait(events) { event in
                guard case .committed(_, let snapshot) = event else { return false }
                return snapshot.gaps.contains { $0.timeframe.contains(Timestamp(milliseconds: missed.time)) }
            }
            #expect(try await store.entry(TicketID(supplier: supplier.id, item: missed.id)) == nil)
            #expect(try await store.entry(TicketID(supplier: supplier.id, item: second.id)) != nil)
            engine.refresh()
            await engine.waitUntilIdle()
            #expect(try await store.entry(TicketID(supplier: supplier.id, item: missed.id)) != nil)
            #expect(
                await engine.snapshot.gaps.allSatisfy { !$0.timeframe.contains(Timestamp(milliseconds: missed.time)) })
            engine.pauseStreams()
            await engine.waitUntilIdle()
        }
    }
}
