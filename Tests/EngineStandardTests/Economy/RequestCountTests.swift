import EngineConcepts
import EngineStandard
import EngineTestSupport
import Foundation
import TestSupport
import Testing

@Suite("Number of requests")
struct RequestCountTests {
    /// `FIBER_SIMULATIONS` sets the number of simulations for nightly runs, which print the ratio.
    static let simulations = ProcessInfo.processInfo.environment["FIBER_SIMULATIONS"].flatMap(UInt64.init)

    @Test("Fills make hardly more requests than the minimum for the same claims")
    func ratio() async throws {
        var made = 0
        var least = 0
        for seed in 1...max(Self.simulations ?? 6, 1) {
            var simulation = RequestCountSimulation(seed: seed)
            for _ in 0..<25 {
                let fill = try await simulation.fill()
                // Fewer than the minimum would mean that the model is wrong.
                #expect(fill.made >= fill.least, "seed \(seed): \(simulation.log.suffix(3))")
                made += fill.made
                least += fill.least
            }
        }
        if Self.simulations != nil {
            print("requests made: \(made), least possible: \(least), ratio \(Double(made) / Double(least))")
        }
        #expect(least > 500)
        #expect(Double(made) <= Double(least) * 1.1, "\(made) requests where \(least) would do")
    }
}

/// Suppliers with very different rates and a user who refreshes and fills, without faults.
private struct RequestCountSimulation {
    private struct Member {
        let id: SupplierID
        let source: ScriptedSource
        let isWindow: Bool
        let page: Int
        let pagesNewer: Bool
        let interval: Int
    }

    private let bench = Bench()
    private var random: SeededGenerator
    private var members: [Member] = []
    private var count = 0
    private(set) var log: [String] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        for index in 0..<Int.random(in: 1...12, using: &random) {
            let isWindow = random.chance(30)
            let source = ScriptedSource()
            let page = Int.random(in: 4...(random.chance(25) ? 1000 : 60), using: &random)
            let pagesNewer = !isWindow && random.chance(40)
            source.behavior.page = page
            source.behavior.overlap = random.chance(30) ? 3 : 0
            source.behavior.keeps = isWindow ? Int.random(in: 20...200, using: &random) : nil
            let id = SupplierID("\(isWindow ? "window" : "stream"):\(index)")
            let member = Member(
                id: id, source: source, isWindow: isWindow, page: page, pagesNewer: pagesNewer,
                // From several a minute to one a week.
                interval: 15 << Int.random(in: 0...15, using: &random))
            members.append(member)
            bench.add(
                id, source,
                traits: isWindow ? .feed : SupplierTraits(pagesNewer: pagesNewer, maximumPageItems: page))
            write(member, since: bench.now.advanced(by: .seconds(-member.interval * 300)))
        }
    }

    private mutating func write(_ member: Member, since start: Timestamp) {
        var posts: [ScriptedSource.Post] = []
        var time = start
        while true {
            let pause = Int.random(in: 0...(2000 * member.interval), using: &random)
            time = time.advanced(by: .milliseconds(random.chance(20) ? 0 : pause))
            guard time < bench.now, posts.count < 600 else { break }
            count += 1
            posts.append(.init(id: "p\(count)", time: time, order: -Int64(count)))
        }
        member.source.add(posts)
    }

    /// Performs a fill. Returns the number of requests made and the minimum.
    mutating func fill() async throws -> (made: Int, least: Int) {
        let gaps = await bench.gaps.filter(\.canBeFilled)
        guard random.chance(65), let gap = gaps.randomElement(using: &random) else { return try await refresh() }
        var timeframe = gap.timeframe
        let amount: FillAmount
        var wanted = Int.max
        var side = GapSide.newer
        switch gap.kind == .partial ? 0 : Int.random(in: 0..<7, using: &random) {
        case 0, 1:
            amount = .all
            side = random.chance(50) ? .older : .newer
        case 2:
            wanted = Int.random(in: 1...150, using: &random)
            amount = .count(wanted)
        case 3:
            let start = timeframe.start.isFinite ? timeframe.start : bench.now
            let time = start.advanced(by: .seconds(-Int.random(in: 60...100_000, using: &random)))
            amount = .until(time)
            timeframe =
                Timeframe(from: timeframe.start, downTo: max(timeframe.end, time.flooredToSecond)) ?? timeframe
        default:
            wanted = 30
            amount = .pool
        }
        log.append("fill \(gap.id) \(gap.kind) from \(side): \(amount)")
        let model = try await model(of: timeframe, isRefresh: false, isWhole: amount == .all, wanted: wanted)
        return (await requests { await bench.fill(gap, from: side, amount) }, model.least(wanted: wanted))
    }

    private mutating func refresh() async throws -> (made: Int, least: Int) {
        let before = bench.now
        bench.time.advance(by: .seconds(Int.random(in: 30...40_000, using: &random)))
        for member in members { write(member, since: before) }
        if random.chance(20), let member = members.randomElement(using: &random) {
            // Leaves a gap of its own; its requests follow from the failure and are not counted.
            log.append("refresh after \(bench.now.since(before)) without \(member.id)")
            member.source.behavior.failure = SupplierError(.refused, "Broken.")
            await bench.refresh()
            member.source.behavior.failure = nil
            return (0, 0)
        }
        log.append("refresh after \(bench.now.since(before))")
        let top = try await bench.store.record().visibleRanges.newest ?? .beginningOfTime
        guard let timeframe = Timeframe(from: bench.now, downTo: top) else { return (0, 0) }
        let model = try await model(of: timeframe, isRefresh: true, isWhole: false, wanted: 30)
        return (await requests { await bench.refresh() }, model.least(wanted: 30))
    }

    private func requests(_ step: () async -> Void) async -> Int {
        func made() -> Int { members.reduce(0) { $0 + $1.source.requests.count } }
        let before = made()
        await step()
        return made() - before
    }

    /// The model of the least requests, as the store is now.
    ///
    /// - Parameter wanted: The number of tickets that the user wants. Pages are not larger than this or than in a
    ///   usual fill.
    private func model(
        of timeframe: Timeframe, isRefresh: Bool, isWhole: Bool, wanted: Int
    ) async throws -> RequestCountModel {
        let record = try await bench.store.record()
        var parts: [RequestCountModel.Part] = []
        for member in members {
            let supplierState = record.supplierState(of: member.id)
            let known = try await bench.store.knownItems(member.source.posts.map(\.id), of: member.id)
            parts.append(
                RequestCountModel.Part(
                    source: member.source, isWindow: member.isWindow, pagesNewer: member.pagesNewer,
                    claimed: supplierState.ranges.coverage.claimed,
                    unreachable: supplierState.ranges.unreachable.filter { !$0.cause.canBeFilled }.map(\.timeframe),
                    stored: Set(known.keys), page: min(member.page, max(wanted, FillLimits().maximumTickets)),
                    floor: supplierState.ranges.floor?.time))
        }
        return RequestCountModel(parts: parts, timeframe: timeframe, isRefresh: isRefresh, isWhole: isWhole)
    }
}
