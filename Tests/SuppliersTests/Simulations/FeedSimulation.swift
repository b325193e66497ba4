import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import ScenarioServer
import Suppliers
import TestSupport

@testable import Networking

/// A random simulation of a feed and the engine that reads it: a sequence of steps, after each of which nothing may be lost.
struct FeedSimulation {
    /// The kinds of feeds.
    enum World: String, CaseIterable {
        /// Documents are sorted.
        case ordered
        /// Documents have a pinned item or are not sorted.
        case unordered
        /// Documents are sorted, and end with an old item.
        case evergreen
        /// Nothing but the readings shows when an item appeared, and they follow one another within a second.
        case timeless
        /// Documents list the items that appeared or were edited last, sorted by their dates.
        case edited
        /// The feed's own document is at times an earlier one or empty.
        case unreliable
        /// Older pages are at times missing, without items or others.
        case confused
    }

    private let feed: SimulatedFeed
    private let server: ScenarioServer
    private var seenRequestCount = 0
    private let engine: StandardEngine
    private let store = MemoryTrackStore()
    private let time: ManualTimeSource
    private let supplier: SupplierID = "feed:simulation"
    private var random: SeededGenerator
    private var grown: Timestamp
    /// The times that can pass at once, in milliseconds.
    private let pauses: [Int]
    private(set) var log: [String] = []

    /// Creates the simulation with this seed.
    init(seed: UInt64, in world: World = .ordered, on server: ScenarioServer, _ transport: HTTPTransport) async {
        random = SeededGenerator(seed: seed)
        let kind =
            switch world {
            case .ordered: SimulatedFeed.Kind(by: &random)
            case .unordered: SimulatedFeed.Kind(unorderedBy: &random)
            case .timeless: SimulatedFeed.Kind(timelessBy: &random)
            case .evergreen: SimulatedFeed.Kind(evergreenBy: &random)
            case .edited: SimulatedFeed.Kind(listingEditsBy: &random)
            case .unreliable: SimulatedFeed.Kind(unreliableBy: &random)
            case .confused: SimulatedFeed.Kind(confusingPagesBy: &random)
            }
        pauses =
            switch world {
            case .timeless: [100, 100, 400, 700, 1000, 3300, 60_000, 30_000_000]
            // Dates to the second order the pages if few items appear within a second.
            case .confused: [60_000, 3_600_000, 30_000_000, 90_000_000]
            case .ordered, .unordered, .evergreen, .edited, .unreliable:
                [1000, 3300, 60_000, 3_600_000, 30_000_000, 90_000_000]
            }
        let feed = SimulatedFeed(kind)
        self.feed = feed
        self.server = server
        let address = server.url("")
        server.serve("/feed") { feed.answer($0.path, on: address) }
        grown = Timestamp(milliseconds: 1_800_000_000_500)
        time = ManualTimeSource(grown)
        let source = FeedSupplier(id: supplier, name: "Life", address: server.url("/feed"), transport: transport)
        engine = StandardEngine(controlUnit: ModularControlUnit([source], time: time), store: store, time: time)
        await engine.suppliersChanged()
        record("\(kind)")
        passTime()
        grow()
        if world == .evergreen { feed.grow(by: kind.page * 2, since: grown) }
    }

    /// Runs so many steps, and then fills until nothing is left.
    mutating func run(_ steps: Int) async throws {
        for _ in 0..<steps {
            try await step()
            try await check()
        }
        try await complete()
    }

    // MARK: Steps

    private mutating func step() async throws {
        switch random.number(0...99) {
        case ..<25:
            passTime()
            grow()
        case ..<60: await refresh()
        case ..<75: await fill()
        case ..<80:
            let page = feed.kind.paging == .none ? 1 : random.number(1...4)
            feed.fail(at: page)
            record("page \(page) will fail")
        case ..<85: passTime()
        default: disturb()
        }
    }

