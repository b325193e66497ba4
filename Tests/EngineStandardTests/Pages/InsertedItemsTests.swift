import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("The claims of a log with inserted items")
struct InsertedItemsTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    private func date(of number: Int) -> Timestamp { now.advanced(by: .seconds(-86_400 + number * 600)) }

    /// Returns the range down to an item, without its second.
    private func range(from start: Timestamp, downTo number: Int) throws -> Timeframe {
        try #require(Timeframe(from: start, downTo: date(of: number).secondAbove))
    }

    private func below(_ time: Timestamp) throws -> Timeframe { try #require(Timeframe.everythingBefore(time)) }

    private func answer(_ numbers: ClosedRange<Int>, claims: [Claim]) -> FetchAnswer {
        let items = numbers.reversed()
            .map { SourceItem(id: "\($0)", orderTime: date(of: $0), body: TicketBody()) }
        return FetchAnswer(items: items, claims: claims, next: Token("below"), end: .more)
    }

    /// Returns what is missing after an answer.
    ///
    /// - Parameters:
    ///   - known: The numbers of the items that are stored.
    ///   - claimed: What was claimed before the request, or `nil` for what is claimed before the answer.
    private func missing(
        after answer: FetchAnswer, to origin: FetchRequest.Origin = .newest, known: some Sequence<Int>,
        in ranges: SupplierRanges, claimed: TimeframeSet? = nil
    ) throws -> [Timeframe] {
        var state = SupplierState()
        state.ranges = ranges
        let items = known.map { number in
            let id = TicketID(supplier: "log", item: "\(number)")
            let key = OrderKey(time: date(of: number), nativeOrder: 0, id: id)
            return (id.item, KnownItem(key: key, fingerprint: 0))
        }
        let request = FetchRequest(origin: origin, now: now, claimed: claimed ?? ranges.coverage.claimed)
        let page = FetchedPage(answer, to: request, of: "log", traits: SupplierTraits())
        let delivery = PoolDelivery(page, known: Dictionary(uniqueKeysWithValues: items))
        _ = state.advance(by: delivery.evidence)
        return state.ranges.missing(in: try below(now)).timeframes
    }

    @Test("Known items show that a log is as it was only below the page before, and only after items were inserted")
    func confirmation() throws {
        let edge = date(of: 21)
        let rest = TimeframeSet(try below(edge))
        let page = answer(1...20, claims: [Claim(try range(from: edge, downTo: 1))])
        var ranges = SupplierRanges()
        ranges.coverage.add(Claim(.always))
        var damaged = ranges
        ranges.coverage.withdrawInserted(rest)
        damaged.coverage.withdraw(rest)
        let origin = FetchRequest.Origin.token(Token("above"), edge: edge)
        #expect(try missing(after: page, to: origin, known: 1...20, in: ranges) == [])
        let repeated = answer(22...41, claims: [])
        #expect(try missing(after: repeated, to: origin, known: 22...41, in: ranges) == rest.timeframes)
        let lowest = date(of: 1).secondAbove
        #expect(try missing(after: page, to: origin, known: 1...20, in: damaged) == [below(lowest)])
    }

    @Test("Items inserted around the end of what a source keeps show that it may have more below")
    func aroundFloor() throws {
        var ranges = SupplierRanges()
        ranges.coverage.add(Claim(try range(from: now, downTo: 10)))
        ranges.lowerFloor(to: SupplierRanges.Floor(time: date(of: 10).secondAbove, reason: .threshold))
        let page = answer(5...20, claims: [Claim(try range(from: now, downTo: 5))])
        let known = (10...20).filter { $0 != 15 }
        let lowest = date(of: 5).secondAbove
        #expect(try missing(after: page, known: known, in: ranges) == [below(lowest)])
    }

    @Test("Old items of a list without order, and those that another answer has claimed meanwhile, withdraw nothing")
    func expected() throws {
        var ranges = SupplierRanges()
        ranges.coverage.add(Claim(.always))
        var unordered = answer(1...20, claims: [])
        unordered.isUnordered = true
        #expect(try missing(after: unordered, known: 3...20, in: ranges) == [])
        let page = answer(1...20, claims: [Claim(try range(from: now, downTo: 1))])
        #expect(try missing(after: page, known: [Int](), in: ranges, claimed: TimeframeSet()) == [])
    }
}
