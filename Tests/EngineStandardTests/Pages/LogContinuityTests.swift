import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Logs that change below what was read")
struct LogContinuityTests {
    private let bench = Bench()
    private let start: Timestamp

    init() { start = bench.now.flooredToSecond }

    /// Returns the date of an item. The first ones are of the day before the test starts.
    private func date(of number: Int) -> Timestamp {
        start.advanced(by: .seconds(-86_400 + number * 600))
    }

    private func items(_ numbers: ClosedRange<Int>) -> [SourceItem] {
        numbers.reversed().map { SourceItem(id: "\($0)", orderTime: date(of: $0), body: TicketBody()) }
    }

    /// Returns a page that claims what it shows.
    private func page(
        _ numbers: ClosedRange<Int>, to request: FetchRequest, next: Token? = nil, end: FetchEnd = .more
    ) -> FetchAnswer {
        let bottom = end == .trueEnd ? Timestamp.beginningOfTime : date(of: numbers.lowerBound).secondAbove
        let claim = Timeframe(from: request.edge, downTo: bottom).map { Claim($0) }
        return FetchAnswer(items: items(numbers), claims: [claim].compactMap(\.self), next: next, end: end)
    }

    /// Returns an empty page that claims everything.
    private func emptyEnd(_ request: FetchRequest) -> FetchAnswer {
        let claims = Timeframe.everythingBefore(request.edge).map { [Claim($0)] } ?? []
        return FetchAnswer(claims: claims, end: .trueEnd)
    }

    /// Adds a log whose answers a test sets.
    private func log(_ traits: SupplierTraits = SupplierTraits()) -> AnsweringSupplier {
        let supplier = AnsweringSupplier("log", traits: traits) { _ in FetchAnswer() }
        bench.controlUnit.add(supplier, for: "log")
        return supplier
    }

    private func isMissing(_ number: Int) async -> Bool {
        await bench.gaps.contains { $0.timeframe.contains(date(of: number)) }
    }

    @Test("Older items that come into a log that was read are loaded or in a gap, down to where it is as it was")
    func inserted() async throws {
        let source = ScriptedSource()
        source.add(200, newest: bench.now, every: .seconds(3600))
        bench.add("log", source)
        await bench.refresh()
        await bench.fillEverything()
        #expect(try await bench.items().count == 200)
        let read = source.requests.count
        source.add(50, newest: bench.now.advanced(by: .seconds(-1800)), every: .seconds(1800), prefix: "inserted ")
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        let shown = try await bench.items().count
        let gaps = await bench.gaps
        #expect(shown == 250 || !gaps.isEmpty)
        await bench.fillEverything()
        #expect(try await bench.items().count == 250)
        #expect(source.requests.count - read < 8, "what follows is not read again")
    }

