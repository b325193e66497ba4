import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import Storage

/// Removes old read items.
struct CleanCommand: ForwardingCommand {
    static let processName = "fiber clean"
    static let configuration = CommandConfiguration(
        commandName: "clean", abstract: "Remove old read items and give their space back.",
        discussion: """
            By default everything stays. The settings retention.read-days and retention.read-items, or the options, say \
            what is removed. Unread and starred items and those marked to read later always stay. A \
            removed item does not come back at the next refresh.

            Items of sources that are not in library.toml stay too, unless you ask for them with --unfollowed: then unread \
            ones are removed as well, because nothing shows them. By itself, --unfollowed removes all items of such sources, \
            and none of others; with --older-than or --keep, those limits apply to all sources. Nothing is removed while \
            library.toml is missing, empty or invalid.

            If even the newest item is older than the limit of age, the clock may be wrong, and nothing is removed without \
            --unchecked.

            If a Fiber is open on the same store, it does the work; the command waits for the end and prints the result.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var fetch: FetchOptions

    @Flag(help: "Only print what would be removed.")
    var dryRun = false

    @Option(help: ArgumentHelp("Remove read items that are older than this number of days.", valueName: "days"))
    var olderThan: Int?

    @Option(
        help: ArgumentHelp(
            "Of each source, keep this number of newest items; remove read ones below them.", valueName: "number"))
    var keep: Int?

    @Flag(help: "Remove items of sources that are not in library.toml, read or not; by itself, no others.")
    var unfollowed = false

    @Flag(help: "Remove by age even if all items are older than the limit, as with a clock that is wrong.")
    var unchecked = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let olderThan, !(1...36_500).contains(olderThan) { throw ValidationError(Message("daysInvalid")) }
        if let keep, keep < 0 { throw ValidationError(Message("keepInvalid")) }
    }

    func run() async throws {
        let counting = ContextOpening(global.directories, reportingTo: .console)
        let request = try await counting.run { context in
            try await context.requireLibrary()
            let request = try await makeRequest(in: context)
            guard !request.keepsEverything else { throw CommandFailure(.usage, Message("cleanKeepsEverything")) }
            if dryRun {
                try await printCounts(try await request.counts(in: context.store), context)
            } else if !unchecked {
                try await request.requirePlausibleAge(in: context.store)
            }
            return request
        }
        if dryRun { return }
        let done = try await outcome(of: request, showing: Message("runningFiberCleans")) { context in
            defer { Console.endProgress() }
            return try await CleanWork(context).run(request) { Console.progress($0) }
        }
        guard let done else { return }
        try output.form.print(
            ["type": "clean", "removed": done.removed, "freedBytes": done.freedBytes], or: Console.text(done.message))
    }

    /// The warnings were reported when the items were counted.
    var warns: Bool { false }

    /// Returns the items to remove by the options, or else by the settings, which say in any case what stays beside the Track
    /// unless only sources that are not followed are meant.
    private func makeRequest(in context: AppContext) async throws -> CleanRequest {
        let hasLimits = olderThan != nil || keep != nil
        if unfollowed, !hasLimits { return .ofUnfollowed }
        let now = context.time.now()
        let settings = try await ConfigurationFile.retention(
            at: context.configuration.path, chosenIn: context.store, now: now)
        guard hasLimits else { return CleanRequest(oldest: settings.oldest, newestOfEach: settings.newestOfEach) }
        return CleanRequest(
            oldest: olderThan.map { now.advanced(by: .seconds(-$0 * 86_400)) }, newestOfEach: keep,
            scope: unfollowed ? .all : .active)
    }

    private func printCounts(
        _ counts: (removable: [SupplierID: Int], staying: Message?), _ context: AppContext
    ) async throws {
        let states = try await context.store.record().supplierStates
        let names = context.library.distinctNames(of: counts.removable.keys)
        let total = counts.removable.values.reduce(0, +)
        let sorted = counts.removable.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard output.form.isText else {
            let sources: [JSONObject] = sorted.map { ["source": $0.key.rawValue, "removable": $0.value] }
            return try Console.print(["type": "clean", "removable": total, "sources": sources] as JSONObject)
        }
        for (id, count) in sorted {
            // One that is not in the library has the name that it gave itself.
            let own = context.library.source(id) == nil ? states[id]?.sourceName : nil
            try Console.print("\(Console.localizer.grouped(count))  \(own ?? names[id] ?? id.rawValue)")
        }
        try Console.print(Message("cleanWouldRemove", ["tickets": .tickets(total)]))
        if let staying = counts.staying { try Console.print(staying) }
    }
}
