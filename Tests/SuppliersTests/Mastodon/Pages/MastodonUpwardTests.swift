import EngineConcepts
import EngineStandard
import EngineTestSupport
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("Reading upwards with the Mastodon API", .timeLimit(.minutes(30)))
struct MastodonUpwardTests {
    private let now = MastodonWorld.now

    private func time(of index: Int, in world: MastodonWorld) -> Timestamp {
        Timestamp(milliseconds: world.fake.present.posts[index].time)
    }

    /// Returns a request for the page above a post, below which 100 seconds were read.
    private func requestAbove(_ index: Int, of supplier: any Supplier, in world: MastodonWorld) throws -> FetchRequest {
        let time = time(of: index, in: world)
        let item = SourceItem(id: world.fake.present.posts[index].id, orderTime: time, body: TicketBody())
        let edge = time.secondAbove
        let claimed = try #require(Timeframe(from: edge, downTo: edge.advanced(by: .seconds(-100))))
        return FetchRequest(
            direction: .newer, origin: .anchor(Ticket(item, of: supplier.id, seen: now).key, edge: edge), now: now,
            claimed: TimeframeSet(claimed))
    }

    /// Returns the number of requests for pages of the home feed that `body` makes.
    private func pageCount(in world: MastodonWorld, during body: () async throws -> Void) async throws -> Int {
        let before = world.fake.server.requests.count
        try await body()
        return world.fake.server.requests.dropFirst(before).count { $0.path.hasPrefix("/api/v1/timelines/home") }
    }

    // MARK: Servers that do not read upwards

    @Test(
        "Where a server does not read upwards, a page whose posts were left out is no end for a day, and then a limit",
        arguments: [FakeMastodon.MinimumID.ignored, .newest], ["home", "federated", "user:pat"])
    func hiddenPage(minimumID: FakeMastodon.MinimumID, timeline: String) async throws {
        try await MastodonWorld.with { world in
            world.publish(120)
            world.fake.change { state in
                state.minimumID = minimumID
                state.hidden = Set(state.posts[40..<80].map(\.id))
            }
            let supplier = try world.supplier(timeline)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let token = try #require(first.next)
            let edge = try #require(first.claims.first?.timeframe.end)
            var memory = first.memory
            func end(after hours: Int) async throws -> FetchAnswer {
                let answer = try await supplier.fetch(
                    FetchRequest(
                        origin: .token(token, edge: edge), memory: memory,
                        now: now.advanced(by: .seconds(hours * 3600))))
                memory = answer.memory
                return answer
            }
            for hours in [0, 2, 23] {
                let answer = try await end(after: hours)
                #expect(answer.claims.isEmpty && answer.end == .unknown && answer.next == token)
                #expect(answer.interruption?.message.key == "listEndDoubtful")
            }
            let last = try await end(after: 25)
            #expect(last.claims.isEmpty && last.end == .retentionLimit && last.interruption == nil)
        }
    }

    @Test(
        "A page of the newest posts instead of those next above a place claims nothing, and one that reaches the place does",
        arguments: [FakeMastodon.MinimumID.ignored, .newest])
    func newestInstead(minimumID: FakeMastodon.MinimumID) async throws {
        try await MastodonWorld.with { world in
            world.publish(200)
            world.fake.change { $0.minimumID = minimumID }
            let supplier = try world.supplier("home")
            _ = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let far = try await supplier.fetch(requestAbove(150, of: supplier, in: world))
            #expect(far.items.isEmpty && far.claims.isEmpty && far.next == nil && far.end == .unknown)
            let near = try await supplier.fetch(requestAbove(20, of: supplier, in: world))
            let edge = time(of: 20, in: world).secondAbove
            #expect(near.claims.map(\.timeframe) == [Timeframe(from: time(of: 0, in: world), downTo: edge)])
            #expect(Set(near.items.map(\.id)).isSuperset(of: world.fake.present.posts[..<20].map(\.id)))
        }
    }

