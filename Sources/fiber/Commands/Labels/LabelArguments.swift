import ArgumentParser
import EngineConcepts
import FiberConfiguration

/// The arguments of commands that add a topic or a rule, or change the one with the name.
struct LabelDefinition: ParsableArguments {
    @Argument(help: "The name.")
    var name: String

    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The query for its items. Several arguments form one query. See `fiber search --help`.",
            valueName: "query"))
    var words: [String] = []

    /// The text of the query, or `nil` if none is given.
    var query: String? {
        get throws { words.isEmpty ? nil : try ArgumentValue.text(of: words) }
    }

    func validate() throws {
        _ = try query
        try LabelName.check(name)
    }
}

/// The arguments of commands that give a topic or a rule another name.
struct RenamingArguments: ParsableArguments {
    @Argument(help: "The present name.")
    var name: String

    @Argument(help: "The new name.")
    var new: String

    func validate() throws { try LabelName.check(new) }

    /// Says what has the new name now.
    func printRenaming(of former: String) throws {
        try Console.print(Message("renamed", ["name": .text(former), "new": .text(new)]))
    }
}

extension LabelName {
    /// Refuses a name that the file cannot keep.
    static func check(_ name: String) throws {
        guard isUsable(name) else { throw ValidationError(Message("nameIsOneLine")) }
    }
}
