import EngineConcepts
import TOMLKit

/// What a library's file says beside its sources: other tables, and keys of sources that Fiber does not know. An edit
/// must leave it as it is.
struct LibraryRemainder: Equatable {
    private var tables: [String: String] = [:]
    private var keys: [String: [String: String]] = [:]

    /// The remainder of an empty file.
    init() {}

    /// The remainder of `file`, of sources as far as they are among `kept`.
    init(_ file: TOMLFile, of kept: Set<SupplierID>) {
        for name in file.root.keys where name != "source" {
            tables[name] = file.root[name]?.debugDescription
        }
        for source in file.root["source"]?.array ?? [] {
            guard let table = source.table, let id = table["id"]?.string, kept.contains(SupplierID(id)) else {
                continue
            }
            for key in table.keys where !LibraryRemainder.known.contains(key) {
                keys[id, default: [:]][key] = table[key]?.debugDescription
            }
        }
    }

    /// The keys of a source that Fiber knows.
    static let known: Set<String> = ["id", "url", "name", "topics", "paused", "user", "password", "token", "headers"]
}
