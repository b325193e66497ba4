import EngineConcepts
import TOMLKit

/// A command of the user that runs several commands: a `[[macro]]` of `config.toml`.
public struct MacroCommand: Hashable, Sendable {
    /// The name on the command line and in the help.
    public let name: String
    /// The key or sequence of keys, as written, or `nil` for none.
    public let key: String?
    /// The description in the help, or `nil` for the usual one.
    public let help: String?
    /// The commands with their arguments, as they are typed.
    public let steps: [String]
    /// The position of ``steps`` in the file.
    public let position: TOMLPosition?
    /// The position of ``key``.
    public let keyPosition: TOMLPosition?
}

extension MacroCommand {
    private static let keys: Set<String> = ["name", "key", "help", "run"]

    /// Returns the macros of the file; reports invalid ones to `report` and leaves them out.
    static func read(_ file: TOMLFile, report: (ConfigurationError) -> Void) -> [MacroCommand] {
        TableEntry.readAll(.macro, in: file, consequence: Message("ownCommandOff")) { error, _ in
            report(error)
        } read: { entry throws(ConfigurationError) in
            try MacroCommand(entry)
        }
    }

    private init(_ entry: TableEntry) throws(ConfigurationError) {
        if let error = entry.unknownKey(beside: Self.keys) { throw error }
        guard entry.table["run"]?.string == nil else { throw entry.error("run", Message("macroTakesCommands")) }
        steps = try entry.words("run").map { $0.split(separator: " ").joined(separator: " ") }
        guard !steps.isEmpty, !steps.contains("") else { throw entry.error("run", Message("macroEmpty")) }
        key = try entry.text("key")
        help = try entry.text("help")
        position = entry.position(of: "run")
        keyPosition = entry.position(of: "key")
        // A macro without a name is called by the names of its commands, such as open+next-unread.
        let names = steps.compactMap { $0.split(separator: " ").first.map(String.init) }
        name = entry.table["name"] == nil ? names.joined(separator: "+") : try entry.commandName()
    }
}
