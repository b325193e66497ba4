import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Localization
import Storage

/// Removes old read items.
struct CleanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clean",
        abstract: "Remove old read items and give their space back.",
        discussion: """
            By default everything stays. What is removed is said by the settings retention.read-days and \
            retention.read-items, or by the options. Unread and starred items and those saved for later always stay. A \
            removed item does not come back at the next refresh.

            The first time, the store is rewritten as a whole, which needs as much free space as it is long.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var fetch: FetchOptions

    @Flag(help: "Only print what would be removed.")
    var dryRun = false

    @Option(help: "Remove read items that are older than this number of days.")
    var olderThan: Int?

    @Option(help: "Of each source, keep this number of newest items; remove read ones below them.")
    var keep: Int?

    func validate() throws {
        if let olderThan, !(1...36_500).contains(olderThan) { throw ValidationError(Message("daysInvalid")) }
        if let keep, keep < 0 { throw ValidationError(Message("keepInvalid")) }
    }

    func run() async throws {
        let fetching = dryRun ? AppContext.Fetching.never : fetch.fetching
        try await AppContext.with(global.directories, as: "fiber clean", fetching: fetching) { context in
            try await run(context)
        }
    }

    private func run(_ context: AppContext) async throws {
        let now = context.time.now()
        var retention = try await context.configuration.chosen(in: context.store).retention(at: now)
        if olderThan != nil || keep != nil {
            retention = Retention(
                oldest: olderThan.map { now.advanced(by: .seconds(-$0 * 86_400)) }, newestOfEach: keep)
        }
        guard !retention.keepsEverything else {
            throw CommandFailure(.usage, Message("cleanKeepsEverything"))
        }
        let counts = try await context.store.removableCounts(by: retention)
        if dryRun { return try printCounts(counts, context) }
        let total = counts.values.reduce(0, +)
        let removed = try await context.engine.remove(by: retention) { done in
            Console.progress(
                Console.words(Message("cleanRemoving", ["count": .number(done), "total": .number(total)])))
        }
        let before = try await context.store.space()
        if removed > 0 || before.free > 0 {
            let size = Message.Argument.bytes(Int(before.isIncremental ? before.free : before.size))
            Console.progress(Console.words(Message("cleanCompacting", ["size": size])))
            try await context.store.giveBackSpace(rewriting: true) { done in
                Console.progress(
                    Console.words(Message("cleanGivingBack", ["done": .bytes(Int(done)), "size": size])))
            }
        }
        Console.progress("")
        let after = try await context.store.space()
        try Console.print(
            Message(
                "cleaned",
                ["tickets": .tickets(removed), "size": .bytes(Int(max(0, before.size - after.size)))]))
    }

    private func printCounts(_ counts: [SupplierID: Int], _ context: AppContext) throws {
        for (id, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            try Console.print("\(Console.localizer.grouped(count))  \(context.name(of: id))")
        }
        try Console.print(
            Message("cleanWouldRemove", ["tickets": .tickets(counts.values.reduce(0, +))]))
    }
}
