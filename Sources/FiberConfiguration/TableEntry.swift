import EngineConcepts
import Queries
import TOMLKit

/// An entry of an array of tables in `library.toml`, such as a `[[source]]`.
struct TableEntry {
    let table: TOMLTable
    let file: TOMLFile
    /// The name of the array.
    let kind: String
    /// The index in the array.
    let index: Int
    /// The consequence of an error, added to every message.
    let consequence: String

    /// Returns the entries of the array `kind`, or none without it. Throws if the name is not an array.
    static func all(_ kind: String, in file: TOMLFile, consequence: String) throws(ConfigurationError) -> [TableEntry] {
        guard let found = file.root[kind] else { return [] }
        guard let tables = found.array, tables.allSatisfy({ $0.table != nil }) else {
            let position = file.position(of: kind, in: nil) ?? file.position(ofTable: kind)
            throw ConfigurationError(
                .value, file: file.path, at: position, "\"\(kind)\" must be written as [[\(kind)]].",
                advice: "\(consequence) Mend the line.")
        }
        return tables.enumerated()
            .compactMap { index, entry in
                entry.table.map {
                    TableEntry(table: $0, file: file, kind: kind, index: index, consequence: consequence)
                }
            }
    }

    func text(_ key: String) throws(ConfigurationError) -> String? {
        try value(key, "text in quotes") { $0.string }
    }

    func requiredText(_ key: String) throws(ConfigurationError) -> String {
        guard let text = try text(key), !text.isEmpty else {
            throw ConfigurationError(
                .value, file: file.path, at: headerPosition, "This \(kind) has no \"\(key)\".",
                advice: "\(consequence) Give it one, or take the whole [[\(kind)]] out.")
        }
        return text
    }

    func words(_ key: String) throws(ConfigurationError) -> [String] {
        try value(key, "a list of names") { value in
            value.array.flatMap { array in
                let names = array.compactMap(\.string)
                return names.count == array.count ? names : nil
            }
        } ?? []
    }

    func flag(_ key: String) throws(ConfigurationError) -> Bool? {
        try value(key, "true or false") { $0.bool }
    }

    /// Returns a time, as TOML's date-time with an offset or as RFC 3339 in quotes.
    func moment(_ key: String) throws(ConfigurationError) -> Timestamp? {
        try value(key, "a moment with its offset, such as 2026-11-22T10:00:00Z") { value in
            Timestamp(rfc3339: value.string ?? value.debugDescription)
        }
    }

    func query(_ key: String) throws(ConfigurationError) -> Query? {
        guard let text = try text(key) else { return nil }
        do {
            return try Query(parsing: text)
        } catch {
            throw ConfigurationError(
                .value, file: file.path, at: file.position(ofCharacter: error.column, of: key, in: kind, index),
                "\(error.message). \(error.advice)", advice: consequence)
        }
    }

    /// Returns an error about the line of `key`.
    func error(_ key: String, _ words: String) -> ConfigurationError {
        ConfigurationError(
            .value, file: file.path, at: position(of: key), words, advice: "\(consequence) Mend the line.")
    }

    /// Returns a warning about the line of `key`.
    func warning(_ key: String, _ words: String) -> LibraryWarning {
        LibraryWarning("\(file.path):\((position(of: key) ?? headerPosition).prefix) \(words)")
    }

    /// Returns an error about the first unknown key in the order of the file, or `nil`.
    func unknownKey(beside known: Set<String>) -> ConfigurationError? {
        let unknown = table.keys.filter { !known.contains($0) }
        let first = unknown.min { left, right in
            let (left, right) = (position(of: left), position(of: right))
            return (left?.line ?? 0, left?.column ?? 0) < (right?.line ?? 0, right?.column ?? 0)
        }
        guard let first else { return nil }
        return error(
            first,
            "Fiber does not know \"\(first)\" of a \(kind); it knows \(known.sorted().joined(separator: ", ")).")
    }

    /// Returns a warning for each unknown key.
    func unknownKeys(beside known: Set<String>) -> [LibraryWarning] {
        table.keys.filter { !known.contains($0) }
            .map { warning($0, "Fiber does not know \"\($0)\" of a \(kind); it is left as it is.") }
    }

    func position(of key: String) -> TOMLPosition? {
        file.position(of: key, in: kind, occurrence: index)
    }

    private func value<Value>(
        _ key: String, _ words: String, _ convert: (any TOMLValueConvertible) -> Value?
    ) throws(ConfigurationError) -> Value? {
        guard let found = table[key] else { return nil }
        guard let value = convert(found) else { throw error(key, "\"\(key)\" of a \(kind) takes \(words).") }
        return value
    }

    private var headerPosition: TOMLPosition? {
        let headers = file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { TOMLLine.header($0.element) == kind }
        return headers.indices.contains(index) ? TOMLPosition(line: headers[index].offset + 1, column: 1) : nil
    }
}