    @Test(
        "A gap that is filled from its older side lacks nothing in the end where the server does not read upwards",
        arguments: [FakeMastodon.MinimumID.ignored, .newest])
    func fillFromBelow(minimumID: FakeMastodon.MinimumID) async throws {
        try await MastodonWorld.with { world in
            world.publish(300)
            let posts = world.fake.present.posts
            world.fake.change { state in
                state.minimumID = minimumID
                state.posts.removeFirst(200)
            }
            let known = Timestamp(milliseconds: posts[200].time)
            let (time, store) = (ManualTimeSource(known.advanced(by: .seconds(60))), MemoryTrackStore())
            let supplier = try world.supplier("home")
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            await engine.suppliersChanged()
            engine.refresh()
            await engine.waitUntilIdle()
            world.fake.change { $0.posts = posts }
            time.advance(by: .seconds(200 * 60))
            engine.refresh()
            await engine.waitUntilIdle()
            for _ in 0..<5 {
                guard let gap = await engine.snapshot.gaps.first, gap.timeframe.start > known else { break }
                engine.fill(gap.id, from: .older, amount: .all)
                await engine.waitUntilIdle()
            }
            #expect(await engine.snapshot.gaps.allSatisfy { $0.timeframe.start < known })
            for post in posts[..<240] {
                #expect(try await store.entry(TicketID(supplier: supplier.id, item: post.id)) != nil, "\(post.text)")
            }
        }
    }

    @Test("A page from a cache in place of the page above a token claims nothing")
    func cachedPage() async throws {
        try await MastodonWorld.with { world in
            world.publish(200)
            let supplier = try world.supplier("home")
            _ = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let request = try requestAbove(150, of: supplier, in: world)
            let first = try await supplier.fetch(request)
            let reached = try #require(first.claims.first?.timeframe.start)
            world.fake.change { $0.minimumID = .ignored }
            let second = try await supplier.fetch(
                FetchRequest(
                    direction: .newer, origin: .token(try #require(first.next), edge: reached), now: now))
            #expect(second.items.isEmpty && second.claims.isEmpty && second.end == .unknown)
        }
    }

    // MARK: Servers that do

    @Test(
        "Reading upwards needs no further requests where pages begin at their place, nor does the end",
        arguments: [FakeMastodon.Software.mastodon, .goToSocial, .pleroma])
    func requestCount(software: FakeMastodon.Software) async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = software }
            world.publish(100)
            let supplier = try world.supplier("home")
            _ = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            var items: Set<String> = []
            let upwards = try await pageCount(in: world) {
                var request = try requestAbove(60, of: supplier, in: world)
                while true {
                    let answer = try await supplier.fetch(request)
                    items.formUnion(answer.items.map(\.id))
                    #expect(answer.claims.map(\.timeframe.end) == [request.edge])
                    guard let next = answer.next else { break }
                    let reached = try #require(answer.claims.first?.timeframe.start)
                    request.origin = .token(next, edge: reached)
                }
            }
            // Two pages, and two requests that show that nothing is above them.
            #expect(upwards == 4)
            #expect(items.isSuperset(of: world.fake.present.posts[..<60].map(\.id)))
            let last = world.fake.present.posts[99].id
            let end = try await pageCount(in: world) {
                let answer = try await supplier.fetch(
                    FetchRequest(origin: .token(Token(last), edge: time(of: 99, in: world).secondAbove), now: now))
                #expect(answer.end == .retentionLimit && answer.interruption == nil)
            }
            #expect(end == 3)
        }
    }

    @Test("The end is none the less one if the last post that was read has been removed")
    func removedLast() async throws {
        try await MastodonWorld.with { world in
            world.publish(40)
            let supplier = try world.supplier("federated")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            world.fake.change { $0.posts.removeLast() }
            let edge = try #require(first.claims.first?.timeframe.end)
            let end = try await supplier.fetch(
                FetchRequest(origin: .token(try #require(first.next), edge: edge), now: now))
            #expect(end.claims.map(\.timeframe) == [Timeframe.everythingBefore(edge)] && end.end == .trueEnd)
        }
    }

    // MARK: Identifiers and memory

    @Test(
        "The identifier below one is lower, and has the same format",
        arguments: [FakeMastodon.Software.mastodon, .goToSocial, .pleroma])
    func idBelow(software: FakeMastodon.Software) throws {
        for number in [0, 1, 32, 61] {
            let id = FakeMastodon.id(at: now.milliseconds, number: number, software)
            let below = try #require(MastodonIDFormat.id(below: id))
            let format = MastodonIDFormat(of: id)
            #expect(format.isNewer(id, than: below) && MastodonIDFormat(of: below) == format)
        }
        #expect(MastodonIDFormat.id(below: "90") == "89")
        #expect(MastodonIDFormat.id(below: "0") == nil && MastodonIDFormat.id(below: "a/b") == nil)
    }

    @Test("The memory of a source keeps an end without proof, and reads what former versions wrote")
    func memoryText() {
        for text in ["snowflake 7", "ulid  posts", "snowflake 7 posts 1,2,3,4", "flake  1,2,3,4"] {
            #expect(MastodonSourceMemory(text).text == text)
        }
    }
}
