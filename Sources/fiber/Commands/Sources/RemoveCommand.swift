import Application
import ArgumentParser
import EngineConcepts
import FiberConfiguration
import WebText

/// Stops following sources.
struct RemoveCommand: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove sources.",
        discussion: "Their items stay in the store: adding the same address again restores them at once.")

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The sources by id, name or address.")
    var names: [String]

    func run(_ context: AppContext) async throws {
        for source in try await context.sources(named: names) {
            let removed = try await context.sources.remove(source.id)
            if try context.sources.removeSecrets(of: source) {
                Console.inform(Message("loginRemoved", ["file": .text(context.directories.secretsFile)]))
            }
            let address = source.shownAddress
            try Console.print(
                Message(
                    "sourceRemovedFor", ["name": .text(source.name ?? address), "address": .text(address.shellWord)]))
            removed?.warnings.forEach(Console.warn)
        }
        // So that they are not among the sources of a library that is lost before the next command.
        try await context.lease.holding { await context.engine.suppliersChanged() }
    }
}