    private mutating func disturb() {
        let count = feed.items.count
        guard count > 0 else { return }
        if feed.kind.confusesPages, random.chance(80) { return confusePages() }
        if feed.kind.isUnreliable, random.chance(60) {
            // Nothing tells an empty first document from that of a new feed.
            let canBeEmpty = feed.items.contains { $0.until != nil }
            let mistake: SimulatedFeed.Mistake = canBeEmpty && random.chance(20) ? .empty : .old(random.number(1...4))
            record("the next document will be \(mistake)")
            return feed.serve(mistake)
        }
        let depth = random.chance(70) ? min(count - 1, feed.kind.page) : count - 1
        let index = random.number(0...depth)
        let number = feed.items[index].number
        guard feed.kind.changesItems, random.chance(60) else {
            record("\(number) is edited")
            return feed.edit(index)
        }
        if random.chance(50) {
            record("\(number) is removed")
            feed.remove(index)
            // Pages read recently are assumed not to move.
            time.advance(by: .seconds(1000))
            feed.set(time.now())
        } else if feed.kind.dating != .none || feed.kind.paging != .none {
            record("\(number) gets a new date")
            feed.dateAnew(index)
        }
    }

    /// Makes the next refresh or fill get a wrong older page.
    private mutating func confusePages() {
        let last = (feed.items.count - 1) / feed.kind.page + 1
        // A site is only seen to have page numbers by its second page.
        let first = feed.kind.paging == .numbered ? 3 : 2
        guard first <= last else { return }
        let number = random.number(first...last)
        // Archives are numbered from the oldest one.
        let above = feed.kind.paging == .archives ? [1] + Array((number + 1)..<(last + 1)) : Array(1..<number)
        let answer: SimulatedFeed.Confusion.Answer =
            switch random.number(0...9) {
            case ..<3: .missing
            case ..<5: .empty
            default: .page(random.pick(above))
            }
        record("page \(number) will be \(answer)")
        feed.confuse(SimulatedFeed.Confusion(number: number, answer: answer))
    }

    private mutating func passTime() {
        time.advance(by: .milliseconds(random.pick(pauses)))
        feed.set(time.now())
        record("it is \(time.now().rfc3339)")
    }

    private mutating func grow() {
        let count = random.pick([1, 1, 2, 3, feed.kind.page, feed.kind.page * 2, feed.kind.page * 5 + 1])
        feed.grow(by: count, since: grown)
        grown = time.now()
        record("it has \(count) more")
    }

    private mutating func refresh() async {
        engine.refresh()
        await engine.waitUntilIdle()
        feed.confuse(nil)
        await recordState("refreshed")
    }

    private mutating func fill() async {
        let gaps = await engine.snapshot.gaps.filter(\.canBeFilled)
        guard !gaps.isEmpty else { return }
        let gap = random.pick(gaps)
        let side: GapSide = random.chance(80) ? .newer : .older
        let amount: FillAmount = random.chance(50) ? .pool : .all
        engine.fill(gap.id, from: side, amount: amount)
        await engine.waitUntilIdle()
        feed.confuse(nil)
        await recordState("filled \(gap.id) from its \(side.rawValue) side, \(amount)")
    }

    /// Fills all gaps, without faults, until nothing is left to fill.
    private mutating func complete() async throws {
        feed.fail(at: 0)
        feed.serve(nil)
        feed.confuse(nil)
        time.advance(by: .seconds(7200))
        feed.set(time.now())
        record("in the end")
        await refresh()
        var filled: GapID?
        for _ in 0..<40 {
            guard let gap = await engine.snapshot.gaps.first(where: \.canBeFilled) else { break }
            if gap.id == filled {
                // An end of the feed that is not proven counts after a day.
                time.advance(by: .seconds(86_400))
                feed.set(time.now())
            }
            filled = gap.id
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.waitUntilIdle()
            await recordState("filled \(gap.id)")
        }
        try await check()
        let left = await engine.snapshot.gaps.filter(\.canBeFilled)
        guard left.isEmpty else { throw InvariantViolation("\(left) cannot be filled") }
        let names = feed.items.map { String($0.number) }
        let known = try await store.knownItems(names, of: supplier)
        let reachable = feed.kind.paging == .none ? feed.top.map { String($0.number) } : names
        let missing = reachable.filter { known[$0] == nil }
        guard missing.isEmpty else {
            throw InvariantViolation("\(missing) can be had, and nobody has them")
        }
    }

