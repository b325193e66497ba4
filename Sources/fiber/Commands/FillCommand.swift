import ArgumentParser
import EngineConcepts

/// Fills gaps.
struct FillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill",
        abstract: "Load what a gap has left out.",
        discussion: """
            Without options, fills the newest gap that can be filled with as much as one step brings. A gap is passed where \
            everybody who is missing there is gone, asks for patience, does not let Fiber in, keeps nothing of that time, or \
            fails now; which and why is said. `fiber timeline` prints the gaps and their ids. --gap asks for that one whoever \
            is missing there; where the sources had nothing more of it, those that can be read further back are asked once \
            again, such as a feed that led to a page which was not there.

            Ends with status 1 where a source failed, or where there are gaps to fill and none of them can be filled now. Gaps \
            whose sources keep nothing of that time any more are not to be filled, and no failure.
            """)

    /// The largest number of gaps to try until one brings new tickets.
    private static let mostTries = 16

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
        guard until == nil || count == nil else { throw ValidationError(Message("untilOrCount")) }
        guard (count ?? 1) > 0 else { throw ValidationError(Message("countInvalid")) }
    }

    func run() async throws {
        try await AppContext.with(global, as: "fiber fill", fetching: fetch.fetching) { context in
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
        try report.throwTroubles(of: context, among: choice.asked, again: "fiber fill")
        let isEnough = until == nil && report.inserted >= count ?? 1
        if !isEnough, choice.passed.contains(where: \.canBeFilledLater) {
            throw CommandFailure(
                .failed, Message("noGapToFillNow"))
        }
        if choice.tried.isEmpty { Console.report(Message("noGapToFill")) }
    }

    private func fill(_ gap: GapID, _ context: AppContext) async throws {
        guard let found = await context.engine.snapshot.gaps.first(where: { $0.id == gap }) else {
            throw CommandFailure(
                .failed, Message("gapNotFound", ["gap": .text(gap.description)]))
        }
        if !found.canBeFilled { await context.engine.reopen(gap) }
        guard let open = await gapNow(found, context), open.canBeFilled else {
            Console.report(Message("gapNobodyToAsk", ["gap": .text(PassedGap(gap: found).words(context))]))
            return
        }
        let report = try await FillRun(context: context).fill(gap, amount: amount(0))
        Console.report(report.summary)
        if let left = await gapNow(found, context), !left.canBeFilled {
            Console.report(Message("gapHasNoMore", ["gap": .text(PassedGap(gap: left).words(context))]))
        }
        try report.throwTroubles(of: context, among: Set(found.missing.map(\.supplier)), again: "fiber fill")
    }

    /// Returns the rest of a gap, from its newer end.
    private func gapNow(_ gap: Gap, _ context: AppContext) async -> Gap? {
        await context.engine.snapshot.gaps.first { $0.timeframe.intersection(gap.timeframe) != nil }
    }

    private func amount(_ brought: Int) -> FillAmount {
        if let until { return .until(until) }
        if let count { return .count(count - brought) }
        return .pool
    }
}
