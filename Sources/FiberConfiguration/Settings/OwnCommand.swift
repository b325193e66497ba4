import EngineConcepts

/// The common part of the user's commands and macros.
enum OwnCommand {
    /// Returns the entries of an array of tables; reports invalid ones to `report` and leaves them out.
    static func read<Entry>(
        _ kind: String, in file: TOMLFile, report: (ConfigurationError) -> Void,
        _ make: (TableEntry) throws(ConfigurationError) -> Entry
    ) -> [Entry] {
        TableEntry.readAll(
            kind, in: file, consequence: Message("ownCommandOff"), report: { error, _ in report(error) }, read: make)
    }

    /// Returns the name of an entry: letters, digits, `-`, `_` and `+`, so that it is one word on the command line.
    static func name(of entry: TableEntry) throws(ConfigurationError) -> String {
        let name = try entry.requiredText("name")
        let isWord = name.allSatisfy { $0.isLetter || $0.isNumber || "-_+".contains($0) }
        guard isWord, name.first?.isLetter == true else {
            throw entry.error("name", Message("ownNameInvalid", ["name": .text(name)]))
        }
        return name
    }
}
