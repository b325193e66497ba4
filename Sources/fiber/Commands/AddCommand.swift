import ArgumentParser
import EngineConcepts
import FiberConfiguration

/// Follows new sources.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Follow sources.",
        discussion: """
            Each address is looked at before it is added: what cannot be reached or is no feed adds nothing. The address \
            of a web page finds the feed that the page links to. `file:PATH` follows a feed in a file.
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The addresses.")
    var addresses: [String]

    @Option(name: .customLong("topic"), help: "A topic that all its tickets belong to; may be given several times.")
    var topics: [String] = []

    @Option(help: "The name on the screen, in place of the source's own. For one address only.")
    var name: String?

    func validate() throws {
        guard name == nil || addresses.count == 1 else {
            throw ValidationError("--name goes with one address; you gave \(addresses.count).")
        }
        guard (topics + [name ?? ""]).allSatisfy({ !$0.contains(where: \.isNewline) }) else {
            throw ValidationError("A name and a topic take one line each.")
        }
    }

    func run() async throws {
        try await Household.with(global) { household in try await run(household) }
    }

    private func run(_ household: Household) async throws {
        var failures: [String] = []
        for address in addresses {
            do {
                var source = try await household.sources.add(address)
                if name != nil || !topics.isEmpty {
                    source.name = name ?? source.name
                    source.topics = topics
                    try await household.sources.put(source)
                }
                try Console.print("Added \(source.name ?? source.address) as \(source.id).")
            } catch let error as SupplierError {
                failures.append("\(address): \(error)")
            } catch let error as ConfigurationError {
                throw CommandFailure(error)
            }
        }
        guard failures.isEmpty else {
            throw CommandFailure(
                .failed, failures.joined(separator: "\nfiber: "),
                advice: failures.count == 1 ? "Nothing was added for it." : "Nothing was added for them.")
        }
    }
}
