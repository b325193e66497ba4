import Application
import ArgumentParser
import EngineConcepts

/// Fills gaps.
struct FillCommand: ForwardingCommand {
    static let processName = "fiber fill"
    static let configuration = CommandConfiguration(
        commandName: "fill", abstract: "Load the missing items of a gap.",
        discussion: """
            Without options, loads one step of the newest gap that can be filled. Skips a gap, with the reason, if all \
            sources missing in it are gone, are rate limited, require a login, no longer offer items of that time, or fail \
            now. `fiber timeline` prints the gaps with their ids. --gap tries that gap in any case; if its sources had \
            nothing more, those that can page further back are requested again, such as a feed whose next page was missing.

            The exit status is 1 if a source failed, or if there are gaps to fill and none can be filled now. A gap whose \
            sources no longer offer items of that time is not an error. If a Fiber is open on the same store, it does the work.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var fetch: FetchOptions

    @Option(help: "The id of the gap to fill. `fiber timeline` prints the ids.", transform: ArgumentValue.gap)
    var gap: GapID?

    @Option(help: "Fill gaps, newest first, down to this time (RFC 3339, or a date).", transform: ArgumentValue.time)
    var until: Timestamp?

    @Option(help: ArgumentHelp("Fill until this many items are loaded, or no more are available.", valueName: "number"))
    var count: Int?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard until == nil || count == nil else { throw ValidationError(Message("untilOrCount")) }
        guard (count ?? 1) > 0 else { throw ValidationError(Message("countInvalid")) }
    }

    func run() async throws {
        let request = FillRequest(gap: gap, until: until, count: count)
        let result = try await outcome(of: request, showing: Message("runningFiberFills")) { context in
            try await context.requireLibrary()
            try await context.reportMissingSources()
            return try await FillWork(context, progress: Console.progress).run(request)
        }
        if let result { try print(result) }
    }

    /// Prints the result, and throws its failure.
    private func print(_ result: FillResult) throws {
        if output.json { try Console.print(JSONObject(result)) }
        for line in result.lines { output.form.inform(line.message(in: Console.localizer)) }
        result.report.sortedWarnings.forEach(Console.warn)
        if let failedSources = result.failedSources { throw failedSources.failure(in: Console.localizer) }
        if let failure = result.failure { throw CommandFailure(failure) }
    }
}
