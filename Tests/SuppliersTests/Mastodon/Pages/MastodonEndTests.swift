import EngineConcepts
import EngineStandard
import EngineTestSupport
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("The ends of timelines of the Mastodon API", .timeLimit(.minutes(30)))
struct MastodonEndTests {
    private let now = MastodonWorld.now

    /// Publishes posts that are a minute apart, with numbers as identifiers.
    private func publishNumbered(_ count: Int, in world: MastodonWorld) {
        world.publish(count)
        world.fake.change { state in
            for index in state.posts.indices { state.posts[index].id = String(9000 - index) }
        }
    }

    private func time(of index: Int, in world: MastodonWorld) -> Timestamp {
        Timestamp(milliseconds: world.fake.present.posts[index].time)
    }

    /// Reads the page that follows `pages`.
    private func page(_ supplier: any Supplier, after pages: [FetchAnswer]) async throws -> FetchAnswer {
        let first = try #require(pages.first)
        let edge = try #require(first.claims.first?.timeframe.end)
        return try await supplier.fetch(
            FetchRequest(
                origin: .token(try #require(first.next), edge: edge), now: now,
                claimed: TimeframeSet(pages.flatMap(\.claims).map(\.timeframe))))
    }

    @Test("A page above the post below which it was asked for is refused, with the source and what follows")
    func repeatedPage() async throws {
        try await MastodonWorld.with { world in
            world.publish(100)
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            world.fake.change { $0.ignoresMaximumID = true }
            let error = await #expect(throws: SupplierError.self) { try await page(supplier, after: [first]) }
            #expect(error?.message.code == "olderItemsRepeat")
        }
    }

    // MARK: Servers that keep only the newest posts

    @Test(
        "Below the last post of a timeline that the server cuts nothing is claimed",
        arguments: [("home", true), ("list:7", true), ("federated", false), ("user:pat", false)])
    func retention(timeline: String, isCut: Bool) async throws {
        try await MastodonWorld.with { world in
            world.publish(10)
            let supplier = try world.supplier(timeline)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let end = try await page(supplier, after: [first])
            #expect(end.end == (isCut ? .retentionLimit : .trueEnd))
            #expect(end.claims.map(\.timeframe.end) == (isCut ? [] : [.beginningOfTime]))
        }
    }

    @Test(
        "An end below what was read is an error while the timeline is empty from the top",
        arguments: ["home", "user:pat"])
    func failingView(timeline: String) async throws {
        try await MastodonWorld.with { world in
            world.publish(100)
            let supplier = try world.supplier(timeline)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let posts = world.fake.present.posts
            world.fake.change { $0.posts = [] }
            let error = await #expect(throws: SupplierError.self) { try await page(supplier, after: [first]) }
            #expect(error?.message.key == "listEmptied")
            world.fake.change { $0.posts = posts }
            #expect(try await page(supplier, after: [first]).items.count == 40)
        }
    }

    @Test(
        "A home feed or list without posts is complete at each reading, until it has had one",
        arguments: ["home", "list:7"])
    func emptyHome(timeline: String) async throws {
        try await MastodonWorld.with { world in
            let supplier = try world.supplier(timeline)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.claims.map(\.timeframe.end) == [.beginningOfTime])
            let earlier = try #require(Timeframe.everythingBefore(now.advanced(by: .seconds(-3600))))
            var request = FetchRequest(
                origin: .newest, memory: first.memory, now: now, claimed: TimeframeSet(earlier))
            let second = try await supplier.fetch(request)
            #expect(second.claims.map(\.timeframe.end) == [.beginningOfTime])
            world.publish(1)
            request.memory = try await supplier.fetch(request).memory
            world.fake.change { $0.posts = [] }
            let third = try await supplier.fetch(request)
            #expect(third.claims.isEmpty && third.end == .retentionLimit)
        }
    }

