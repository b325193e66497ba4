import ArgumentParser
import FiberConfiguration

/// Opens the bundled sample timeline, whatever is followed.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Open the bundled sample timeline.",
        discussion: "Works offline and without an account. Nothing of it is kept.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let directories = Directories(global)
        let configuration = try Household.configuration(in: directories)
        try await SampleHousehold.session(
            configuration: configuration, directories: directories,
            banner: "The sample timeline. Nothing of it is kept."
        )
        .run()
    }
}
