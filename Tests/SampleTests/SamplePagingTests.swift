import EngineConcepts
import EngineTestSupport
import Suppliers
import TestSupport
import Testing

@Suite("Paging of the sample's suppliers")
struct SamplePagingTests {
    @Test("Every page size leads through the same items, once each, newest first")
    func pageSizes() async throws {
        for supplier in answeringSample() {
            let reference = try await pagedItems(of: supplier) { 1000 }.items.map(\.id)
            #expect(!reference.isEmpty, "\(supplier.name) has nothing")
            for seed in UInt64(1)...3 {
                var generator = SeededGenerator(seed: seed)
                let paged = try await pagedItems(of: supplier) { Int.random(in: 1...40, using: &generator) }
                let keys = paged.items.map { Ticket($0, of: supplier.id, seen: sampleStart).key }

                #expect(paged.items.map(\.id) == reference, "\(supplier.name), seed \(seed)")
                #expect(Set(keys).count == keys.count, "\(supplier.name) delivers an item twice, seed \(seed)")
                #expect(keys == keys.sorted(), "\(supplier.name) is out of order, seed \(seed)")
            }
        }
    }

    @Test("Claims follow one another without a hole, from now to the end of the stream")
    func contiguousClaims() async throws {
        for supplier in answeringSample() {
            var generator = SeededGenerator(seed: 11)
            let paged = try await pagedItems(of: supplier) { Int.random(in: 1...25, using: &generator) }
            let range = try #require(paged.claimed.timeframes.first)

            #expect(paged.claimed.timeframes.count == 1, "\(supplier.name): \(paged.claimed.timeframes)")
            #expect(range.start == sampleStart)
            if supplier.traits.shape == .window {
                #expect(paged.end == .retentionLimit)
                #expect(await supplier.timeThreshold == range.end)
            } else {
                #expect(paged.end == .trueEnd)
                #expect(range.isEndless)
            }
        }
    }

    @Test("A claim holds every item of its whole seconds, however small the pages are")
    func honestClaims() async throws {
        for supplier in answeringSample() where supplier.traits.shape == .log {
            let all = try await pagedItems(of: supplier) { 1000 }.items
            var generator = SeededGenerator(seed: 5)
            var delivered: Set<String> = []
            var origin = FetchRequest.Origin.newest
            var edge = sampleStart
            for _ in 0..<60 {
                let maximum = Int.random(in: 1...3, using: &generator)
                let answer = try await supplier.fetch(
                    FetchRequest(origin: origin, maximumItems: maximum, now: sampleStart))
                delivered.formUnion(answer.items.map(\.id))
                for claim in answer.claims {
                    let whole = try #require(claim.timeframe.wholeSeconds)
                    #expect(claim.timeframe.start == edge, "\(supplier.name) begins a claim elsewhere than at the edge")
                    let owed = all.filter { item in item.orderTime.map(whole.contains) ?? false }
                    #expect(owed.allSatisfy { delivered.contains($0.id) }, "\(supplier.name) claims too much")
                    edge = claim.timeframe.end
                }
                guard let next = answer.next else { break }
                origin = .token(next, edge: edge)
            }
        }
    }

    @Test("No item is newer than now", arguments: [-80_000, -20_400, -1, 0, 1, 95, 4000] as [Int])
    func nothingFromTheFuture(offset: Int) async throws {
        let now = sampleStart.advanced(by: .seconds(offset))
        for supplier in answeringSample() where !(supplier.name == "Cielo" && offset == -20_400) {
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.items.allSatisfy { ($0.orderTime ?? .endOfTime) <= now }, "\(supplier.name)")
            #expect(answer.claims.allSatisfy { $0.timeframe.start <= now })
        }
    }

    @Test("An anchor continues after a lost token and skips nothing")
    func anchors() async throws {
        for supplier in answeringSample() where supplier.traits.shape == .log {
            let all = try await pagedItems(of: supplier) { 1000 }.items
            let first = try await supplier.fetch(FetchRequest(origin: .newest, maximumItems: 3, now: sampleStart))
            let last = try #require(first.items.last)
            let edge = try #require(first.claims.last).timeframe.end
            let anchor = Ticket(last, of: supplier.id, seen: sampleStart).key
            let second = try await supplier.fetch(
                FetchRequest(origin: .anchor(anchor, edge: edge), maximumItems: 10, now: sampleStart))
            let reached = try #require(second.items.last?.id)
            let depth = try #require(all.firstIndex { $0.id == reached })
            let delivered = Set((first.items + second.items).map(\.id))
            #expect(all[...depth].allSatisfy { delivered.contains($0.id) }, "\(supplier.name)")
        }
    }

    @Test("A token of another source is refused")
    func strangeToken() async throws {
        let supplier = try #require(answeringSample().first)
        await #expect(throws: SupplierError.self) {
            try await supplier.fetch(
                FetchRequest(origin: .token(Token("page=2"), edge: sampleStart), now: sampleStart))
        }
    }

    @Test("Paging upwards from the middle reaches the top with the same items")
    func newerSide() async throws {
        for supplier in answeringSample() where supplier.traits.pagesNewer {
            let all = try await pagedItems(of: supplier) { 1000 }.items
            let middle = all[90]
            let edge = try #require(middle.orderTime).secondAbove
            var generator = SeededGenerator(seed: 3)
            var origin = FetchRequest.Origin.anchor(
                Ticket(middle, of: supplier.id, seen: sampleStart).key, edge: edge)
            var seen: [SourceItem] = []
            var claimed = TimeframeSet()
            while true {
                let answer = try await supplier.fetch(
                    FetchRequest(
                        direction: .newer, origin: origin, maximumItems: Int.random(in: 1...12, using: &generator),
                        now: sampleStart))
                seen = answer.items + seen
                for claim in answer.claims { claimed.insert(claim.timeframe) }
                guard let next = answer.next else { break }
                origin = .token(next, edge: claimed.newest ?? edge)
            }
            let expected = all.filter { ($0.orderTime ?? .beginningOfTime) >= edge }
            #expect(seen.map(\.id) == expected.map(\.id), "\(supplier.name)")
            #expect(claimed.timeframes == [Timeframe(from: sampleStart, downTo: edge)].compactMap(\.self))
        }
    }
}
