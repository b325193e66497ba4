import ArgumentParser
import EngineConcepts
import FiberConfiguration

/// Opens the timeline on the terminal.
struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Open the timeline (what `fiber` alone does).")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        try await Household.with(global, fetching: .orFollowing) { household in
            guard !household.library.sources.isEmpty else {
                let banner = "This is a sample. Leave it with q and follow your own: fiber add URL"
                // Nothing is fetched for the store meanwhile.
                household.right.giveUp()
                return try await SampleHousehold.session(configuration: household.configuration, banner: banner).run()
            }
            let minutes = household.configuration.number("timeline.refresh-minutes")
            try await ReadingSession(
                engine: household.engine, reader: household.reader, store: household.store, sources: household.sources,
                configuration: household.configuration, time: household.time,
                refreshesAtStart: household.configuration.flag("timeline.refresh-at-start"),
                refreshInterval: minutes > 0 ? .seconds(minutes * 60) : nil,
                sharing: StoreSharing(engine: household.sources.engine, right: household.right, time: household.time)
            )
            .run()
        }
    }
}
