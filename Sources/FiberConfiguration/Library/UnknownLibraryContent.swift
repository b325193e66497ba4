import EngineConcepts
import TOMLKit

/// The content of a library's file that Fiber does not understand: other tables, and unknown keys of its entries. An edit
/// must keep it.
struct UnknownLibraryContent: Equatable {
    private var tables: [String: String] = [:]
    private var keys: [TableName: [String: String]] = [:]

    /// Returns the remainder of `file`, of tables only if they are among `kept`, or nothing without a file.
    init(_ file: TOMLFile?, of kept: Set<TableName>, kinds: SourceKinds?) {
        guard let file else { return }
        for name in file.root.keys where !UnknownLibraryContent.isKnown(name) {
            tables[name] = file.root[name]?.debugDescription
        }
        for (kind, known) in UnknownLibraryContent.knownKeys {
            for entry in file.root[kind.rawValue]?.array ?? [] {
                guard let table = entry.table else { continue }
                let derived =
                    kind == .source
                    ? table["url"]?.string.map { SourceTable.id(for: $0, kinds).rawValue } : nil
                guard let name = table[kind.nameKey]?.string ?? derived else { continue }
                let block = TableName(kind: kind, name: name)
                guard kept.contains(block) else { continue }
                for key in table.keys where !known.contains(key) {
                    keys[block, default: [:]][key] = table[key]?.debugDescription
                }
            }
        }
    }

    /// The arrays of tables of a library with their keys.
    private static let knownKeys: [TableKind: Set<String>] = [
        .source: SourceTable.keys, .account: AccountTable.keys, .topic: TopicTable.keys, .rule: RuleTable.keys,
        .commentary: CommentaryTable.keys,
    ]

    /// Returns true for the names of arrays that a library has.
    static func isKnown(_ name: String) -> Bool { TableKind(rawValue: name).map { knownKeys[$0] != nil } ?? false }
}
