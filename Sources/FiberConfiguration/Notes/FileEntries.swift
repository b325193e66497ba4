import EngineConcepts

/// An entry of a file that has tables of one kind alone, such as `notes.toml`.
protocol FileEntry: Hashable, Sendable {
    /// The kind of the tables.
    static var kind: TableKind { get }
    static var keys: Set<String> { get }
    /// The consequence of an error in an entry.
    static var consequence: Message { get }
    /// The first lines of a new file.
    static var preamble: String { get }

    init(_ table: TableEntry) throws(ConfigurationError)

    /// The text that no other entry may have.
    var identity: String { get }
    var table: TableEditor.Table { get }

    /// Returns the error of an entry whose identity another one has.
    func doubled(in table: TableEntry) -> ConfigurationError
}

/// The entries of a file, in its order.
public struct FileEntries<Entry: Hashable & Sendable>: Equatable, Sendable {
    public internal(set) var entries: [Entry]
    /// The entries that are ignored, with their positions.
    public internal(set) var warnings: [LibraryWarning] = []

    /// Creates entries without warnings.
    public init(_ entries: [Entry] = []) { self.entries = entries }
}

extension FileEntries where Entry: FileEntry {
    /// Reads the entries of a file; none without one. An invalid entry is left out with a warning.
    init(in file: TOMLFile?) {
        self.init()
        guard let file else { return }
        var warnings: [LibraryWarning] = []
        var seen: Set<String> = []
        entries = TableEntry.readAll(Entry.kind, in: file, consequence: Entry.consequence) { error, table in
            warnings.append(LibraryWarning(error, about: table))
        } read: { table throws(ConfigurationError) in
            let entry = try Entry(table)
            guard seen.insert(entry.identity).inserted else { throw entry.doubled(in: table) }
            warnings += table.unknownKeys(beside: Entry.keys)
            return entry
        }
        self.warnings = warnings
    }

    /// Writes `wanted` in place of these entries of the file. Only the necessary lines differ afterwards.
    ///
    /// - Parameter renamed: The entries that get another identity, as they were and as they are.
    func replace(
        by wanted: [Entry], renamed: [(former: Entry, new: Entry)] = [], in file: TOMLFile?, at path: String
    ) throws(ConfigurationError) {
        var editor = TableEditor(
            file?.text ?? Entry.preamble, tables: entries.map(\.table), warnings: warnings, kinds: nil)
        for entry in renamed { editor.rename(entry.former.table.name, to: entry.new.table.name) }
        editor.replaceTables(by: wanted.map(\.table))
        let edited = editor.text
        guard Self(in: try TOMLFile.edited(edited, path: path)).entries == wanted else { throw .unsafeEdit(of: path) }
        try AtomicFile.write(edited, to: path)
    }
}