    @Test("Two readings of a home feed that has no posts leave no gap")
    func emptyHomeTwice() async throws {
        try await MastodonWorld.with { world in
            let time = ManualTimeSource(now)
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([try world.supplier("home")], time: time), store: MemoryTrackStore(),
                time: time)
            await engine.suppliersChanged()
            for _ in 0..<2 {
                engine.refresh()
                await engine.waitUntilIdle()
                time.advance(by: .seconds(3600))
            }
            #expect(await engine.snapshot.gaps.isEmpty)
        }
    }

    @Test("Posts that a home feed dropped before they were read are a gap between two readings")
    func agedOut() async throws {
        try await MastodonWorld.with { world in
            world.publish(10)
            let time = ManualTimeSource(now)
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([try world.supplier("home")], time: time), store: MemoryTrackStore(),
                time: time)
            await engine.suppliersChanged()
            engine.refresh()
            await engine.waitUntilIdle()
            world.fake.change { state in
                for index in state.posts.indices {
                    state.posts[index].time += 86_400_000
                    state.posts[index].id = FakeMastodon.id(at: state.posts[index].time, number: 100 - index)
                }
            }
            time.advance(by: .seconds(86_400))
            engine.refresh()
            await engine.waitUntilIdle()
            for _ in 0..<20 {
                guard let gap = await engine.snapshot.gaps.first(where: \.canBeFilled) else { break }
                engine.fill(gap.id, from: .newer, amount: .all)
                await engine.waitUntilIdle()
            }
            let gaps = await engine.snapshot.gaps
            let oldest = self.time(of: 9, in: world)
            #expect(gaps.map(\.timeframe) == [Timeframe(from: oldest.secondAbove, downTo: now)])
            #expect(gaps.first?.missing.map(\.cause) == [GapCause.agedOut()])
        }
    }

    // MARK: Pages whose posts were left out

    @Test("The posts below a page that was left out are read upwards, and the page itself is out of reach")
    func hiddenPage() async throws {
        try await MastodonWorld.with { world in
            world.publish(240)
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            world.fake.change { state in
                state.hidden = Set((state.posts[40..<80] + state.posts[200..<225]).map(\.id))
            }
            let rest = try await page(supplier, after: [first])
            let visible = world.fake.present.posts[80..<200] + world.fake.present.posts[225...]
            #expect(Set(rest.items.map(\.id)) == Set(visible.map(\.id)))
            let (top, bottom) = (time(of: 80, in: world), time(of: 239, in: world))
            #expect(
                TimeframeSet(rest.claims.map(\.timeframe)).timeframes
                    == [Timeframe(from: top, downTo: bottom.secondAbove)])
            #expect(rest.unread == Timeframe(from: first.claims.first?.timeframe.end ?? now, downTo: top))
            #expect(rest.end == .retentionLimit)
        }
    }

    @Test("An empty page claims nothing if the home feed is being made anew when it is read again")
    func partialSecondReading() async throws {
        try await MastodonWorld.with { world in
            world.publish(100)
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let token = try #require(first.next)
            let partial = """
                [{"id":"\(world.fake.present.posts[60].id)","content":"<p>x</p>",\
                "account":{"id":"1","username":"pat","acct":"pat"}}]
                """
            world.fake.server.script(
                "/api/v1/timelines/home?limit=40&max_id=\(token.rawValue)", .text("[]", type: "application/json"),
                .text(partial, type: "application/json", status: 206))
            let answer = try await page(supplier, after: [first])
            #expect(answer.claims.isEmpty && answer.next == nil && answer.end == .unknown)
            #expect(answer.warning?.key == "homeIsRebuilt")
        }
    }

    @Test("At a server with small pages, reading upwards goes on where the answer before has ended")
    func smallPages() async throws {
        try await MastodonWorld.with { world in
            world.publish(100)
            world.fake.change { state in
                state.maximumPage = 5
                state.hidden = Set(state.posts[5..<10].map(\.id))
            }
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let part = try await page(supplier, after: [first])
            #expect(part.end == .unknown && part.unread == nil)
            #expect(part.claims.map(\.timeframe.start).max() == time(of: 45, in: world))
            let rest = try await page(supplier, after: [first, part])
            let top = time(of: 10, in: world)
            #expect(rest.unread == Timeframe(from: first.claims.first?.timeframe.end ?? now, downTo: top))
            #expect(
                TimeframeSet((part.claims + rest.claims).map(\.timeframe)).timeframes
                    == [Timeframe(from: top, downTo: time(of: 99, in: world).secondAbove)])
            #expect(Set((first.items + part.items + rest.items).map(\.id)).count == 95)
        }
    }

    // MARK: Hashtags

    @Test("A hashtag that is not found is empty until a post with it was read, and then an error")
    func missingHashtag() async throws {
        try await MastodonWorld.with { world in
            world.fake.change { $0.software = .goToSocial }
            let supplier = try world.supplier("tag:f1")
            var answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            answer = try await supplier.fetch(FetchRequest(origin: .newest, memory: answer.memory, now: now))
            #expect(answer.items.isEmpty && answer.end == .trueEnd)
            world.publish(1)
            world.edit(0) { $0.tags = ["f1"] }
            answer = try await supplier.fetch(FetchRequest(origin: .newest, memory: answer.memory, now: now))
            #expect(answer.items.count == 1)
            world.edit(0) { $0.tags = [] }
            let memory = answer.memory
            let error = await #expect(throws: SupplierError.self) {
                try await supplier.fetch(FetchRequest(origin: .newest, memory: memory, now: now))
            }
            #expect(error?.message.key == "hashtagNotFound")
        }
    }

    // MARK: Identifiers without a time

    @Test("A page that ends with a post that arrived late claims only what is newer than the posts below it")
    func lateArrival() async throws {
        try await MastodonWorld.with { world in
            publishNumbered(100, in: world)
            world.edit(39) { $0.time -= 5 * 86_400_000 }
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.count == 40)
            let below = time(of: 40, in: world).secondAbove
            #expect(first.claims.map(\.timeframe) == [Timeframe(from: now, downTo: below)])
            let second = try await page(supplier, after: [first])
            #expect(second.items.first?.body.text.source == "<p>Text 40.</p>")
            #expect(
                second.claims.map(\.timeframe)
                    == [Timeframe(from: below, downTo: time(of: 79, in: world).secondAbove)])
        }
    }

    @Test("A time can be asked for only where identifiers carry one, and the error says so")
    func timeRanges() async throws {
        try await MastodonWorld.with { world in
            publishNumbered(50, in: world)
            let numbered = try world.supplier("home")
            _ = try await numbered.fetch(FetchRequest(origin: .newest, now: now))
            #expect(!numbered.traits.readsTimeRanges)
            let error = await #expect(throws: SupplierError.self) {
                try await numbered.fetch(FetchRequest(origin: .time(now), now: now))
            }
            #expect(error?.message.key == "identifiersHaveNoTime")
            world.publish(50)
            let supplier = try world.supplier("home", isRestarted: true)
            _ = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(supplier.traits.readsTimeRanges)
        }
    }

    // MARK: Favourites and bookmarks

    @Test(
        "A full page of favourites or bookmarks without links is not the end, a short one is",
        arguments: ["favourites", "bookmarks"])
    func withoutLinks(timeline: String) async throws {
        try await MastodonWorld.with { world in
            world.publish(60)
            world.fake.change { state in
                state.hasNoLinks = true
                state.favourites = state.posts.map(\.id)
                state.bookmarks = state.favourites
            }
            let full = try await world.newest(timeline)
            #expect(full.items.count == 40)
            #expect(full.claims.isEmpty && full.next == nil && full.end == .depthLimit)
            world.fake.change { state in
                state.favourites.removeLast(50)
                state.bookmarks = state.favourites
            }
            let short = try await world.newest(timeline)
            #expect(short.end == .trueEnd)
            #expect(short.claims.map(\.timeframe.end) == [.beginningOfTime])
        }
    }
}
