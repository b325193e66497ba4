import Application
import ArgumentParser
import CFreedMemory
import EngineConcepts
import FiberConfiguration
import Foundation
import Storage
import WebText

/// Refreshes all sources.
struct RefreshCommand: ForwardingCommand {
    static let processName = "fiber refresh"
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Fetch new items from all sources.",
        discussion: """
            The exit status is 1 if a source failed; the items of other sources are kept. A document that ends too early, so \
            that items are missing, counts as a failure; what could be read of it is kept. Pending actions (likes, boosts, \
            bookmarks) are sent too. If a Fiber is open on the same store, it does the work and shows the new items; the \
            command waits for the end and prints the result.

            Every source is requested, even if its last answer is still fresh. Only sources that are rate limited, gone or \
            repeatedly failing are skipped for a while, with the time of the next attempt. --restart requests the gone and \
            failing ones too, but respects a rate limit (429 or 503 with Retry-After). For cron, --if-due requests only \
            sources that are due according to their server (Cache-Control, Expires), their feed (ttl, skipHours, skipDays, \
            sy:updatePeriod), how often they had new items, and the settings timeline.refresh-minutes and \
            timeline.rarest-refresh-hours. It reports a failure, and exits with 1, only for sources that it requested, and \
            for those that are due but rate limited. A source that keeps failing is due less and less often.

            With --json, prints the result as one object.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var fetch: FetchOptions

    @Flag(
        help:
            "First reset paging positions and errors of the sources. Stored items and rate limits are kept."
    )
    var restart = false

    @Flag(help: "Request only sources that are due. For cron.")
    var ifDue = false

    @Option(help: "Refresh only this source, by its name or id, even if it is paused. Can be repeated.")
    var source: [String] = []

    @OptionGroup var output: OutputOptions

    @Flag(name: .shortAndLong, help: "Print nothing but failures.")
    var quiet = false

    func run() async throws {
        let progress = quiet ? nil : Message("runningFiberRefreshes")
        if let result = try await outcome(of: request, showing: progress, orBy: refresh) { try print(result) }
    }

    var warns: Bool { !quiet }

    private var request: RefreshRequest { RefreshRequest(ifDue: ifDue, restart: restart, sources: source) }

    /// Returns the result, or `nil` if there are no sources and nobody reads figures.
    private func refresh(in context: AppContext) async throws -> RefreshResult? {
        freed_memory_keep()
        context.prepareRequests()
        if context.library.sources.isEmpty {
            // A named source is refused even if there is none at all.
            _ = try await context.sources(named: source)
            try await context.requireLibrary()
            if !quiet { try await context.reportMissingSources() }
            // A script still gets its object, without sources.
            guard output.json else { return nil }
        }
        if source.isEmpty, !ifDue, !quiet { context.reportStopped() }
        let progress: RunProgress.Handler = { Console.progress($0) }
        let encode: @Sendable (RefreshFigures) -> String = { JSONObject($0).line }
        let work = RefreshWork(context, progress: quiet ? nil : progress, encodeFigures: output.json ? encode : nil)
        return try await work.run(request)
    }

    private func print(_ result: RefreshResult) throws {
        if output.json { try Console.print(result.json) }
        if !quiet { result.warnings.forEach(Console.warn) }
        // Last, so that a long list does not move it out of sight.
        let summary = output.json || quiet ? [] : [result.summary, result.actions].compactMap(\.self)
        guard result.failedSources.groups.isEmpty else {
            throw result.failedSources.failure(in: Console.localizer, above: summary)
        }
        summary.forEach(Console.inform)
    }
}

extension AppContext {
    /// Names the sources that are paused because they have crashed the program, except those that were named at the start.
    fileprivate func reportStopped() {
        for id in pausedBefore { Console.report(FetchGuard.message(for: id, named: library.shownName(of: id))) }
    }
}
