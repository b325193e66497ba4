import EngineConcepts
import EngineStandard
import Testing

@Suite("A Pool")
struct PoolTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    /// Creates the newest page of a window with one item per minute from `newest` on. None of them is stored, and the
    /// newest stored ticket is at `stored`.
    private func newest(
        _ names: [String], at newest: Timestamp, storedBelow stored: Timestamp
    ) -> PoolDelivery {
        let items = names.enumerated()
            .map { index, name in
                SourceItem(id: name, orderTime: newest.advanced(by: .seconds(-60 * index)), body: TicketBody())
            }
        let bottom = items.last?.orderTime?.advanced(by: .seconds(1)) ?? now
        var answer = FetchAnswer(items: items)
        answer.claims = [Claim](from: now, downTo: bottom)
        var delivery = PoolDelivery(
            FetchedPage(
                answer, to: FetchRequest(origin: .newest, now: now), of: "a", traits: SupplierTraits(shape: .window)),
            known: [:])
        delivery.evidence.neighbours.newestBelow = stored
        return delivery
    }

    /// Creates a fill of a Track whose window was read up to an hour ago.
    private func pool() throws -> (Pool, read: Timeframe) {
        let read = try #require(Timeframe(from: now.advanced(by: .seconds(-3_600)), downTo: .beginningOfTime))
        var supplierState = SupplierState()
        supplierState.ranges.coverage.add(Claim(read))
        var record = TrackRecord()
        record.supplierStates["a"] = supplierState
        return (
            Pool(
                FillPlan(
                    fill: FillID(1), target: .refresh, isExplicit: false, timeframe: nil, record: record,
                    startedAt: now)),
            read
        )
    }

    @Test(
        "Reading the newest page twice in a fill withdraws no claim")
    func newestTwice() throws {
        var (pool, read) = try pool()
        let stored = read.start.advanced(by: .seconds(-600))
        for names in [["b", "a"], ["c", "b", "a"]] {
            pool.accept(newest(names, at: now.advanced(by: .seconds(-60)), storedBelow: stored))
        }
        #expect(pool.supplierState(of: "a").ranges.coverage.claimed.contains(read))
    }

    @Test("A known item without a date withdraws no claim")
    func undatedKnownItem() throws {
        let (empty, read) = try pool()
        var pool = empty
        let known = OrderKey(
            time: read.start.advanced(by: .seconds(-300)), nativeOrder: 0, id: TicketID(supplier: "a", item: "old"))
        var answer = FetchAnswer(
            items: [
                SourceItem(id: "old", orderTime: nil, body: TicketBody()),
                SourceItem(id: "new", orderTime: now.advanced(by: .seconds(-60)), body: TicketBody()),
            ])
        answer.claims = [Claim](from: now, downTo: now.advanced(by: .seconds(-59)))
        var delivery = PoolDelivery(
            FetchedPage(
                answer, to: FetchRequest(origin: .newest, now: now), of: "a", traits: SupplierTraits(shape: .window)),
            known: ["old": KnownItem(key: known, fingerprint: 0)])
        delivery.evidence.neighbours.newestBelow = known.time
        pool.accept(delivery)
        #expect(pool.supplierState(of: "a").ranges.coverage.claimed.contains(read))
    }

    @Test("Two newest pages of a fill without a common item withdraw exactly the claim between them")
    func newestTwiceApart() throws {
        var (pool, read) = try pool()
        let first = now.advanced(by: .seconds(-600))
        pool.accept(newest(["a"], at: first, storedBelow: read.start.advanced(by: .seconds(-607))))
        pool.accept(newest(["b"], at: now.advanced(by: .seconds(-60)), storedBelow: read.start))
        let claimed = pool.supplierState(of: "a").ranges.coverage.claimed
        #expect(claimed.contains(read))
        #expect(
            claimed.holes(in: .always).timeframes.map(\.start).contains(now.advanced(by: .seconds(-59))))
    }

    /// Creates a stored ticket's place.
    private func key(_ item: String, at time: Timestamp) -> OrderKey {
        OrderKey(time: time, nativeOrder: 0, id: TicketID(supplier: "a", item: item))
    }

    @Test(
        "An unordered page connects by the newest stored ticket only if it holds another known one",
        arguments: [false, true])
    func unorderedPage(hasOther: Bool) {
        let old =
            [key("pinned", at: now.advanced(by: .seconds(-90_000)))]
            + (hasOther ? [key("other", at: now.advanced(by: .seconds(-90_060)))] : [])
        let items = (1...6).map { (id: "\($0)", time: now.advanced(by: .seconds(-60 * $0))) }
        var answer = FetchAnswer(
            items: (items + old.map { (id: $0.id.item, time: $0.time) })
                .map { SourceItem(id: $0.id, orderTime: $0.time, body: TicketBody()) })
        answer.isUnordered = true
        answer.oldestInOrder = items.last?.time
        var page = PoolDelivery(
            FetchedPage(
                answer, to: FetchRequest(origin: .newest, now: now), of: "a", traits: SupplierTraits(shape: .window)),
            known: Dictionary(uniqueKeysWithValues: old.map { ($0.id.item, KnownItem(key: $0, fingerprint: 0)) }))
        #expect(page.evidence.isDisconnected)
        page.connect(toNewestStored: old[0])
        #expect(page.evidence.isDisconnected == !hasOther)
    }

    /// Creates the newest page of a followed window, all of whose items have the same date.
    private func dayPage(_ names: [String], at day: Timestamp, known: [OrderKey]) -> PoolDelivery {
        var answer = FetchAnswer(
            items: names.map { SourceItem(id: $0, orderTime: day, body: TicketBody()) })
        answer.claims = [Claim](from: now, downTo: day.advanced(by: .seconds(1)))
        answer.next = Token("next")
        return PoolDelivery(
            FetchedPage(
                answer, to: FetchRequest(origin: .newest, now: now), of: "a",
                traits: SupplierTraits(shape: .window, pagesOlder: true)),
            known: Dictionary(uniqueKeysWithValues: known.map { ($0.id.item, KnownItem(key: $0, fingerprint: 0)) }))
    }

    @Test(
        "A page that connects to nothing withdraws the second of a day that was read before it was over",
        arguments: [(offset: 0, isMissing: true), (offset: 7, isMissing: false)])
    func runningDay(offset: Int, isMissing: Bool) throws {
        let today = Timestamp(seconds: now.seconds - now.seconds % 86_400)
        let neighbour = today.advanced(by: .seconds(offset - 86_400))
        var state = SupplierState()
        state.ranges.coverage.add(
            Claim(
                try #require(
                    Timeframe(
                        from: today.advanced(by: .seconds(3_600)), downTo: today.advanced(by: .seconds(-200_000))))))
        var page = dayPage(["3", "2", "1"], at: today, known: [])
        page.evidence.neighbours.newestBelow = neighbour
        _ = state.advance(by: page.evidence)
        let second = try #require(Timeframe(from: neighbour.advanced(by: .seconds(1)), downTo: neighbour))
        let above = try #require(Timeframe(from: today, downTo: second.start))
        let below = try #require(Timeframe(from: second.end, downTo: second.end.advanced(by: .seconds(-1))))
        #expect(state.ranges.missing(in: above) == TimeframeSet(above))
        #expect(state.ranges.missing(in: second).isEmpty == !isMissing)
        #expect(state.ranges.missing(in: below).isEmpty)
    }

    @Test(
        "A page above the last reading withdraws what was read of that reading's day, hour or minute",
        arguments: [
            // Seconds from the page's end down to the newest ticket, to the last reading, and to what is withdrawn.
            (neighbour: 86_400, lastRead: 14_400, lowest: 86_400),
            (neighbour: 3 * 86_400, lastRead: 86_400 + 14_400, lowest: 2 * 86_400),
            (neighbour: 3 * 86_400, lastRead: 86_400, lowest: 86_400),
            // One of the days has 25 hours.
            (neighbour: 90_000, lastRead: 14_400, lowest: 90_000),
            (neighbour: 7200, lastRead: 4000, lowest: 7200), (neighbour: 180, lastRead: 70, lowest: 120),
            (neighbour: 86_407, lastRead: 14_400, lowest: 14_400),
        ])
    func runningUnit(neighbour: Int, lastRead: Int, lowest: Int) throws {
        let today = Timestamp(seconds: now.seconds - now.seconds % 86_400)
        let read = today.advanced(by: .seconds(-lastRead))
        var state = SupplierState()
        state.ranges.coverage.add(
            Claim(try #require(Timeframe(from: read, downTo: today.advanced(by: .seconds(-10 * 86_400))))))
        var page = dayPage(["3", "2", "1"], at: today, known: [])
        page.evidence.neighbours.newestBelow = today.advanced(by: .seconds(-neighbour))
        _ = state.advance(by: page.evidence)
        let below = try #require(Timeframe(from: now, downTo: today.advanced(by: .seconds(-10 * 86_400))))
        let missing = Timeframe(
            from: today.advanced(by: .seconds(1)), downTo: today.advanced(by: .seconds(-lowest)))
        #expect(state.ranges.missing(in: below) == TimeframeSet([missing].compactMap(\.self)))
    }

    @Test(
        "A page of one day connects by its last item only if it holds another known one",
        arguments: [false, true])
    func dayWithPinnedItem(hasOther: Bool) throws {
        let today = Timestamp(seconds: now.seconds - now.seconds % 86_400)
        let second = try #require(Timeframe(from: today.advanced(by: .seconds(1)), downTo: today))
        let known = ["pinned"] + (hasOther ? ["other"] : [])
        var state = SupplierState()
        state.ranges.coverage.add(
            Claim(try #require(Timeframe(from: now.advanced(by: .seconds(-600)), downTo: second.start))))
        state.ranges.lowerFloor(to: SupplierRanges.Floor(time: second.start, reason: .threshold))
        var page = dayPage(["3", "2", "1"] + known.reversed(), at: today, known: known.map { key($0, at: today) })
        #expect(page.evidence.isDisconnected == !hasOther)
        page.evidence.neighbours.atEnd = page.evidence.isDisconnected ? .tickets : .nothing
        _ = state.advance(by: page.evidence)
        #expect(state.ranges.missing(in: second).isEmpty == hasOther)
    }

    @Test(
        "An older page without dates connects by its last item only if it holds the tickets stored above that item",
        arguments: [false, true])
    func undatedOlderPage(holdsThose: Bool) throws {
        // Two holes are above the place of the last item: one below the page's edge, and one of a second.
        let edge = now.advanced(by: .seconds(-100))
        let read = try #require(
            Timeframe(from: edge.advanced(by: .seconds(-50)), downTo: edge.advanced(by: .seconds(-60))))
        let hole = try #require(Timeframe(from: read.end, downTo: read.end.advanced(by: .seconds(-1))))
        var state = SupplierState()
        state.ranges.coverage.add(Claim(read))
        state.ranges.coverage.add(
            Claim(try #require(Timeframe(from: hole.end, downTo: hole.end.advanced(by: .seconds(-100))))))
        let between = (1...3).map { key("\($0)", at: read.start.advanced(by: .seconds(-$0))) }
        let last = key("last", at: hole.end.advanced(by: .seconds(-80)))
        let listed = (holdsThose ? between : []) + [last]
        var answer = FetchAnswer(
            items: (["new"] + listed.map(\.id.item)).map { SourceItem(id: $0, orderTime: nil, body: TicketBody()) })
        answer.claims = [Claim](from: edge, downTo: edge.advanced(by: .seconds(-1)))
        answer.next = Token("next")
        var page = PoolDelivery(
            FetchedPage(
                answer, to: FetchRequest(origin: .token(Token("here"), edge: edge), now: now), of: "a",
                traits: SupplierTraits(shape: .window, pagesOlder: true)),
            known: Dictionary(uniqueKeysWithValues: listed.map { ($0.id.item, KnownItem(key: $0, fingerprint: 0)) }))
        #expect(try #require(page.evidence.overlapRange).contains(between[0].time))
        page.checkOverlap(between)
        _ = state.advance(by: page.evidence)
        #expect(state.ranges.coverage.claimed.holes(in: hole).isEmpty == holdsThose)
    }
}
