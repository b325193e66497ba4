import ArgumentParser
import EngineConcepts
import EngineStandard
import FiberConfiguration
import Storage

/// Opens the timeline on the terminal.
struct ReadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Open the timeline. This is the default command.",
        discussion:
            "`fiber -` opens a timeline of standard input: JSON Lines and lines of text as they arrive, or a feed."
    )

    @OptionGroup var global: GlobalOptions

    @Flag(help: "Print lines of text instead of drawing screens, for screen readers and simple terminals.")
    var linear = false

    @Argument(help: "- for standard input.")
    var input: String?

    func validate() throws {
        guard input == nil || input == "-" else {
            throw ValidationError(Message("readTakesDash"))
        }
    }

    func run() async throws {
        if input != nil { return try await readInput() }
        try await TimelineLauncher(directories: global.directories, isLinear: linear).run()
    }

    private func readInput() async throws {
        let directories = global.directories
        let configuration = try AppContext.configurationForScreen(in: directories)
        let time = SystemTimeSource()
        let input = try StandardInput()
        await input.follow()
        let timeline = SessionTimeline(
            engine: input.engine, store: input.store, sources: input.sources, configuration: configuration, time: time,
            diagnostics: ProgramDiagnostics(
                log: Journal(time: time), settings: configuration.settings, directories: directories, time: time))
        try await TerminalSession(
            timeline: timeline, refreshing: TerminalSession.RefreshPlan(atStart: false), isLinear: linear
        )
        .run()
        try input.store.close()
    }
}