    @Test("Older items that come into what was read of a log are loaded by the refresh that shows some of them")
    func insertedAboveGap() async throws {
        let source = ScriptedSource()
        source.add(2000, newest: bench.now, every: .seconds(3600))
        bench.add("log", source)
        await bench.refresh()
        for _ in 1...4 { await bench.fill(try #require(await bench.gaps.last)) }
        let known = Set(try await bench.items())
        source.add(30, newest: bench.now.advanced(by: .seconds(-1800)), every: .seconds(3600), prefix: "inserted ")
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        #expect(try await bench.items().count == known.count + 30)
        #expect(await bench.gaps.count == 1)
    }

    @Test("Items inserted into a log that keeps only the newest leave no gap in what it does not keep any longer")
    func insertedAboveRetention() async throws {
        let source = ScriptedSource()
        source.behavior.keeps = 100
        source.add(100, newest: bench.now, every: .seconds(3600))
        bench.add("log", source)
        await bench.refresh()
        await bench.fillEverything()
        bench.time.advance(by: .seconds(90 * 3600))
        source.add(90, newest: bench.now, every: .seconds(3600), prefix: "new ")
        await bench.refresh()
        await bench.fillEverything()
        source.add(40, newest: bench.now.advanced(by: .seconds(-1800)), every: .seconds(3600), prefix: "inserted ")
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        await bench.fillEverything()
        #expect(try await bench.items().count == 230)
        #expect(await bench.gaps == [])
    }

    @Test("Older items that come into a log that was empty are loaded or in a gap")
    func insertedIntoEmpty() async throws {
        let source = ScriptedSource()
        bench.add("log", source)
        await bench.refresh()
        #expect(await bench.gaps == [])
        source.add(100, newest: bench.now.advanced(by: .seconds(-600)), every: .seconds(600))
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        await bench.fillEverything()
        #expect(try await bench.items().count == 100)
    }

    @Test("A single late item makes a log neither incomplete nor read further")
    func late() async throws {
        let source = ScriptedSource()
        source.add(100, newest: bench.now, every: .seconds(600))
        bench.add("log", source)
        await bench.refresh()
        await bench.fillEverything()
        let read = source.requests.count
        source.add(1, newest: bench.now.advanced(by: .seconds(-11_900)), every: .seconds(1), prefix: "late ")
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        #expect(await bench.gaps == [])
        #expect(source.requests.count == read + 1)
    }

    @Test("An empty newest page of a log that had items claims nothing")
    func emptyNewest() async throws {
        let supplier = log()
        supplier.answers { page(1...20, to: $0, end: .trueEnd) }
        await bench.refresh()
        #expect(await bench.gaps == [])
        supplier.answers(emptyEnd)
        bench.time.advance(by: .seconds(86_400))
        await bench.refresh()
        supplier.answers { page(281...300, to: $0, next: Token("below")) }
        bench.time.advance(by: .seconds(86_400))
        await bench.refresh()
        #expect(await isMissing(200), "what appeared before the empty page was never read")
    }

    @Test("An empty newest page of a log that had items is believed once it has come for a week")
    func emptyForWeek() async throws {
        let supplier = log()
        supplier.answers { page(1...20, to: $0, end: .trueEnd) }
        await bench.refresh()
        supplier.answers(emptyEnd)
        for day in 1...8 {
            bench.time.advance(by: .seconds(86_400))
            await bench.refresh()
            let covered = await bench.engine.snapshot.suppliers.first?.covered.newest
            #expect((covered == bench.now.flooredToSecond) == (day == 8), "\(day)")
        }
        #expect(try await bench.items().count == 20)
    }

    @Test("New items of a newest page that claims nothing stand above a gap until a page claims them")
    func unclaimed() async throws {
        let supplier = log()
        supplier.answers { page(1...20, to: $0, end: .trueEnd) }
        await bench.refresh()
        bench.time.advance(by: .seconds(2 * 86_400))
        supplier.answers { _ in FetchAnswer(items: items(281...300)) }
        await bench.refresh()
        #expect(try await bench.items().count == 40)
        #expect(await isMissing(200))
        supplier.answers { page(145...300, to: $0) }
        await bench.refresh()
        #expect(await !isMissing(200))
    }

    @Test("An end of a log above stored tickets is no end: what lies between has aged out")
    func endAboveStored() async throws {
        let supplier = log()
        supplier.answers { page(1...20, to: $0, end: .trueEnd) }
        await bench.refresh()
        bench.time.advance(by: .seconds(2 * 86_400))
        supplier.answers { request in
            request.origin == .newest ? page(281...300, to: request, next: Token("below")) : emptyEnd(request)
        }
        await bench.refresh()
        await bench.fillEverything()
        #expect(await isMissing(200))
        #expect(await bench.gaps.flatMap(\.missing).map(\.cause) == [.agedOut()])
    }

    @Test("A source that ignores the time of requests ends a fill soon")
    func timeIgnored() async throws {
        let traits = SupplierTraits(readsTimeRanges: true)
        let supplier = log(traits)
        supplier.answers { request in
            var answer = page(81...100, to: request, next: Token("below"))
            if request.origin != .newest { answer.claims = [] }
            return answer
        }
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        await bench.fill(gap, .all)
        #expect(supplier.requests < 100)
        #expect(await isMissing(50))
    }

    @Test("Late items of a log that was read to its end leave no gap, and it is read only as far as they come")
    func lateAtEnd() async throws {
        let source = ScriptedSource()
        source.add(100, newest: bench.now, every: .seconds(600))
        bench.add("log", source)
        await bench.refresh()
        await bench.fillEverything()
        let read = source.requests.count
        source.add(3, newest: bench.now.advanced(by: .seconds(-6100)), every: .seconds(2400), prefix: "late ")
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        #expect(await bench.gaps == [])
        #expect(try await bench.items().count == 103)
        #expect(source.requests.count < read + 5)
    }

    @Test("The end of a log is believed although its last item, in the second below the page, is stored")
    func endBelowStoredItem() async throws {
        let supplier = log()
        supplier.answers(emptyEnd)
        await bench.refresh()
        bench.time.advance(by: .seconds(2 * 86_400))
        supplier.answers { request in
            request.origin == .newest ? page(200...300, to: request, next: Token("below")) : emptyEnd(request)
        }
        await bench.refresh()
        #expect(await isMissing(170))
        await bench.fillEverything()
        #expect(await bench.gaps == [])
    }

    @Test("The end of a list without order is believed although it lies above stored tickets")
    func endOfUnordered() async throws {
        let supplier = AnsweringSupplier("list", traits: SupplierTraits()) { _ in FetchAnswer() }
        bench.controlUnit.add(supplier, for: "list")
        supplier.answers { request in
            var answer = emptyEnd(request)
            if request.origin == .newest {
                answer = FetchAnswer(items: items(1...20), next: Token("below"), end: .more)
            }
            answer.isUnordered = true
            return answer
        }
        await bench.refresh()
        bench.time.advance(by: .seconds(86_400))
        await bench.refresh()
        #expect(await bench.gaps == [])
    }

    @Test("A page far below its place that seems to be the end of a log makes nothing above it age out")
    func endFarBelow() async throws {
        let supplier = log()
        supplier.answers { page(1...20, to: $0, end: .trueEnd) }
        await bench.refresh()
        bench.time.advance(by: .seconds(2 * 86_400))
        supplier.answers { request in
            if request.origin == .newest { return page(200...300, to: request, next: Token("below")) }
            let claims = Timeframe.everythingBefore(date(of: 11)).map { [Claim($0)] } ?? []
            return FetchAnswer(items: items(3...10), claims: claims, end: .unknown)
        }
        await bench.refresh()
        await bench.fill(try #require(await bench.gaps.first))
        #expect(await bench.gaps.contains(where: \.canBeFilled))
        #expect(await isMissing(170))
    }
}
