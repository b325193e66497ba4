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
        let configuration = try Household.configuration(in: Directories(global))
        try await SampleHousehold.session(
            configuration: configuration, banner: "The sample timeline. Nothing of it is kept."
        )
        .run()
    }
}
