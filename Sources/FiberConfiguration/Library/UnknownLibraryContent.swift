import EngineConcepts
import TOMLKit

/// The content of a library's file that Fiber does not understand: other tables, and unknown keys of sources, topics and
/// rules. An edit must keep it.
struct UnknownLibraryContent: Equatable {
    private var tables: [String: String] = [:]
    private var keys: [TableName: [String: String]] = [:]

    /// Creates the remainder of an empty file.
    init() {}

    /// Returns the remainder of `file`, of blocks only if they are among `kept`.
    init(_ file: TOMLFile, of kept: Set<TableName>, kinds: SourceKinds?) {
        for name in file.root.keys where UnknownLibraryContent.knownKeys[name] == nil {
            tables[name] = file.root[name]?.debugDescription
        }
        for (kind, known) in UnknownLibraryContent.knownKeys {
            for entry in file.root[kind]?.array ?? [] {
                guard let table = entry.table else { continue }
                let derived =
                    kind == SourceTable.kind
                    ? table["url"]?.string.flatMap { SourceTable.id(for: $0, kinds)?.rawValue } : nil
                guard let name = table[TableName.nameKey(of: kind)]?.string ?? derived else { continue }
                let block = TableName(kind: kind, name: name)
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
