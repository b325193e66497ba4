import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

/// Pages of a log that do not continue where they should, since new items have moved them down or the source has answered with
/// others.
@Suite("Pages of a log with items above what was read")
struct MovedPageTests {
    @Test("New items of an older page are above a gap until the next refresh has read what lies between")
    func newItemsOfOlderPage() async throws {
        let bench = Bench()
        let read = TenToAPage(80, newest: bench.now.advanced(by: .seconds(-60)))
        let log = AnsweringSupplier("log") { request throws(SupplierError) in read.answer(request) }
        bench.controlUnit.add(log, for: "log")
        await bench.refresh()
        let lastRead = bench.now.flooredToSecond
        let below = try #require(await bench.gaps.first)
        bench.time.advance(by: .seconds(3600))
        let missed = TenToAPage(30, newest: bench.now.advanced(by: .seconds(-60)))
        log.answers { request throws(SupplierError) in
            guard case .token(let token, _) = request.origin, token != Token("moved") else {
                throw SupplierError(.refused, "500.")
            }
            return FetchAnswer(items: Array(missed.items[10..<20]), next: Token("moved"), end: .more)
        }
        await bench.fill(below)
        #expect(try await Array(bench.items().prefix(10)) == missed.items[10..<20].map(\.id))
        let newest = try #require(missed.items[10].orderTime)
        #expect(await bench.gaps.first?.timeframe == Timeframe(from: newest.secondAbove, downTo: lastRead))
        bench.time.advance(by: .seconds(10))
        var all = missed
        all.items += read.items
        log.answers { [all] request throws(SupplierError) in
            if case .token(Token("moved"), _) = request.origin { throw SupplierError(.tokenExpired, "Expired.") }
            return all.answer(request)
        }
        await bench.refresh()
        await bench.fillEverything()
        #expect(try await bench.items() == all.items.map(\.id))
        #expect(await bench.gaps == [])
    }

    @Test("Items without a date or dated ahead say nothing about what an older page reaches above")
    func itemsPlacedByRequest() async throws {
        let bench = Bench()
        let read = TenToAPage(80, newest: bench.now.advanced(by: .seconds(-60)))
        let log = AnsweringSupplier("log") { request throws(SupplierError) in read.answer(request) }
        bench.controlUnit.add(log, for: "log")
        await bench.refresh()
        let below = try #require(await bench.gaps.first)
        bench.time.advance(by: .seconds(3600))
        let ahead = bench.now.advanced(by: .seconds(100))
        log.answers { request throws(SupplierError) in
            guard case .token = request.origin else { throw SupplierError(.refused, "500.") }
            var answer = read.answer(request)
            answer.items.append(SourceItem(id: "undated", orderTime: nil, body: TicketBody()))
            answer.items.append(SourceItem(id: "ahead", orderTime: ahead, body: TicketBody()))
            return answer
        }
        await bench.fill(below, .all)
        #expect(try await bench.items().count == 82)
        #expect(await bench.gaps == [])
    }
}
