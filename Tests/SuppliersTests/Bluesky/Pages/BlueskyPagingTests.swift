import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Testing

@testable import Suppliers

@Suite("What pages of Bluesky prove", .timeLimit(.minutes(30)))
struct BlueskyPagingTests {
    private let now = BlueskyWorld.now

    // MARK: The end

    @Test(
        "Nothing is claimed below the last entry that a server keeps, and everything below the last post of a person",
        arguments: ["home", "list:Racing", "notifications", "user:pat.test"])
    func lastPage(timeline: String) async throws {
        try await BlueskyWorld.with { world in
            world.publish(30)
            world.fake.change { state in
                state.notifications = state.posts.map { ($0.uri, "mention", $0.time, nil) }
            }
            let supplier = try world.supplier(timeline)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            #expect(first.items.count == 30 && edge == first.items.last?.orderTime?.secondAbove)
            let token = try #require(first.next)
            let last = try await supplier.fetch(
                FetchRequest(
                    origin: .token(token, edge: edge), now: now,
                    claimed: TimeframeSet(first.claims.map(\.timeframe))))
            if timeline == "user:pat.test" {
                #expect(last.end == .trueEnd && last.claims.map(\.timeframe) == [Timeframe.everythingBefore(edge)])
            } else {
                #expect(last.end == .retentionLimit && last.claims.isEmpty)
            }
        }
    }

    @Test("A list that ends with an empty page claims down to the last entry of the page above")
    func emptyLastPage() async throws {
        try await BlueskyWorld.with { world in
            world.publish(30)
            world.fake.change { $0.vanishingCursors = 1 }
            let answer = try await world.newest()
            #expect(answer.end == .retentionLimit && answer.next == nil)
            #expect(answer.claims.map(\.timeframe.end) == [answer.items.last?.orderTime?.secondAbove])
        }
    }

    @Test(
        "An end behind a full page is believed after a day, and until then the page is read again",
        arguments: ["home", "user:pat.test"])
    func endBehindFullPage(timeline: String) async throws {
        try await BlueskyWorld.with { world in
            world.publish(150)
            let supplier = try world.supplier(timeline)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            var request = FetchRequest(origin: .token(try #require(first.next), edge: edge), now: now)
            request.claimed = TimeframeSet(first.claims.map(\.timeframe))
            world.fake.change { $0.isEmptyBelowTop = true }
            for hours in [0, 1, 23] {
                request.now = now.advanced(by: .seconds(hours * 3600))
                let answer = try await supplier.fetch(request)
                #expect(answer.interruption?.message.key == "listEndDoubtful")
                #expect(answer.claims.isEmpty && answer.next != nil && answer.end == .unknown)
                request.origin = .token(try #require(answer.next), edge: edge)
                request.memory = answer.memory
            }
            request.now = now.advanced(by: .seconds(24 * 3600))
            let end = try await supplier.fetch(request)
            #expect(end.interruption == nil && end.next == nil)
            #expect(end.end == (timeline == "home" ? .retentionLimit : .trueEnd))
            world.fake.change { $0.isEmptyBelowTop = false }
            #expect(try await supplier.fetch(request).items.count == 50)
        }
    }

    @Test("A full page without a cursor claims what it shows, and is read again for its cursor")
    func fullPageWithoutCursor() async throws {
        try await BlueskyWorld.with { world in
            world.publish(150)
            world.fake.change { $0.vanishingCursors = 2 }
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            #expect(edge == first.items.last?.orderTime?.secondAbove)
            #expect(first.interruption?.message.key == "listEndDoubtful" && first.end == .unknown)
            let token = try #require(first.next)
            let second = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: now))
            #expect(second.items.contains { $0.body.text == .plain("Text 149.") } && second.interruption == nil)
            let newest = try #require(first.items.first?.orderTime)
            let oldest = try #require(second.items.last?.orderTime)
            #expect(
                second.claims.map(\.timeframe) == [Timeframe(from: newest.secondAbove, downTo: oldest.secondAbove)])
        }
    }

