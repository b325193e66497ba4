import ArgumentParser
import EngineConcepts
import EngineStandard
import Foundation
import Storage
import TestSupport

/// Measures the engine alone: merging, inserting, memory, many suppliers, and one that does not respond.
struct EngineBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engine", abstract: "Measure the engine over suppliers in memory, beside `sort -m`.")

    @Option(help: "How many suppliers are merged.")
    var merged = 1000

    @Option(help: "How many tickets each of them has.")
    var tickets = 1000

    @Option(help: "The lengths of the Tracks that Pools are inserted into.")
    var tracks = [1000, 100_000, 1_000_000]

    @Option(help: "How many suppliers a refresh asks.")
    var refreshed = 500

    @Option(help: "How many suppliers are asked together with one that is mute.")
    var beside = 199

    @Option(help: "How often each is measured; the median counts.")
    var rounds = 31

    func run() async throws {
        for measurement in try await measure() { print(measurement.line) }
    }

    func measure() async throws -> [Measurement] {
        var rows = try MergeBench(suppliers: merged, tickets: tickets).measure()
        var memory: [String] = []
        var database: [String] = []
        for length in tracks {
            let times = try await InsertBench(length: length, rounds: rounds).measure()
            memory.append(rounded(times.memory.median.milliseconds))
            database.append(rounded(times.database.median.milliseconds))
        }
        let lengths = tracks.map(grouped).joined(separator: ", ")
        for (store, times) in [("in memory", memory), ("in SQLite", database)] {
            rows.append(
                Measurement(
                    what: "a Pool of 60 tickets into a Track of \(lengths), \(store)",
                    previous: "0.22 to 0.29 ms in memory, 0.95 to 1 ms in SQLite",
                    result: times.map { "\($0) ms" }.joined(separator: ", "), target: "independent of the length",
                    command: Self.command))
        }
        rows += try await RefreshBench(suppliers: refreshed).measure()
        rows.append(try await MuteBench(others: beside).measure())
        return rows
    }

    fileprivate static let command = "FiberBench engine"
}

/// Merges sorted runs, compared with `sort -m`.
private struct MergeBench {
    let suppliers: Int
    let tickets: Int

    func measure() throws -> [Measurement] {
        var random = SystemRandomNumberGenerator()
        let newest: Int64 = 1_795_000_000_000
        let runs = (0..<suppliers)
            .map { supplier in
                (0..<tickets)
                    .map { ticket in
                        OrderKey(
                            time: Timestamp(milliseconds: newest - Int64.random(in: 0..<86_400_000, using: &random)),
                            nativeOrder: 0, id: TicketID(supplier: SupplierID("feed:\(supplier)"), item: "\(ticket)"))
                    }
                    .sorted()
            }
        let precedes = { (lhs: LoserTree.Position, rhs: LoserTree.Position) in
            runs[lhs.run][lhs.index] < runs[rhs.run][rhs.index]
        }
        var merged: [OrderKey] = []
        merged.reserveCapacity(suppliers * tickets)
        let start = ContinuousClock.now
        var tree = LoserTree(counts: runs.map { $0.count }, precedes: precedes)
        while let place = tree.next(precedes: precedes) {
            merged.append(runs[place.run][place.index])
        }
        let took = ContinuousClock.now - start
        let levels = Int.bitWidth - (suppliers - 1).leadingZeroBitCount
        let bound = merged.count * levels
        let sort = try timeOfSort(runs, newest: newest)
        return [
            Measurement(
                what: "merging \(grouped(suppliers)) suppliers × \(grouped(tickets)) tickets",
                previous: "9,974,026 comparisons, 428 ms",
                result: "\(grouped(tree.comparisons)) comparisons, \(rounded(took.milliseconds)) ms",
                target: "≤ n·⌈log2 k⌉ = \(grouped(bound)) comparisons",
                peers: "`sort -m` of the keys as text \(rounded(sort.milliseconds)) ms", command: EngineBench.command)
        ]
    }

    private func timeOfSort(_ runs: [[OrderKey]], newest: Int64) throws -> Duration {
        let scratch = try TemporaryDirectory()
        for (index, run) in runs.enumerated() {
            let lines = run.map { key in
                let age = String(newest - key.time.milliseconds)
                return String(repeating: "0", count: 13 - age.count) + age + " \(key.id)\n"
            }
            try scratch.write(lines.joined(), to: "\(index)")
        }
        let files = runs.indices.map { "\(scratch.path)/\($0)" }
        return try Program.time(
            "/usr/bin/env", ["LC_ALL=C", "sort", "-m", "--batch-size=\(runs.count + 1)", "-o", "/dev/null"] + files,
            home: scratch.path)
    }
}

/// Inserts Pools of sixty tickets at the top of Tracks of several lengths.
private struct InsertBench {
    let length: Int
    let rounds: Int

