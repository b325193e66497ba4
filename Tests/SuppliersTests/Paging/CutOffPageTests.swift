import EngineConcepts
import EngineStandard
import EngineTestSupport
import ScenarioServer
import Suppliers
import Testing

@Suite("An older page that breaks off", .timeLimit(.minutes(20)))
struct CutOffPageTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    /// Where it breaks off.
    enum Cut: CaseIterable {
        case betweenItems, withinItem, beforeItems
    }

    private func entry(_ hour: Int, isJSON: Bool) -> String {
        let date = now.advanced(by: .seconds(-hour * 3600)).rfc3339
        return isJSON
            ? #"{"id":"urn:\#(hour)","date_published":"\#(date)"},"#
            : "<entry><id>urn:\(hour)</id><published>\(date)</published></entry>"
    }

    private func page(_ hours: [Int], next: String, cut: Cut? = nil, isJSON: Bool) -> Scenario {
        let start =
            isJSON
            ? #"{"version":"https://jsonfeed.org/version/1.1","next_url":"\#(next)","items":["#
            : "<feed xmlns='http://www.w3.org/2005/Atom'><link rel='next' href='\(next)'/>"
        let entries = hours.map { entry($0, isJSON: isJSON) }
        let body =
            switch cut {
            case .betweenItems: entries.dropLast().joined()
            case .withinItem: entries.dropLast().joined() + (entries.last ?? "").dropLast(20)
            case .beforeItems: ""
            case nil: isJSON ? entries.joined().dropLast() + "]}" : entries.joined() + "</feed>"
            }
        return .text(start + body, type: isJSON ? "application/feed+json" : "application/xml")
    }

    @Test("is claimed no further than it was read, and asked for again", arguments: Cut.allCases, [false, true])
    func cutOffPage(cut: Cut, isJSON: Bool) async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page([1, 2, 3], next: "/2", isJSON: isJSON))
            server.script("/2", page([4, 5, 6], next: "/3", cut: cut, isJSON: isJSON))
            server.script("/3", page([7, 8, 9], next: "/3", isJSON: isJSON))
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/1"), transport: transport)
            let time = ManualTimeSource(now)
            let store = MemoryTrackStore()
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            func settle() async -> TrackSnapshot {
                await engine.settle()
                return await engine.snapshot
            }
            func shown() async throws -> Int {
                try await store.window(WindowRequest(anchor: .top, above: 0, below: 100)).rows
                    .count { if case .ticket = $0 { true } else { false } }
            }
            await engine.suppliersChanged()
            engine.refresh()
            let gap = try #require(await settle().gaps.first)
            engine.fill(gap.id, from: .newer, amount: .all)
            let rest = try #require(await settle().gaps.first)
            #expect(rest.canBeFilled)
            #expect("\(rest.missing.map(\.cause))".contains("An older page of x breaks off"), "\(rest.missing)")
            #expect(
                try await shown() == (cut == .beforeItems ? 2 : 4), "what lies in the second below the gap waits for it"
            )
            #expect(server.requests(for: "/3").isEmpty && server.requests(for: "/2").count <= 4)

            server.script("/2", page([4, 5, 6], next: "/3", isJSON: isJSON))
            time.advance(by: .seconds(86_400))
            engine.fill(rest.id, from: .newer, amount: .all)
            _ = await settle()
            #expect(try await shown() == 9)
        }
    }

    @Test("is read past where the feed's documents break off for more than a day, and what lies between stays a gap")
    func brokenByHabit() async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page([1, 2, 3], next: "/2", cut: .withinItem, isJSON: true))
            server.script("/2", page([5, 6, 7], next: "/3", cut: .withinItem, isJSON: true))
            server.script("/3", page([9, 10, 11], next: "", isJSON: true))
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/1"), transport: transport)
            let time = ManualTimeSource(now)
            let store = MemoryTrackStore()
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            await engine.suppliersChanged()
            func fillAll() async throws -> Int {
                engine.refresh(.wanted)
                await engine.settle()
                for _ in 0..<3 {
                    guard let gap = await engine.snapshot.gaps.last(where: \.canBeFilled) else { break }
                    engine.fill(gap.id, from: .newer, amount: .all)
                    await engine.settle()
                }
                return try await store.window(WindowRequest(anchor: .top, above: 0, below: 100)).rows
                    .count { if case .ticket = $0 { true } else { false } }
            }
            let atFirst = try await fillAll()
            #expect(atFirst == 1, "what lies in the second below the gap waits for it")
            #expect(server.requests(for: "/2").isEmpty, "it may be whole the next time")
            time.advance(by: .seconds(86_400))
            #expect(try await fillAll() == 7)
            let causes = await engine.snapshot.gaps.flatMap(\.missing).map(\.cause)
            #expect(causes == [.outOfReach, .outOfReach])

            server.script("/1", page([1, 2, 3, 4, 5], next: "/2", isJSON: true))
            time.advance(by: .seconds(86_400))
            #expect(try await fillAll() == 9, "what comes whole fills its gap")
        }
    }

    @Test("of the feed itself says so in the gap below it, until it comes whole", arguments: [false, true])
    func cutOffDocument(hasNext: Bool) async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page([1, 2, 3], next: hasNext ? "/2" : "", cut: .withinItem, isJSON: true))
            server.script("/2", page([7, 8, 9], next: "/2", isJSON: true))
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/1"), transport: transport)
            let time = ManualTimeSource(now)
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: MemoryTrackStore(), time: time)
            await engine.suppliersChanged()
            func causes() async -> [GapCause] {
                engine.refresh(.wanted)
                await engine.settle()
                return await engine.snapshot.gaps.flatMap(\.missing).map(\.cause)
            }
            let broken = await causes()
            #expect(broken.count == 1 && "\(broken)".contains("The document of x breaks off"), "\(broken)")
            time.advance(by: .seconds(3600))
            server.script("/1", page([1, 2], next: hasNext ? "/2" : "", isJSON: true))
            #expect(await causes() == (hasNext ? [.notAsked] : []))
        }
    }
}