    @Test(
        "An end above what was read before is doubtful unless the server keeps only the newest entries",
        arguments: [("home", false), ("user:pat.test", true)])
    func endAboveKnown(timeline: String, isDoubtful: Bool) async throws {
        try await BlueskyWorld.with { world in
            world.publish(30)
            world.fake.change { $0.vanishingCursors = 4 }
            let bottom = Timestamp(milliseconds: world.fake.present.posts[29].time).secondAbove
            let below = bottom.advanced(by: .seconds(-3600))
            let supplier = try world.supplier(timeline)
            var request = FetchRequest(origin: .newest, now: now)
            request.claimed = TimeframeSet([Claim](from: below, downTo: .beginningOfTime).map(\.timeframe))
            let above = try await supplier.fetch(request)
            #expect(above.interruption?.message.key == (isDoubtful ? "listEndDoubtful" : nil))
            #expect(above.end == (isDoubtful ? .unknown : .retentionLimit))
            #expect(above.claims.first?.timeframe.end == bottom)
            let known = now.advanced(by: .seconds(-300))
            let ranges =
                [Claim](from: known, downTo: below)
                + [Claim](from: below.advanced(by: .seconds(-60)), downTo: .beginningOfTime)
            request.claimed = TimeframeSet(ranges.map(\.timeframe))
            let joined = try await supplier.fetch(request)
            #expect(joined.interruption == nil && joined.next == nil)
            #expect(joined.claims.first?.timeframe.end == bottom)
        }
    }

    // MARK: Empty lists

