import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import SupplierConformance
import Testing

@testable import Suppliers

@Suite("Timelines of the Mastodon API", .timeLimit(.minutes(30)))
struct MastodonSupplierTests {
    private let now = MastodonWorld.now

    /// Refreshes an engine with one supplier, and returns it with its store.
    private func refreshed(
        _ supplier: any Supplier, _ time: ManualTimeSource
    ) async -> (StandardEngine, MemoryTrackStore) {
        let store = MemoryTrackStore()
        let engine = StandardEngine(controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
        await engine.suppliersChanged()
        engine.refresh()
        await engine.waitUntilIdle()
        return (engine, store)
    }

    @Test(
        "Timelines of Mastodon keep the supplier contract",
        arguments: [
            "home", "local", "federated", "list:7", "list:Racing", "tag:f1", "user:pat", "user:pat,pinned",
            "favourites", "bookmarks", "notifications", "notifications:grouped", "trends", "search:e",
        ])
    func conformance(timeline: String) async throws {
        try await MastodonWorld.with { world in
            let origin = MastodonOrigin(world: world, timeline: timeline)
            #expect(await ConformanceSuite(origin, now: now).run() == [])
        }
    }

    @Test(
        "Timelines of GoToSocial keep the supplier contract",
        arguments: ["home", "local", "tag:f1", "user:pat", "search:e"])
    func conformanceOfULIDs(timeline: String) async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            let origin = MastodonOrigin(world: world, timeline: timeline)
            #expect(await ConformanceSuite(origin, now: now).run() == [])
        }
    }

    @Test("A page claims the seconds above its last post and continues below it")
    func claims() async throws {
        try await MastodonWorld.with { world in
            world.publish(100)
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.count == 40)
            let last = try #require(first.items.last?.orderTime)
            let bottom = last.secondAbove
            #expect(first.claims.map(\.timeframe) == [Timeframe(from: now, downTo: bottom)])
            let token = try #require(first.next)
            let second = try await supplier.fetch(FetchRequest(origin: .token(token, edge: bottom), now: now))
            #expect(second.items.first?.body.text.source == "<p>Text 40.</p>")
            #expect(second.claims.first?.timeframe.start == bottom)
        }
    }

    @Test("A post that the server lists twice on a page is in the Track once")
    func repetition() async throws {
        try await MastodonWorld.with { world in
            world.fake.change {
                $0.software = .goToSocial
                $0.repeated = 5
            }
            world.publish(30)
            #expect(try await world.newest().items.count == 30)
            let (_, store) = await refreshed(try world.supplier("home"), ManualTimeSource(now))
            let rows = try await store.window(WindowRequest(anchor: .top, above: 0, below: 100)).rows
            #expect(rows.count { if case .ticket = $0 { true } else { false } } == 30)
        }
    }

    @Test("A post that was deleted meanwhile leaves the Track with the next refresh; one that is only not listed stays")
    func deletedMeanwhile() async throws {
        try await MastodonWorld.with { world in
            world.publish(30)
            let time = ManualTimeSource(now)
            let supplier = try world.supplier("home")
            let (engine, store) = await refreshed(supplier, time)
            let (deleted, unlisted) = (world.fake.present.posts[3].id, world.fake.present.posts[5].id)
            world.fake.change { state in
                state.posts.remove(at: 3)
                state.hidden = [unlisted]
            }
            for _ in 0..<2 {
                time.advance(by: .seconds(60))
                engine.refresh()
                await engine.waitUntilIdle()
            }
            #expect(try await store.entry(TicketID(supplier: supplier.id, item: deleted)) == nil)
            #expect(try await store.entry(TicketID(supplier: supplier.id, item: unlisted)) != nil)
            let requests = world.fake.server.requests.filter { $0.path.hasPrefix("/api/v1/statuses/") }
            #expect(requests.map(\.path) == [deleted, unlisted].map { "/api/v1/statuses/\($0)" })
        }
    }

    @Test("Nothing is asked about posts that a page cannot list, and a deleted one of a second on three pages is found")
    func deletedInDenseSecond() async throws {
        try await MastodonWorld.with { world in
            let second = (now.seconds - 60) * 1000
            let dense: [Int64] = (0..<100).map { second + 999 - Int64($0) * 9 }
            let older: [Int64] = (1...40).map { second - Int64($0) * 60_000 }
            world.fake.change { state in
                state.posts = (dense + older).enumerated()
                    .map { index, time in
                        FakeMastodon.Post(
                            id: FakeMastodon.id(at: time, number: 200 - index), time: time, text: "Text \(index).")
                    }
            }
            let time = ManualTimeSource(now)
            let supplier = try world.supplier("home")
            let (engine, store) = await refreshed(supplier, time)
            func refresh() async -> [String] {
                let before = world.fake.server.requests.count
                time.advance(by: .seconds(10))
                engine.refresh()
                await engine.waitUntilIdle()
                return world.fake.server.requests.dropFirst(before).map(\.path)
            }
            let unchanged = await refresh()
            #expect(unchanged.count == 3 && unchanged.allSatisfy { $0.hasPrefix("/api/v1/timelines/home") })
            let deleted = world.fake.present.posts[60].id
            world.fake.change { $0.posts.remove(at: 60) }
            let asked = await refresh().filter { $0.hasPrefix("/api/v1/statuses/") }
            #expect(asked == ["/api/v1/statuses/\(deleted)"])
            #expect(try await store.entry(TicketID(supplier: supplier.id, item: deleted)) == nil)
        }
    }

    @Test("A failing server deletes nothing, and neither does a page whose posts the account may not see")
    func doubtfulOmission() async throws {
        try await MastodonWorld.with { world in
            world.publish(2)
            let supplier = try #require(try world.supplier("home") as? any DeletionChecking)
            let id = world.fake.present.posts[0].id
            func deleted(_ items: [String]) async -> [String] {
                await supplier.deleted(
                    among: items, missingFrom: FetchAnswer(), to: FetchRequest(origin: .newest, now: now))
            }
            #expect(await deleted([id]) == [])
            world.fake.change {
                $0.posts = []
                $0.isFailing = true
            }
            #expect(await deleted(["1"]) == [])
            world.fake.change { $0.isFailing = false }
            #expect(await deleted(["1", id]) == ["1"])
        }
    }

    @Test("A hashtag that GoToSocial does not know yet is empty, and its first post arrives")
    func unknownHashtag() async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            let answer = try await world.newest("tag:f1")
            #expect(answer.items.isEmpty)
            #expect(answer.end == .trueEnd)
            world.publish(1)
            world.edit(0) { $0.tags = ["f1"] }
            #expect(try await world.newest("tag:f1").items.count == 1)
        }
    }

    @Test("A hashtag at a server without the API of Mastodon is refused, not empty")
    func hashtagElsewhere() async throws {
        try await withServer([:]) { server, transport in
            let world = await MastodonWorld(FakeMastodon(server), transport)
            world.fake.change { state in
                state.software = .goToSocial
                for version in 1...2 { state.refusals["GET api/v\(version)/instance"] = (404, "Not Found") }
            }
            let error = await #expect(throws: SupplierError.self) { try await world.newest("tag:f1") }
            #expect(error?.reason == .notFound)
        }
    }

    @Test(
        "Timelines that are read downwards only refuse a request for newer posts",
        arguments: ["favourites", "trends", "search:e", "notifications:grouped", "user:pat,pinned", "thread:1"])
    func downwardsOnly(timeline: String) async throws {
        try await MastodonWorld.with { world in
            let supplier = try world.supplier(timeline)
            let error = await #expect(throws: SupplierError.self) {
                try await supplier.fetch(FetchRequest(direction: .newer, origin: .time(now), now: now))
            }
            #expect(error?.message.key == "readsDownOnly")
            #expect(world.fake.server.requests.isEmpty)
        }
    }

    @Test("A deleted post at the edge of a gap does no harm", arguments: [ReadDirection.older, .newer])
    func deletedAnchor(direction: ReadDirection) async throws {
        try await MastodonWorld.with { world in
            world.publish(100)
            let supplier = try world.supplier("home")
            let items = try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items
            let anchor = Ticket(items[20], of: supplier.id, seen: now).key
            world.fake.change { $0.posts.removeAll { $0.id == anchor.id.item } }
            let edge = direction == .older ? anchor.time : anchor.time.advanced(by: .seconds(1))
            let answer = try await supplier.fetch(
                FetchRequest(direction: direction, origin: .anchor(anchor, edge: edge), now: now))
            let expected = direction == .older ? "<p>Text 21.</p>" : "<p>Text 19.</p>"
            #expect(
                (direction == .older ? answer.items.first : answer.items.last)?.body.text.source == expected)
            #expect(
                (direction == .older ? answer.claims.first?.timeframe.start : answer.claims.first?.timeframe.end)
                    == edge)
        }
    }

    @Test("A server that skips posts above a place claims nothing there, and a page that follows it is claimed")
    func skippingServer() async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            world.publish(200)
            let supplier = try world.supplier("home")
            let posts = world.fake.present.posts
            func above(_ index: Int) async throws -> FetchAnswer {
                let time = Timestamp(milliseconds: posts[index].time)
                let item = SourceItem(id: posts[index].id, orderTime: time, body: TicketBody(text: .plain("")))
                return try await supplier.fetch(
                    FetchRequest(
                        direction: .newer,
                        origin: .anchor(
                            Ticket(item, of: supplier.id, seen: now).key,
                            edge: time.secondAbove), now: now))
            }
            _ = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            world.fake.change { $0.remembered = 90 }
            let skipped = try await above(150)
            #expect(skipped.items.isEmpty && skipped.claims.isEmpty && skipped.end == .unknown)
            let next = try await above(80)
            #expect(next.items.last?.id == posts[79].id && !next.claims.isEmpty)
            world.fake.change { $0.remembered = nil }
            #expect(try await above(150).items.last?.id == posts[149].id)
        }
    }

    @Test("A page whose posts were all left out is not the end")
    func emptyPage() async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            world.publish(120)
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            world.fake.change { state in state.hidden = Set(state.posts[40..<80].map(\.id)) }
            let edge = try #require(first.claims.first?.timeframe.end)
            let second = try await supplier.fetch(
                FetchRequest(origin: .token(try #require(first.next), edge: edge), now: now))
            #expect(second.items.isEmpty)
            #expect(second.end == .more)
            let third = try await supplier.fetch(
                FetchRequest(
                    origin: .token(
                        try #require(second.next), edge: try #require(second.claims.first?.timeframe.end)), now: now))
            #expect(third.items.first?.body.text.source == "<p>Text 80.</p>")
        }
    }

    @Test("An empty page without a link is the end only if nothing is left below it")
    func emptyPageWithoutLink() async throws {
        try await MastodonWorld.with { world in
            world.publish(120)
            let supplier = try world.supplier("federated")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            world.fake.change { state in state.hidden = Set(state.posts[40..<80].map(\.id)) }
            let edge = try #require(first.claims.first?.timeframe.end)
            let token = try #require(first.next)
            let second = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: now))
            let oldest = Timestamp(milliseconds: world.fake.present.posts[80].time)
            #expect(second.items.count == 40)
            #expect(second.claims.map(\.timeframe) == [Timeframe.everythingBefore(oldest)])
            #expect(second.unread == Timeframe(from: edge, downTo: oldest))
            world.fake.change { $0.posts.removeLast(80) }
            let third = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: now))
            #expect(third.end == .trueEnd)
        }
    }

    @Test("A home feed that is being rebuilt claims nothing and says so")
    func rebuilding() async throws {
        try await MastodonWorld.with { world in
            world.publish(10)
            world.fake.change { $0.isRebuilding = true }
            let answer = try await world.newest()
            #expect(answer.claims.isEmpty)
            #expect(answer.end == .unknown)
            #expect(answer.warning?.key == "homeIsRebuilt")
        }
    }

    @Test("A used-up rate limit is reported, and no source of the account asks before it ends")
    func rateLimit() async throws {
        try await MastodonWorld.with { world in
            world.publish(3)
            world.fake.change { $0.requestsLeft = 2 }
            let answer = try await world.newest()
            #expect(answer.budget.requestsLeft == 1)
            _ = try await world.newest("local")
            let requestCount = world.fake.server.requests.count
            let error = await #expect(throws: SupplierError.self) { try await world.newest("notifications") }
            #expect(error?.code == .rateLimited)
            #expect(error?.retryAt == Timestamp(rfc3339: "2026-11-22T12:05:00Z"))
            #expect(world.fake.server.requests.count == requestCount)
        }
    }

    @Test("A revoked token fails each source of the account with one request, and loses nothing")
    func revoked() async throws {
        try await MastodonWorld.with { world in
            world.publish(3)
            world.fake.change { $0.tokens = [] }
            let (home, local) = (try world.supplier("home"), try world.supplier("local"))
            try await home.poolSetup()
            let error = await #expect(throws: SupplierError.self) {
                try await home.fetch(FetchRequest(origin: .newest, now: now))
            }
            #expect(error?.code == .notAuthorised)
            #expect(error?.message.key == "accountSignInAgain")
            await #expect(throws: SupplierError.self) { try await local.poolSetup() }
            await #expect(throws: SupplierError.self) {
                try await local.fetch(FetchRequest(origin: .newest, now: now))
            }
            #expect(world.fake.server.requests.count == 1)
            await home.poolCleanup()
            await local.poolCleanup()
            world.fake.change { $0.tokens = ["good-token"] }
            try await home.poolSetup()
            #expect(try await home.fetch(FetchRequest(origin: .newest, now: now)).items.count == 3)
        }
    }

    @Test("Public timelines are read without an account where the server allows it")
    func strangers() async throws {
        try await MastodonWorld.with { world in
            world.publish(3)
            let place = "127.0.0.1:\(world.fake.server.port)"
            let supplier = try world.supplier("local", place: place)
            #expect(try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items.count == 3)
            #expect(world.fake.server.requests.allSatisfy { $0.headers["authorization"] == nil })
            world.fake.change { $0.isPrivate = true }
            let error = await #expect(throws: SupplierError.self) {
                try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            }
            #expect(error?.message.key == "timelineNeedsAccount")
            await #expect(throws: SupplierError.self) {
                try await world.supplier("home", place: place).fetch(FetchRequest(origin: .newest, now: now))
            }
        }
    }

    @Test("Hashtags are combined with any, all and none")
    func tags() async throws {
        try await MastodonWorld.with { world in
            world.publish(4)
            for (index, tags) in [["f1"], ["wec"], ["f1", "news"], ["f1", "spoiler"]].enumerated() {
                world.edit(index) { $0.tags = tags }
            }
            let expected = [
                "tag:f1": ["0", "2", "3"], "tag:f1,wec": ["0", "1", "2", "3"], "tag:f1+news": ["2"],
                "tag:f1-spoiler": ["0", "2"],
            ]
            for (timeline, numbers) in expected {
                let items = try await world.newest(timeline).items
                #expect(items.map { $0.body.text.source.filter(\.isNumber) } == numbers, "\(timeline)")
            }
        }
    }

    @Test(
        "Of a server that combines no hashtags, posts that the combination excludes are left out, and paging goes on below"
    )
    func tagsOfGoToSocial() async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            world.publish(4)
            for (index, tags) in [["f1"], ["f1", "news"], ["f1", "spoiler"], ["f1", "spoiler"]].enumerated() {
                world.edit(index) { $0.tags = tags }
            }
            for (timeline, numbers) in ["tag:f1+news": ["1"], "tag:f1-spoiler": ["0", "1"]] {
                let answer = try await world.newest(timeline)
                #expect(answer.items.map { $0.body.text.source.filter(\.isNumber) } == numbers, "\(timeline)")
            }
        }
    }

    @Test("A person's posts are read with or without replies and boosts, and the person is looked up once")
    func person() async throws {
        try await MastodonWorld.with { world in
            world.publish(3)
            world.edit(0) { $0.replyTo = "1" }
            let boosted = world.fake.present.posts[2].id
            world.edit(1) { $0.boostOf = boosted }
            #expect(try await world.newest("user:pat").items.count == 3)
            #expect(try await world.newest("user:pat,no-replies").items.count == 2)
            #expect(try await world.newest("user:pat,no-replies,no-boosts").items.count == 1)
            let supplier = try world.supplier("user:pat")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let again = try world.supplier("user:pat")
            let requestCount = world.fake.server.requests.count
            _ = try await again.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            // The page and the pinned posts.
            #expect(world.fake.server.requests.count == requestCount + 2)
            let error = await #expect(throws: SupplierError.self) { try await world.newest("user:nobody") }
            #expect(error?.message.key == "personNotFound")
        }
    }

    @Test("Favourites are paged by the Link field and complete with the last page")
    func favourites() async throws {
        try await MastodonWorld.with { world in
            world.publish(60)
            // An old post that was marked last.
            world.fake.change { state in
                state.favourites = [state.posts[59].id] + state.posts[..<50].map(\.id)
            }
            let supplier = try world.supplier("favourites")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.count == 40)
            #expect(first.claims.isEmpty)
            #expect(first.next == Token("12"))
            let second = try await supplier.fetch(
                FetchRequest(origin: .token(try #require(first.next), edge: now), now: now))
            #expect(second.end == .trueEnd)
            #expect(second.claims.map(\.timeframe.end) == [.beginningOfTime])
            #expect(Set((first.items + second.items).map(\.id)).count == 51)
        }
    }
}
