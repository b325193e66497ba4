import EngineConcepts
import Queries
import TOMLKit

/// The content of a library's file that Fiber does not understand: other tables, and unknown keys of sources, topics and
/// rules. An edit must keep it.
struct UnknownLibraryContent: Equatable {
    private var tables: [String: String] = [:]
    private var keys: [LibraryBlock: [String: String]] = [:]

    /// Creates the remainder of an empty file.
    init() {}

    /// Returns the remainder of `file`, of blocks only if they are among `kept`.
    init(_ file: TOMLFile, of kept: Set<LibraryBlock>, kinds: SourceKinds?) {
        for name in file.root.keys where UnknownLibraryContent.knownKeys[name] == nil {
            tables[name] = file.root[name]?.debugDescription
        }
        for (kind, known) in UnknownLibraryContent.knownKeys {
            for entry in file.root[kind]?.array ?? [] {
                guard let table = entry.table else { continue }
                let derived =
                    kind == SourceTable.kind
                    ? table["url"]?.string.flatMap { SourceTable.id(for: $0, kinds)?.rawValue } : nil
                guard let name = table[LibraryBlock.nameKey(of: kind)]?.string ?? derived else { continue }
                let block = LibraryBlock(kind: kind, name: name)
                guard kept.contains(block) else { continue }
                for key in table.keys where !known.contains(key) {
                    keys[block, default: [:]][key] = table[key]?.debugDescription
                }
            }
        }
    }

    /// The known arrays of tables with their keys.
    static let knownKeys = [
        SourceTable.kind: SourceTable.keys, AccountTable.kind: AccountTable.keys, TopicTable.kind: TopicTable.keys,
        RuleTable.kind: RuleTable.keys, CommentaryTable.kind: CommentaryTable.keys,
    ]
}

/// A table of `library.toml` by its kind and its name.
struct LibraryBlock: Hashable {
    let kind: String
    let name: String

    /// The kind of the tables of `notes.toml`.
    static let noteKind = "note"
    /// The kind of the tables of `people.toml`.
    static let personKind = "person"

    /// Returns the key for the names of tables of a kind.
    static func nameKey(of kind: String) -> String {
        switch kind {
        case SourceTable.kind, AccountTable.kind: "id"
        case noteKind: "author"
        default: "name"
        }
    }

    /// Returns true for the kinds whose tables are edited: those of a library, and notes and people in their own files.
    static func isKnown(_ kind: String) -> Bool {
        UnknownLibraryContent.knownKeys[kind] != nil || kind == noteKind || kind == personKind
    }
}

extension Library {
    /// The blocks of the library in the order of the file, each with its lines.
    var blocks: [(block: LibraryBlock, lines: [(key: String, value: String)])] {
        sources.map { (LibraryBlock(kind: SourceTable.kind, name: $0.id.rawValue), SourceTable.lines(of: $0)) }
            + accounts.map { (LibraryBlock(kind: AccountTable.kind, name: $0.id), AccountTable.lines(of: $0)) }
            + topics.map { (LibraryBlock(kind: TopicTable.kind, name: $0.name), TopicTable.lines(of: $0)) }
            + rules.map { (LibraryBlock(kind: RuleTable.kind, name: $0.name), RuleTable.lines(of: $0)) }
            + commentary.map { list in
                (LibraryBlock(kind: CommentaryTable.kind, name: list.name), CommentaryTable.lines(of: list))
            }
    }
}