    @Test(
        "A list without entries claims nothing if it had some, and a fill of its gap fails",
        arguments: ["home", "user:pat.test", "bookmarks", "notifications", "search:Text"])
    func emptied(timeline: String) async throws {
        try await BlueskyWorld.with { world in
            world.publish(60)
            world.fake.change { state in
                state.bookmarks = state.posts.map { ($0.uri, $0.time) }
                state.notifications = state.posts.map { ($0.uri, "mention", $0.time, nil) }
            }
            let supplier = try world.supplier(timeline)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            world.fake.change { $0.isEmpty = true }
            var request = FetchRequest(origin: .newest, memory: first.memory, now: now.advanced(by: .seconds(3600)))
            request.claimed = TimeframeSet(first.claims.map(\.timeframe))
            let emptied = try await supplier.fetch(request)
            #expect(emptied.items.isEmpty && emptied.claims.isEmpty)
            #expect(emptied.end == .unknown && emptied.next == nil)
            let anchor = Ticket(try #require(first.items.last), of: supplier.id, seen: now).key
            let token = try #require(first.next)
            let origins: [FetchRequest.Origin] = [.token(token, edge: edge), .anchor(anchor, edge: edge)]
            for origin in origins {
                request.origin = origin
                let older = request
                let error = await #expect(throws: SupplierError.self) { try await supplier.fetch(older) }
                #expect(error?.message.code == "listEmptied")
            }
        }
    }

    @Test("A list that was emptied is complete after a day without entries", arguments: ["home", "bookmarks"])
    func emptiedForDay(timeline: String) async throws {
        try await BlueskyWorld.with { world in
            world.publish(60)
            world.fake.change { state in state.bookmarks = state.posts.map { ($0.uri, $0.time) } }
            let supplier = try world.supplier(timeline)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            world.fake.change { $0.isEmpty = true }
            var request = FetchRequest(origin: .newest, memory: first.memory, now: now)
            request.claimed = TimeframeSet(first.claims.map(\.timeframe))
            for hours in [1, 24, 25] {
                request.now = now.advanced(by: .seconds(hours * 3600))
                let answer = try await supplier.fetch(request)
                #expect(answer.claims.map(\.timeframe.end) == (hours < 25 ? [] : [.beginningOfTime]))
                request.memory = answer.memory
            }
            request.origin = .token(try #require(first.next), edge: edge)
            let end = try await supplier.fetch(request)
            #expect(end.interruption == nil && end.end == (timeline == "home" ? .retentionLimit : .trueEnd))
        }
    }

    @Test("An empty reading long ago does not count for an end of a list that has entries again")
    func emptiedLongAgo() async throws {
        try await BlueskyWorld.with { world in
            world.publish(150)
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            world.fake.change { $0.isEmpty = true }
            var request = FetchRequest(origin: .newest, memory: first.memory, now: now)
            request.claimed = TimeframeSet(first.claims.map(\.timeframe))
            request.memory = try await supplier.fetch(request).memory
            world.fake.change { state in (state.isEmpty, state.isEmptyBelowTop) = (false, true) }
            request.now = now.advanced(by: .seconds(2 * 86_400))
            request.origin = .token(try #require(first.next), edge: edge)
            #expect(try await supplier.fetch(request).interruption?.message.key == "listEndDoubtful")
        }
    }

    @Test(
        "A list that never had an entry is complete at each reading", arguments: ["home", "user:pat.test", "bookmarks"])
    func neverFilled(timeline: String) async throws {
        try await BlueskyWorld.with { world in
            let supplier = try world.supplier(timeline)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.claims.map(\.timeframe) == [Timeframe.everythingBefore(now)])
            let later = now.advanced(by: .seconds(3600))
            var request = FetchRequest(origin: .newest, memory: first.memory, now: later)
            request.claimed = TimeframeSet(first.claims.map(\.timeframe))
            let second = try await supplier.fetch(request)
            #expect(second.claims.map(\.timeframe) == [Timeframe.everythingBefore(later)])
        }
    }

    @Test(
        "The first entries of a list that had none end above an empty range, which is no doubtful end",
        arguments: ["home", "user:pat.test", "bookmarks"])
    func firstEntries(timeline: String) async throws {
        try await BlueskyWorld.with { world in
            let supplier = try world.supplier(timeline)
            let earlier = now.advanced(by: .seconds(-86_400))
            let empty = try await supplier.fetch(FetchRequest(origin: .newest, now: earlier))
            world.publish(3)
            world.fake.change { state in state.bookmarks = state.posts.map { ($0.uri, $0.time) } }
            var request = FetchRequest(origin: .newest, memory: empty.memory, now: now)
            request.claimed = TimeframeSet(empty.claims.map(\.timeframe))
            let first = try await supplier.fetch(request)
            let edge = try #require(first.claims.first?.timeframe.end)
            request.origin = .token(try #require(first.next), edge: edge)
            request.memory = first.memory
            request.claimed = TimeframeSet((first.claims + empty.claims).map(\.timeframe))
            let end = try await supplier.fetch(request)
            #expect(end.interruption == nil)
            #expect(end.end == (timeline == "home" ? .retentionLimit : .trueEnd))
        }
    }

    @Test("The memory of a source keeps the address of its list, as former versions wrote it")
    func memoryText() {
        let address = "at://did:plc:kim/app.bsky.graph.list/racing"
        #expect(BlueskySourceMemory(address).text == address && BlueskySourceMemory(address).listAddress == address)
        var memory = BlueskySourceMemory(nil)
        #expect(memory.text.isEmpty)
        memory.recordEmptiness(now: now)
        let isConfirmed = memory.confirmsEnd(at: now, now: now)
        #expect(!isConfirmed && BlueskySourceMemory(memory.text) == memory)
        #expect(memory.wasEmpty(until: now) && !memory.wasEmpty(until: now.advanced(by: .seconds(1))))
    }

    @Test("Two gaps that end in turn are both believed after a day, unless there were entries below the upper end")
    func twoDoubtfulEnds() {
        var memory = BlueskySourceMemory(nil)
        let upper = now.advanced(by: .seconds(-3600))
        let lower = now.advanced(by: .seconds(-7200))
        let later = now.advanced(by: .seconds(86_400))
        let places = [lower, upper, lower, upper]
        let first = places.map { memory.confirmsEnd(at: $0, now: now) }
        let second = places.map { memory.confirmsEnd(at: $0, now: later) }
        #expect(first == [false, false, false, false] && second == [true, true, true, true])
        memory.recordEntries(downTo: upper)
        #expect(memory.doubtfulEnd != nil)
        memory.recordEntries(downTo: lower)
        let third = memory.confirmsEnd(at: lower, now: later)
        #expect(!third)
    }

    @Test("A token of a former version still leads to the page below")
    func formerToken() async throws {
        try await BlueskyWorld.with { world in
            world.publish(150)
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            let cursor = try #require(first.next?.rawValue.split(separator: " ").last)
            let second = try await supplier.fetch(
                FetchRequest(origin: .token(Token(" \(cursor)"), edge: edge), now: now))
            #expect(second.items.count == 50 && second.claims.first?.timeframe.start == edge)
        }
    }

    // MARK: Reading from the top

    /// Returns an engine that has read the first page of a home feed, and its store. Since then, two hours have passed and 700
    /// posts have appeared, and the cursor of the gap below the page has expired.
    ///
    /// - Parameter isRefused: True if the server refuses that cursor, false if it answers from the top.
    private func engineAfterAbsence(
        in world: BlueskyWorld, isRefused: Bool
    ) async throws -> (StandardEngine, MemoryTrackStore) {
        world.publish(150)
        let (time, store) = (ManualTimeSource(now), MemoryTrackStore())
        let engine = StandardEngine(
            controlUnit: ModularControlUnit([try world.supplier("home")], time: time), store: store, time: time)
        await engine.suppliersChanged()
        engine.refresh()
        await engine.waitUntilIdle()
        time.advance(by: .seconds(7200))
        let newest = now.seconds + 7100
        world.fake.change { state in
            let missed = (0..<700)
                .map { index in
                    let time = (newest - Int64(index) * 10) * 1000
                    return FakeBluesky.Post(
                        key: FakeBluesky.key(at: time, number: index), time: time, text: "New \(index).")
                }
            state.posts = missed + state.posts
            state.refusedCursors = isRefused ? 1 : 0
            state.restartedCursors = isRefused ? 0 : 1
        }
        return (engine, store)
    }

    /// Fills a gap and returns the number of pages that were requested for it.
    private func pages(
        filling gap: Gap, _ amount: FillAmount, of engine: StandardEngine, in world: BlueskyWorld
    ) async -> Int {
        let before = pageCount(in: world)
        engine.fill(gap.id, from: .newer, amount: amount)
        await engine.waitUntilIdle()
        return pageCount(in: world) - before
    }

    /// Returns the number of pages of the home feed that were requested.
    private func pageCount(in world: BlueskyWorld) -> Int {
        world.calls.count { $0 == "app.bsky.feed.getTimeline" }
    }

    @Test(
        "A fill that breaks off while it reads from the top leaves a gap below the posts that it shows",
        arguments: [true, false])
    func brokenReadFromTop(isRefused: Bool) async throws {
        try await BlueskyWorld.with { world in
            let (engine, store) = try await engineAfterAbsence(in: world, isRefused: isRefused)
            let missed = world.fake.present.posts.prefix(700)
            func stored() async throws -> Set<String> {
                var stored: Set<String> = []
                for post in missed {
                    let entry = try await store.entry(TicketID(supplier: "test:x", item: post.uri))
                    if entry != nil { stored.insert(post.uri) }
                }
                return stored
            }
            let below = try #require(await engine.snapshot.gaps.first)
            // Five pages are one request. The second one breaks off at its second page.
            world.fake.change { $0.failsBelow = missed[598].time }
            _ = await pages(filling: below, .pool, of: engine, in: world)
            let shown = try await stored()
            #expect(shown == Set(missed.prefix(500).map(\.uri)))
            let gaps = await engine.snapshot.gaps
            let lost = missed.filter { post in
                !shown.contains(post.uri)
                    && !gaps.contains { $0.timeframe.contains(Timestamp(milliseconds: post.time)) }
            }
            #expect(lost.isEmpty)
            // The gap is read on from there.
            world.fake.change { $0.failsBelow = nil }
            let above = try #require(gaps.first)
            let count = await pages(filling: above, .all, of: engine, in: world)
            let all = try await stored()
            #expect(count == 3 && all.count == 700)
            #expect(await engine.snapshot.gaps.map(\.timeframe) == [below.timeframe])
        }
    }

    @Test(
        "A fill that reaches its gap from the top asks for each page once, and what it has read is complete",
        arguments: [true, false])
    func readFromTop(isRefused: Bool) async throws {
        try await BlueskyWorld.with { world in
            let (engine, _) = try await engineAfterAbsence(in: world, isRefused: isRefused)
            let below = try #require(await engine.snapshot.gaps.first)
            // Seven new pages, the one above the gap and the one in it, after one that is refused.
            let count = await pages(filling: below, .pool, of: engine, in: world)
            #expect(count == (isRefused ? 10 : 9))
            let before = pageCount(in: world)
            engine.refresh()
            await engine.waitUntilIdle()
            #expect(pageCount(in: world) == before + 1)
            let gaps = await engine.snapshot.gaps
            #expect(gaps.count == 1 && gaps.allSatisfy { $0.timeframe.start < below.timeframe.start })
        }
    }

    @Test("A gap whose cursor has expired is reached from the last page that was read above it, or else from the top")
    func lastRead() async throws {
        try await BlueskyWorld.with { world in
            world.publish(900)
            let supplier = try world.supplier("home")
            let posts = world.fake.present.posts
            func time(_ index: Int) -> Timestamp { Timestamp(milliseconds: posts[index].time) }
            func read(
                below index: Int, memory: String? = nil
            ) async throws -> (answer: FetchAnswer, pageCount: Int) {
                let before = pageCount(in: world)
                let item = SourceItem(id: posts[index].uri, orderTime: time(index), body: TicketBody())
                let answer = try await supplier.fetch(
                    FetchRequest(
                        origin: .anchor(
                            Ticket(item, of: supplier.id, seen: now).key, edge: time(index).secondAbove),
                        memory: memory, now: now))
                return (answer, pageCount(in: world) - before)
            }
            let upper = try await read(below: 350)
            #expect(upper.pageCount == 4)
            let memory = try #require(upper.answer.memory)
            // The pages below the last one, down to that with the place.
            let lower = try await read(below: 650, memory: memory)
            #expect(lower.pageCount == 3)
            #expect(
                lower.answer.claims.map(\.timeframe)
                    == [Timeframe(from: time(399).secondAbove, downTo: time(699).secondAbove)])
            // A place above the last page is reached from the top, and so is any if the last cursor has expired too.
            #expect(try await read(below: 150, memory: lower.answer.memory).pageCount == 2)
            world.fake.change { $0.refusedCursors = 1 }
            let restarted = try await read(below: 450, memory: memory)
            #expect(restarted.pageCount == 6)
            #expect(restarted.answer.claims.map(\.timeframe.end) == [time(499).secondAbove])
        }
    }

    @Test("The memory of a source keeps the position below the last page that was read")
    func memoryOfPosition() {
        var memory = BlueskySourceMemory("at://list empty 5")
        memory.lastRead = BlueskyPagePosition(Token("  full,7 cursor with spaces"))
        #expect(memory.lastRead != nil)
        #expect(BlueskySourceMemory(memory.text) == memory)
    }

    // MARK: Searches

    @Test(
        "Posts that are deleted between two pages of a search hide none of the next page",
        arguments: ["search:Text", "tag:f1"])
    func deletionBetweenPages(timeline: String) async throws {
        try await BlueskyWorld.with { world in
            world.publish(250)
            world.fake.change { state in
                for index in state.posts.indices { state.posts[index].tags = ["f1"] }
            }
            let supplier = try world.supplier(timeline)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            world.fake.change { $0.posts.removeSubrange(10..<30) }
            let later = now.advanced(by: .seconds(600))
            let token = try #require(first.next)
            let second = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: later))
            let texts = Set(second.items.map(\.body.text.source))
            #expect(texts.isSuperset(of: (100..<150).map { "Text \($0)." }))
            #expect(second.claims.first?.timeframe.start == edge)
        }
    }