    // MARK: Invariant

    /// Checks that every item that could have been read is stored or in a gap.
    private func check() async throws {
        let items = feed.items
        let known = try await store.knownItems(items.map { String($0.number) }, of: supplier)
        let snapshot = await engine.snapshot
        let gaps = snapshot.gaps
        try checkTops(of: gaps)
        // Items after the last complete refresh belong to the next one.
        guard let top = snapshot.suppliers.first?.covered.newest else { return }
        for item in items where known[String(item.number)] == nil {
            guard let until = item.until, until.flooredToSecond < top else { continue }
            // A feed without older pages begins with the items of its first document.
            if feed.kind.paging == .none, item.since == nil, !item.wasOnTop { continue }
            // Nothing shows that the last item of the first page is not the one before it, until the next page is read.
            if feed.kind.evergreen != .none, item.since == nil { continue }
            // The gap of an item dated to the day holds that date. An item dated to the second may be backdated beyond
            // the last reading, which nothing shows.
            let place = places(of: item, readAt: until)
            let isInGap = gaps.contains {
                $0.timeframe.start > place.lowerBound && $0.timeframe.end <= place.upperBound
            }
            if isInGap { continue }
            throw InvariantViolation("\(item.number) of \(item.date?.rfc3339 ?? "no date") is lost")
        }
    }

    /// Returns the times one of which the gap of a lost item must hold, or begin or end directly at.
    private func places(of item: SimulatedFeed.Item, readAt until: Timestamp) -> ClosedRange<Timestamp> {
        // A date ahead says nothing. One before the reading is where the item would be, whatever was read before.
        let date = feed.kind.datesAhead ? item.date.flatMap { $0 <= until ? $0 : nil } : item.date
        // The gap is below the second of the reading, in which the item can be dated as well.
        if feed.kind.datesAhead, let date {
            let isOfReading = date.flooredToSecond == until.flooredToSecond
            return (isOfReading ? date.advanced(by: .seconds(-1)) : date)...date.secondAbove
        }
        var from = date ?? item.since?.flooredToSecond ?? .beginningOfTime
        let to = feed.kind.dating == .day ? from : until.flooredToSecond
        // Two readings in one second can have the gap of the second below.
        if feed.kind.isTimeless, from == to { from = from.advanced(by: .seconds(-1)) }
        return min(from, to)...max(from, to)
    }

    /// Checks that gaps of a feed without dates and older pages stand below the items of the reading that showed the loss. If
    /// there was another reading in the same second, they may stand above those of both.
    private func checkTops(of gaps: [Gap]) throws {
        guard feed.kind.dating == .none, feed.kind.paging == .none else { return }
        let discontinuities = feed.discontinuities
        for gap in gaps where !gap.canBeFilled {
            let isExplained = discontinuities.contains { discontinuity in
                gap.timeframe.start
                    <= (discontinuity.isWithinSecond ? discontinuity.until.secondAbove : discontinuity.until)
            }
            guard isExplained else {
                throw InvariantViolation("\(gap.id) is above what was read after the loss")
            }
        }
    }

    private mutating func recordState(_ step: String) async {
        let snapshot = await engine.snapshot
        let names = feed.items.map { String($0.number) }
        var known = 0
        do { known = try await store.knownItems(names, of: supplier).count } catch { record("\(error)") }
        let gaps = snapshot.gaps.map { "\($0.id) \($0.missing.map(\.cause))" }
        let pages = server.requests.dropFirst(seenRequestCount).map { $0.path.drop { $0 != "=" }.dropFirst() }
        seenRequestCount = server.requests.count
        let covered = snapshot.suppliers.first?.covered.timeframes.map { "\(GapID($0))" } ?? []
        let read = pages.map { $0.isEmpty ? "1" : String($0) }.joined(separator: " ")
        record("\(step): pages \(read), \(known) of \(names.count), gaps \(gaps), covers \(covered)")
    }

    private mutating func record(_ line: String) {
        log.append(line)
    }
}
