import Application
import ArgumentParser
import FiberConfiguration
import ViewModels

/// Opens the bundled sample timeline, whatever the user follows.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Open the bundled sample timeline.",
        discussion: "Works offline and without an account. Nothing of it is stored.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var screen: ScreenOptions

    func run() async throws {
        let directories = global.directories
        let configuration = try ConfigurationFile.forScreen(in: directories)
        let sample = try await SampleContext(
            configuration: configuration, directories: directories,
            banner: MessageKey.demoBanner.message())
        try await TerminalSession(timeline: .sample(sample), isLinear: screen.linear).run()
    }
}