    func measure() async throws -> (memory: [Duration], database: [Duration]) {
        let memory = MemoryTrackStore()
        try await fill(memory)
        let inMemory = try await measure(memory)
        let scratch = try TemporaryDirectory()
        let database = try TrackDatabase(path: "\(scratch.path)/fiber.sqlite")
        try await fill(database)
        let inDatabase = try await measure(database)
        try await database.close()
        return (inMemory, inDatabase)
    }

    private var id: SupplierID { "bench:0" }

    private func fill(_ store: any TrackStore) async throws {
        let newest = BenchTimeSource.start
        var supplierState = SupplierState()
        var visibleRanges = TimeframeSet()
        if let covered = Timeframe.everythingBefore(newest) {
            supplierState.ranges.coverage.add(Claim(covered))
            visibleRanges.insert(covered)
        }
        supplierState.requests.condition = .healthy
        supplierState.requests.lastSuccess = newest
        var done = 0
        var items = BenchItems(seed: 5)
        while done < length {
            let count = min(20_000, length - done)
            let entries = (done..<done + count)
                .map { index in
                    let item = items.item(index, at: newest.advanced(by: .seconds(-37 * index - 1)))
                    return TrackCommit.Entry(
                        ticket: Ticket(item, of: id, seen: newest), fingerprint: item.fingerprint)
                }
            _ = try await store.commit(
                TrackCommit(
                    inserted: entries, supplierStates: [id: supplierState], active: [id], visibleRanges: visibleRanges))
            done += count
        }
    }

    private func measure(_ store: any TrackStore) async throws -> [Duration] {
        let time = BenchTimeSource()
        var items = BenchItems(seed: 7)
        let supplier = BenchSupplier(id)
        let engine = StandardEngine(controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
        await engine.suppliersChanged()
        var times: [Duration] = []
        for round in 0..<rounds {
            let top = time.now()
            time.pass(.seconds(600))
            supplier.publish(
                (0..<60)
                    .map { items.item(length + round * 60 + $0, at: top.advanced(by: .seconds(9 * $0 + 1))) },
                since: top)
            times.append(try await engine.timeOfRefresh(inserting: 60))
        }
        return times
    }
}

/// Refreshes many suppliers at once.
private struct RefreshBench {
    let suppliers: Int

    func measure() async throws -> [Measurement] {
        let memory = try await measure(MemoryTrackStore(), "in memory")
        let scratch = try TemporaryDirectory()
        let database = try TrackDatabase(path: "\(scratch.path)/fiber.sqlite")
        let stored = try await measure(database, "in SQLite")
        try await database.close()
        return [memory, stored]
    }

    private func measure(_ store: any TrackStore, _ name: String) async throws -> Measurement {
        let time = BenchTimeSource()
        let all = BenchSupplier.crowd(suppliers)
        let engine = StandardEngine(controlUnit: ModularControlUnit(all, time: time), store: store, time: time)
        await engine.suppliersChanged()
        time.pass(.seconds(600))
        let first = try await engine.timeOfRefresh(inserting: 40 * suppliers)
        for supplier in all {
            supplier.publish([], since: time.now())
        }
        time.pass(.seconds(600))
        let second = try await engine.timeOfRefresh(inserting: 0)
        return Measurement(
            what: "a refresh of \(suppliers) suppliers with 40 new tickets each, \(name)",
            result: "\(rounded(first.milliseconds)) ms; \(rounded(second.milliseconds)) ms with nothing new",
            command: EngineBench.command)
    }
}

/// Refreshes suppliers of which one does not respond.
private struct MuteBench {
    let others: Int

    func measure() async throws -> Measurement {
        let all = BenchSupplier.crowd(others + 1)
        all[others / 2].isMute = true
        let time = BenchTimeSource(passed: .seconds(600))
        let engine = StandardEngine(
            controlUnit: ModularControlUnit(all, time: time), store: MemoryTrackStore(), time: time)
        await engine.suppliersChanged()
        let took = try await engine.timeOfRefresh(inserting: 40 * others)
        return Measurement(
            what: "\(others) suppliers and one that does not answer, until the commit",
            result: "\(rounded(took.milliseconds)) ms",
            target: "500 ms, the wait for slow suppliers, and their own time",
            command: EngineBench.command)
    }
}

extension StandardEngine {
    /// Returns the time from the request for a refresh to the notification of its commit.
    fileprivate func timeOfRefresh(inserting count: Int) async throws -> Duration {
        let events = events()
        let start = ContinuousClock.now
        let fill = refresh()
        for await event in events {
            switch event {
            case .committed(let changes, _) where changes.fill == fill:
                let took = ContinuousClock.now - start
                let tickets = changes.inserted.count { if case .ticket = $0.row { true } else { false } }
                guard tickets == count else {
                    throw MeasurementError("The refresh brought \(tickets) tickets, not \(count).")
                }
                // The engine must be idle before the next refresh.
                for await event in events {
                    if case .fill(fill, _, let state) = event, state.isFinal { return took }
                }
            case .failure(let failure): throw MeasurementError(failure.message.description)
            default: continue
            }
        }
        throw MeasurementError("The engine ended before the refresh did.")
    }
}
