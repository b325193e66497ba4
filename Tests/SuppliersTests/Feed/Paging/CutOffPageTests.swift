import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@Suite("Truncated documents", .timeLimit(.minutes(30)))
struct CutOffPageTests {
    private func page(
        _ hours: [Int], next: String, cut: FeedPage.Cut? = nil, isJSON: Bool = true
    ) -> Scenario {
        FeedPage(hours: hours, links: ["next": next], cut: cut).scenario(isJSON ? .json : .atom)
    }

    @Test(
        "A truncated older page is claimed only as far as it was read, and requested again",
        arguments: FeedPage.Cut.allCases, [false, true])
    func cutOffPage(cut: FeedPage.Cut, isJSON: Bool) async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page([1, 2, 3], next: "/2", isJSON: isJSON))
            server.script("/2", page([4, 5, 6], next: "/3", cut: cut, isJSON: isJSON))
            server.script("/3", page([7, 8, 9], next: "/3", isJSON: isJSON))
            let feed = await FollowedFeed(server, transport, at: "/1")
            let gap = try #require(await feed.refresh().gaps.first)
            let rest = try #require(await feed.fill(gap.id).gaps.first)
            #expect(rest.canBeFilled)
            #expect("\(rest.missing.map(\.cause))".contains("feedPageBreaksOff"), "\(rest.missing)")
            let shown = try await feed.shown().count
            #expect(shown == (cut == .beforeItems ? 2 : 4), "what lies in the second below the gap waits for it")
            #expect(server.requests(for: "/3").isEmpty && server.requests(for: "/2").count <= 4)

            server.script("/2", page([4, 5, 6], next: "/3", isJSON: isJSON))
            feed.time.advance(by: .seconds(86_400))
            await feed.fill(rest.id)
            #expect(try await feed.shown().count == 9)
        }
    }

    @Test(
        "A document that may lack the newest items is claimed below them only, and always requested again",
        arguments: [true, false])
    func oldestFirst(isCut: Bool) async throws {
        try await withServer([:]) { server, transport in
            let page = FeedPage(hours: [9, 8, 7, 6, 5, 4, 3], cut: isCut ? .betweenItems : nil)
            server.script("/1", page.scenario())
            let supplier = FeedSupplier(
                id: "feed:x", name: "x", address: server.url("/1"), transport: transport,
                maximumItems: isCut ? 100 : 6)
            let now = FollowedFeed.start
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.claims.map(\.timeframe.start) == [now.advanced(by: .seconds(-4 * 3600))])
            #expect(first.end == .more && first.next == nil)
            for occasion in [RefreshOccasion.routine, .manual] {
                let request = FetchRequest(
                    origin: .newest, memory: first.memory, now: now.advanced(by: .seconds(60)), occasion: occasion)
                let second = try await supplier.fetch(request)
                #expect(!second.isUnchanged && second.claims == first.claims)
            }
        }
    }

    @Test(
        "Items beyond the limit of a document are in a gap that says so, and older pages are read below it",
        arguments: [([1, 2, 3, 4, 5, 6], [7, 8, 9], [5, 6]), ([3, 2, 1], [9, 8, 7, 6, 5, 4], [4, 5])])
    func beyondLimit(first: [Int], second: [Int], omitted: [Int]) async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page(first, next: server.url("/2")))
            server.script("/2", FeedPage(hours: second).scenario(.json))
            let feed = await FollowedFeed(
                FeedSupplier(
                    id: "feed:x", name: "x", address: server.url("/1"), transport: transport, maximumItems: 4))
            await feed.refresh()
            for _ in 0..<4 {
                guard let gap = await feed.engine.snapshot.gaps.first(where: \.canBeFilled) else { break }
                await feed.fill(gap.id)
            }
            let gaps = await feed.engine.snapshot.gaps
            for hour in omitted {
                let time = FollowedFeed.start.advanced(by: .seconds(-hour * 3600))
                #expect(gaps.contains { $0.timeframe.contains(time) }, "\(hour) is neither shown nor in a gap")
            }
            #expect(await feed.causes == [.outOfReach])
            let shown = Set(try await feed.shown())
            #expect(shown.isSuperset(of: [1, 2, 3, 7, 8, 9].map { "urn:\($0)" }))
            #expect(shown.isDisjoint(with: omitted.map { "urn:\($0)" }))
        }
    }

    @Test("After a day of truncated documents paging continues, and a gap stays in between")
    func brokenByHabit() async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page([1, 2, 3], next: "/2", cut: .withinItem))
            server.script("/2", page([5, 6, 7], next: "/3", cut: .withinItem))
            server.script("/3", page([9, 10, 11], next: ""))
            let feed = await FollowedFeed(server, transport, at: "/1")
            func fillAll() async throws -> Int {
                await feed.refresh()
                for _ in 0..<3 {
                    guard let gap = await feed.engine.snapshot.gaps.last(where: \.canBeFilled) else { break }
                    await feed.fill(gap.id)
                }
                return try await feed.shown().count
            }
            let atFirst = try await fillAll()
            #expect(atFirst == 1, "what lies in the second below the gap waits for it")
            #expect(server.requests(for: "/2").isEmpty, "it may be whole the next time")
            feed.time.advance(by: .seconds(86_400))
            #expect(try await fillAll() == 7)
            #expect(await feed.causes == [.outOfReach, .outOfReach])

            server.script("/1", page([1, 2, 3, 4, 5], next: "/2"))
            feed.time.advance(by: .seconds(86_400))
            #expect(try await fillAll() == 9, "what comes whole fills its gap")
        }
    }

    @Test("A truncated feed names the cause in the gap below it until it arrives whole", arguments: [false, true])
    func cutOffDocument(hasNext: Bool) async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page([1, 2, 3], next: hasNext ? "/2" : "", cut: .withinItem))
            server.script("/2", page([7, 8, 9], next: "/2"))
            let feed = await FollowedFeed(server, transport, at: "/1")
            await feed.refresh()
            let broken = await feed.causes
            #expect(broken.count == 1 && "\(broken)".contains("feedRestBreaksOff"), "\(broken)")
            feed.time.advance(by: .seconds(3600))
            server.script("/1", page([1, 2], next: hasNext ? "/2" : ""))
            await feed.refresh()
            #expect(await feed.causes == (hasNext ? [.notAsked] : []))
        }
    }

    @Test("A manual fill requests a truncated feed at once and names the cause until it is whole", arguments: [0, 2])
    func filledByHand(items: Int) async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", FeedPage(hours: Array(1...items + 1), cut: .withinItem).scenario())
            let feed = await FollowedFeed(server, transport, at: "/1")
            await feed.refresh()
            for _ in 0..<5 {
                let requestCount = server.requests.count
                let gap = try #require(await feed.engine.snapshot.gaps.last)
                #expect(gap.canBeFilled, "\(gap.missing)")
                await feed.fill(gap.id)
                #expect(server.requests.count == requestCount + 1)
                guard case .failed(let message)? = await feed.causes.last else {
                    Issue.record("\(await feed.causes)")
                    return
                }
                let words = message.english
                #expect(words.contains("sent an incomplete document"), "\(words)")
                #expect(words.contains("filling the gap retries"), "\(words)")
                #expect(words.contains("growing intervals") == (items == 0), "\(words)")
            }
            server.script("/1", FeedPage(hours: Array(1...4)).scenario())
            await feed.fill(try #require(await feed.engine.snapshot.gaps.last).id)
            #expect(try await feed.shown().count == 4)
            #expect(await feed.engine.snapshot.gaps.isEmpty)
            #expect(await feed.engine.snapshot.suppliers.first?.warning == nil)
        }
    }
}
