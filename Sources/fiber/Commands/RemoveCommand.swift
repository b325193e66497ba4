import ArgumentParser
import EngineConcepts
import FiberConfiguration

/// Stops following sources.
struct RemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove sources.",
        discussion: "Their tickets stay in the store: adding the same address again restores them at once.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The sources by id, name or address.")
    var names: [String]

    func run() async throws {
        try await AppContext.with(global.directories) { context in try await run(context) }
    }

    private func run(_ context: AppContext) async throws {
        // All names are resolved before anything is removed, so that a typing error changes nothing.
        var found: [SourceDescription] = []
        for name in names { found.append(try await context.source(named: name)) }
        for source in found {
            do {
                try await context.sources.remove(source.id)
                if try context.sources.forgetSecrets(of: source) {
                    Console.report(Message("loginRemoved", ["file": .text(context.directories.secretsFile)]))
                }
            } catch let error as ConfigurationError {
                throw CommandFailure(error)
            }
            let address = source.shownAddress
            try Console.print(
                Message("sourceRemovedFor", ["name": .text(source.name ?? address), "address": .text(address)]))
        }
    }
}
