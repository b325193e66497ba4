import Application
import ArgumentParser
import EngineConcepts
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
    @OptionGroup var screen: ScreenOptions

    @Argument(help: "- for standard input.")
    var input: String?

    func validate() throws {
        guard input == nil || input == "-" else { throw ValidationError(Message("readTakesDash")) }
    }

    func run() async throws {
        if input != nil { return try await readInput() }
        try await TimelineLauncher(directories: global.directories, isLinear: screen.linear).run()
    }

    private func readInput() async throws {
        let directories = global.directories
        let configuration = try ConfigurationFile.forScreen(in: directories)
        let input = try StandardInput(configuration: configuration, directories: directories)
        await input.follow()
        try await TerminalSession(timeline: .standardInput(input), isLinear: screen.linear).run()
        try await input.parts.store.close()
    }
}
