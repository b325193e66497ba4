import ArgumentParser
import EngineConcepts

/// Fills gaps.
struct FillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Load the missing items of a gap.",
        discussion: """
            Without options, loads one step of the newest gap that can be filled. Skips a gap, with the reason, if all \
            sources missing in it are gone, are rate limited, require a login, no longer offer items of that time, or fail \
            now. `fiber timeline` prints the gaps with their ids. --gap tries that gap in any case; if its sources had \
            nothing more, those that can page further back are requested again, such as a feed whose next page was missing.

            The exit status is 1 if a source failed, or if there are gaps to fill and none can be filled now. A gap whose \
            sources no longer offer items of that time is not an error.
            """)

    /// The largest number of gaps to try until one brings new tickets.
    private static let mostTries = 16

    @OptionGroup var global: GlobalOptions
    @OptionGroup var fetch: FetchOptions

    @Option(help: "The id of the gap to fill. `fiber timeline` prints the ids.", transform: ArgumentValue.gap)
    var gap: GapID?

    @Option(
        help: "Fill gaps, newest first, down to this time (RFC 3339, or a date).",
        transform: ArgumentValue.time)
    var until: Timestamp?

    @Option(help: "Fill until this many tickets are loaded, or no more are available.")
    var count: Int?

    func validate() throws {
        guard until == nil || count == nil else { throw ValidationError(Message("untilOrCount")) }
        guard (count ?? 1) > 0 else { throw ValidationError(Message("countInvalid")) }
    }

    func run() async throws {
        try await AppContext.with(global.directories, as: "fiber fill", fetching: fetch.fetching) { context in
            try await run(context)
        }
    }

    private func run(_ context: AppContext) async throws {
        if let gap { return try await fill(gap, context) }
        var choice = GapChoice(from: context.time.now())
        var report = FillReport()
        while report.inserted < count ?? .max,
            let next = choice.next(in: await context.engine.snapshot, downTo: until)
        {
            let run = FillRun(context: context)
            let filled = try await run.fill(next.gap, amount: amount(report.inserted), in: next.view)
            report.add(filled, in: await context.engine.snapshot)
            // A gap can close without new tickets; then the next one is tried, up to the limit.
            if until == nil, count == nil, report.inserted > 0 || choice.tried.count == Self.mostTries { break }
        }
        for passed in choice.passed { Console.report(Message("gapPassed", ["gap": .text(passed.words(context))])) }
        if !choice.tried.isEmpty { Console.report(report.summary) }
        report.reportWarnings()
        try report.throwTroubles(of: context, among: choice.asked, again: "fiber fill")
        let isEnough = until == nil && report.inserted >= count ?? 1
        if !isEnough, choice.passed.contains(where: \.gap.canBeFilled) {
            throw CommandFailure(.failed, Message("noGapToFillNow"))
        }
        if choice.tried.isEmpty { Console.report(Message("noGapToFill")) }
    }

    private func fill(_ gap: GapID, _ context: AppContext) async throws {
        guard let found = await context.engine.snapshot.shownGaps.first(where: { $0.id == gap }) else {
            throw CommandFailure(
                .failed, Message("gapNotFound", ["gap": .text(gap.description)]))
        }
        if !found.canBeFilled { await context.engine.reopen(gap) }
        guard let open = await gapNow(found, context), open.canBeFilled else {
            Console.report(Message("gapNobodyToAsk", ["gap": .text(PassedGap(gap: found).words(context))]))
            return
        }
        let isUnloaded = found.timeframe == .always && found.kind == .partial
        let view = TrackView(suppliers: isUnloaded ? Set(found.missing.map(\.supplier)) : nil)
        let report = try await FillRun(context: context).fill(gap, amount: amount(0), in: view)
        Console.report(report.summary)
        report.reportWarnings()
        if let left = await gapNow(found, context), !left.canBeFilled {
            Console.report(Message("gapHasNoMore", ["gap": .text(PassedGap(gap: left).words(context))]))
        }
        try report.throwTroubles(of: context, among: Set(found.missing.map(\.supplier)), again: "fiber fill")
    }

    /// Returns the rest of a gap, from its newer end.
    private func gapNow(_ gap: Gap, _ context: AppContext) async -> Gap? {
        let gaps = await context.engine.snapshot.shownGaps
        return gap.timeframe == .always
            ? gaps.first { $0.id == gap.id } : gaps.first { $0.timeframe.intersection(gap.timeframe) != nil }
    }

    private func amount(_ brought: Int) -> FillAmount {
        if let until { return .until(until) }
        if let count { return .count(count - brought) }
        return .pool
    }
}
