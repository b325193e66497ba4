import ArgumentParser
import EngineConcepts
import FiberConfiguration
import Queries

/// Prints the Track.
struct TimelineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Print the timeline, newest first.",
        discussion: """
            What is not loaded is printed as a gap: `fiber fill --gap ID` loads it. With --json, prints JSON Lines: one \
            object for each ticket and each gap.
            """)

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Print JSON Lines.")
    var json = false

    @Option(help: "Print no more than this many tickets.")
    var limit = 100

    @Option(help: "Only this source, by its name or its id.")
    var supplier: String?

    @Option(name: .customLong("topic"), help: "Only tickets of this topic; of any of several, where it is given again.")
    var topics: [String] = []

    @Option(help: "Whether to leave out what your rules hide: on or off.")
    var filter = FilterChoice.on

    @Option(help: "Only tickets from this time on (RFC 3339, or a date).", transform: ArgumentValue.time)
    var since: Timestamp?

    @Option(help: "Only tickets before this time (RFC 3339, or a date).", transform: ArgumentValue.time)
    var before: Timestamp?

    @Flag(help: "Only tickets that were not read.")
    var unread = false

    func validate() throws {
        try ArgumentValue.checkLimit(limit)
    }

    func run() async throws {
        try await Household.with(global) { household in try await run(household) }
    }

    private func run(_ household: Household) async throws {
        if household.library.sources.isEmpty {
            Console.report("Nothing is followed yet. `fiber add URL` adds a source.")
        }
        try await household.finishLabels()
        let printer = try await TrackPrinter(household: household, json: json)
        var left = limit
        var anchor: WindowRequest.Anchor = before.map { .time($0.advanced(by: .milliseconds(-1))) } ?? .top
        let labels = Set(try topics.map { try household.topic(named: $0).id })
        let view = TrackView(
            suppliers: try supplier.map { [try household.source(named: $0).id] },
            topics: labels.isEmpty ? nil : TopicSelection(labels), filter: filter.state, unreadOnly: unread)
        while left > 0 {
            let window = try await household.reader.window(
                WindowRequest(anchor: anchor, above: 0, below: min(left, 200) + 1, view: view))
            let rows = window.rows.dropFirst(window.anchorIndex)
            for row in rows.prefix(200) {
                if let since, row.place.time < since { return }
                if case .ticket = row {
                    guard left > 0 else { return }
                    left -= 1
                }
                try printer.print(row)
            }
            guard rows.count > 200, let next = rows.dropFirst(200).first else { return }
            anchor = .place(next.place)
        }
    }
}

/// Whether commands leave out what rules hide.
enum FilterChoice: String, ExpressibleByArgument, CaseIterable {
    case on
    case off

    /// The filter of a view.
    var state: FilterState { self == .on ? .on : .off }
}