    // MARK: Repeated pages

    @Test("A page that a cache answers with the one above fails, and is read later", arguments: ["home", "favourites"])
    func repeatedPage(timeline: String) async throws {
        try await BlueskyWorld.with { world in
            world.publish(150)
            world.fake.change { state in state.likes = state.posts.map(\.uri) }
            let supplier = try world.supplier(timeline)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = first.claims.first?.timeframe.end ?? now
            let token = try #require(first.next)
            world.fake.change { $0.ignoresCursors = true }
            let repeated = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: now))
            #expect(repeated.interruption?.message.key == "olderItemsRepeat")
            #expect(repeated.claims.isEmpty && repeated.next == nil && repeated.end == .unknown)
            world.fake.change { $0.ignoresCursors = false }
            let anchor = Ticket(try #require(first.items.last), of: supplier.id, seen: now).key
            let healthy = try await supplier.fetch(FetchRequest(origin: .anchor(anchor, edge: edge), now: now))
            #expect(healthy.interruption == nil && healthy.next != nil)
        }
    }

    @Test("A list whose cursor does not lead through a second with many posts has not repeated a page by mistake")
    func denseSecond() async throws {
        try await BlueskyWorld.with { world in
            world.publish(150, every: 0)
            let supplier = try world.supplier("home")
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(first.claims.first?.timeframe.end)
            world.fake.change { $0.ignoresCursors = true }
            let answer = try await supplier.fetch(
                FetchRequest(origin: .token(try #require(first.next), edge: edge), now: now))
            #expect(answer.interruption == nil && answer.next == nil)
        }
    }

    // MARK: Entries out of order

    @Test(
        "An entry at the end of a page whose time is unknown proves nothing, like a pinned post",
        arguments: [
            #"{"$type": "app.bsky.feed.defs#reasonSuggested"}"#,
            #"{"$type": "app.bsky.feed.defs#reasonRepost", "indexedAt": "2026-11-21T10:00:00Z"}"#,
            #"{"$type": "app.bsky.feed.defs#reasonRepost", "by": {"did": "did:plc:kim", "handle": "kim.test"}}"#,
        ])
    func unknownReason(reason: String) async throws {
        func entry(_ key: String, _ date: String, reason: String? = nil) -> String {
            """
            {"post": {"uri": "at://did:plc:pat/app.bsky.feed.post/\(key)", "cid": "c", "indexedAt": "\(date)",
              "author": {"did": "did:plc:pat", "handle": "pat.test"}, "record": {"text": "\(key)", "createdAt": "\(date)"}}
              \(reason.map { #", "reason": \#($0)"# } ?? "")}
            """
        }
        let entries = [
            entry("new", "2026-11-21T11:00:00.000Z"), entry("old", "2026-11-01T11:00:00.000Z", reason: reason),
        ]
        try await withServer([
            "/xrpc/app.bsky.feed.getAuthorFeed?actor=pat.test&filter=posts_with_replies&limit=100": [
                .text(
                    #"{"cursor": "next", "feed": [\#(entries.joined(separator: ","))]}"#, type: "application/json")
            ]
        ]) { server, transport in
            var dependencies = dependencies(transport)
            dependencies.serviceAddresses = [.bluesky: server.url("")]
            let answer = try await SupplierRegistry(dependencies)
                .supplier(for: SourceDescription(id: "test:x", address: "user:pat.test"))
                .fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.count == 2)
            #expect(answer.claims.first?.timeframe.end == ATDate.parse("2026-11-21T11:00:01Z"))
        }
    }
}
