import ArgumentParser
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Storage

/// Opens the timeline on the terminal.
struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Open the timeline (what `fiber` alone does).",
        discussion:
            "`fiber -` opens a timeline of what comes in on standard input: a feed, or JSON Lines, followed as it grows."
    )

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Say everything line by line instead of drawing screens, for screen readers and simple terminals.")
    var linear = false

    @Argument(help: "- for what comes in on standard input.")
    var input: String?

    func validate() throws {
        guard input == nil || input == "-" else {
            throw ValidationError("The timeline is opened alone, or with - for standard input.")
        }
    }

    func run() async throws {
        if input != nil { return try await readInput() }
        try await Household.with(global, fetching: .orFollowing) { household in
            guard !household.library.sources.isEmpty else {
                let banner = "This is a sample. Leave it with q and follow your own: fiber add URL"
                // Nothing is fetched for the store meanwhile.
                household.right.giveUp()
                var session = try await SampleHousehold.session(
                    configuration: household.configuration, directories: household.directories, banner: banner)
                session.isLinear = linear
                return try await session.run()
            }
            let minutes = household.configuration.number("timeline.refresh-minutes")
            try await ReadingSession(
                engine: household.engine, reader: household.reader, store: household.store, sources: household.sources,
                configuration: household.configuration, time: household.time,
                threads: Threads(workshop: household.sources.workshop),
                labels: (household.labels, household.labels.desk),
                refreshesAtStart: household.configuration.flag("timeline.refresh-at-start"),
                refreshInterval: minutes > 0 ? .seconds(minutes * 60) : nil, isLinear: linear,
                live: LiveSources(
                    sources: household.sources, right: household.right,
                    home: ProcessInfo.processInfo.environment["HOME"], time: household.time),
                sharing: StoreSharing(engine: household.sources.engine, right: household.right, time: household.time),
                pictures: PictureSupply(
                    transport: household.sources.workshop.transport, directories: household.directories,
                    time: household.time),
                workings: ProgramWorkings(
                    log: household.journal, requests: household.sources.workshop.requests,
                    configuration: household.configuration, directories: household.directories, time: household.time)
            )
            .run()
        }
    }

    private func readInput() async throws {
        let directories = Directories(global)
        let configuration = try Household.configuration(in: directories)
        let time = SystemTimeSource()
        let input = try StandardInput()
        await input.follow()
        try await ReadingSession(
            engine: input.engine, reader: input.engine.reader, store: input.store, sources: input.sources,
            configuration: configuration,
            time: time, refreshesAtStart: false, isLinear: linear,
            workings: ProgramWorkings(
                log: Journal(time: time), configuration: configuration, directories: directories, time: time)
        )
        .run()
        try input.store.close()
    }
}
