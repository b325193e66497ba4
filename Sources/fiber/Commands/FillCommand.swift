import ArgumentParser
import EngineConcepts

/// Fills gaps.
struct FillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Load what a gap has left out.",
        discussion: """
            Without options, fills the newest gap that can be filled with as much as one step brings. `fiber timeline` \
            prints the gaps and their ids.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var fetch: FetchOptions

    @Option(help: "The gap to fill, by the id that `fiber timeline` prints.", transform: ArgumentValue.gap)
    var gap: GapID?

    @Option(
        help: "Fill gaps, newest first, until this time is reached (RFC 3339, or a date).",
        transform: ArgumentValue.time)
    var until: Timestamp?

    @Option(help: "Fill until this many tickets have come, where there are as many.")
    var count: Int?

    func validate() throws {
        guard until == nil || count == nil else { throw ValidationError("--until and --count exclude each other.") }
        guard (count ?? 1) > 0 else { throw ValidationError("--count takes a positive number.") }
    }

    func run() async throws {
        try await Household.with(global, as: "fiber fill", fetching: fetch.fetching) { household in
            try await run(household)
        }
    }

    private func run(_ household: Household) async throws {
        let gaps = await household.engine.snapshot.gaps
        if let gap, !gaps.contains(where: { $0.id == gap }) {
            throw CommandFailure(
                .failed, "There is no gap \(gap).", advice: "`fiber timeline` prints the gaps that there are.")
        }
        var tried: Set<GapID> = []
        var report = FillReport()
        while let next = await nextGap(of: household.engine, tried: tried, brought: report.inserted) {
            tried.insert(next)
            report.add(try await FillRun(household: household).fill(next, amount: amount(report.inserted)))
            if gap != nil || (until == nil && count == nil) { break }
        }
        if tried.isEmpty {
            Console.report("There is no gap that can be filled.")
        } else {
            Console.report(report.summary)
        }
        try report.throwTroubles(of: household)
    }

    /// Which gap to fill next: the one asked for, or the newest that was not tried and can be filled.
    private func nextGap(of engine: any Engine, tried: Set<GapID>, brought: Int) async -> GapID? {
        if let count, brought >= count { return nil }
        let candidates = await engine.snapshot.gaps.filter { $0.canBeFilled && !tried.contains($0.id) }
        if let gap { return tried.isEmpty ? gap : nil }
        return candidates.first { candidate in until.map { candidate.timeframe.start > $0 } ?? true }?.id
    }

    private func amount(_ brought: Int) -> FillAmount {
        if let until { return .until(until) }
        if let count { return .count(count - brought) }
        return .pool
    }
}
