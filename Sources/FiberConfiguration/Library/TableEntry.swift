import EngineConcepts
import Queries
import TOMLKit

/// An entry of an array of tables in a file of the user, such as a `[[source]]` of `library.toml`.
struct TableEntry {
    let table: TOMLTable
    /// The keys of the table. Looking up one that it lacks takes as long as finding one.
    let keys: Set<String>
    let file: TOMLFile
    let kind: TableKind
    let index: Int
    /// The consequence of an error, added to every message.
    var consequence: Message

    /// Returns the entries of the array `kind`, or none without it. Throws if the name is not an array.
    static func all(
        _ kind: TableKind, in file: TOMLFile, consequence: Message
    ) throws(ConfigurationError) -> [TableEntry] {
        let name = kind.rawValue
        guard let found = file.root[name] else { return [] }
        guard let tables = found.array, tables.allSatisfy({ $0.table != nil }) else {
            let position = file.position(of: name, in: nil) ?? file.position(ofTable: name)
            throw ConfigurationError(
                .value, file: file.path, at: position, Message("tableNotArray", ["kind": .text(name)]),
                advice: .sentences(consequence, Message("fixLine")))
        }
        return tables.enumerated()
            .compactMap { index, entry in
                entry.table.map {
                    TableEntry(
                        table: $0, keys: Set($0.keys), file: file, kind: kind, index: index, consequence: consequence)
                }
            }
    }

    /// Reads the entries of the array `kind`, and reports those that cannot be read, or the name if it is no array.
    @discardableResult
    static func readAll<Entry>(
        _ kind: TableKind, in file: TOMLFile, consequence: Message,
        report: (ConfigurationError, TableEntry?) -> Void,
        read: (TableEntry) throws(ConfigurationError) -> Entry
    ) -> [Entry] {
        var entries: [Entry] = []
        do throws(ConfigurationError) {
            for entry in try all(kind, in: file, consequence: consequence) {
                do throws(ConfigurationError) {
                    entries.append(try read(entry))
                } catch {
                    report(error, entry)
                }
            }
        } catch {
            report(error, nil)
        }
        return entries
    }

    func text(_ key: String) throws(ConfigurationError) -> String? {
        try value(key, form: Message("valueText")) { $0.string }
    }

    func requiredText(_ key: String) throws(ConfigurationError) -> String {
        guard let text = try text(key), !text.isEmpty else {
            throw ConfigurationError(
                .value, file: file.path, at: headerPosition,
                Message("entryLacksKey", ["kind": .text(array), "key": .text(key)]),
                advice: .sentences(consequence, Message("addOrRemoveEntry", ["kind": .text(array)])))
        }
        return text
    }

    /// Returns the name of the entry: one line of text.
    func name() throws(ConfigurationError) -> String {
        let name = try requiredText("name")
        guard LabelName.isUsable(name) else { throw error("name", Message("nameIsOneLine")) }
        return name
    }

    func words(_ key: String) throws(ConfigurationError) -> [String] {
        try value(key, form: Message("valueNames")) { $0.texts } ?? []
    }

    func flag(_ key: String) throws(ConfigurationError) -> Bool? {
        try value(key, form: Message("valueFlag")) { $0.bool }
    }

    /// Returns a time, as TOML's date-time or as RFC 3339 in quotes. A date, or a time without an offset, is in UTC.
    func moment(_ key: String) throws(ConfigurationError) -> Timestamp? {
        try value(key, form: Message("valueTime")) { value in
            let text = value.string ?? value.debugDescription
            return Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + (text.contains(":") ? "Z" : "T00:00:00Z"))
        }
    }

    func query(_ key: String, _ kinds: SourceKinds?) throws(ConfigurationError) -> Query? {
        guard let text = try text(key) else { return nil }
        do {
            return try Query(parsing: text, kinds: kinds)
        } catch {
            throw ConfigurationError(
                .value, file: file.path,
                at: file.position(ofCharacter: error.column, of: key, in: array, occurrence: index),
                error.messageWithoutColumn, advice: consequence)
        }
    }

    /// Returns one of the words of a type.
    func choice<Choice: CaseIterable & RawRepresentable<String>>(_ key: String) throws(ConfigurationError) -> Choice? {
        guard let word = try text(key) else { return nil }
        guard let choice = Choice(rawValue: word) else {
            let words = Choice.allCases.map { Message.Argument.text(TOMLWriter.quoted($0.rawValue)) }
            throw wrongValue(of: key, Message("valueOneOf", ["words": .list(words)]))
        }
        return choice
    }

    /// Returns an interval in seconds.
    func interval(_ key: String) throws(ConfigurationError) -> Int? {
        guard let text = try text(key) else { return nil }
        guard let seconds = SourceInterval.seconds(in: text) else {
            throw error(key, Message("intervalInvalid", ["text": .text(text)]))
        }
        return seconds
    }

    /// Returns an error about the value of `key`.
    func error(_ key: String, _ failure: Message, advice: Message? = nil) -> ConfigurationError {
        error(at: position(of: key), failure, advice: advice)
    }

    private func error(at position: TOMLPosition?, _ failure: Message, advice: Message? = nil) -> ConfigurationError {
        ConfigurationError(
            .value, file: file.path, at: position ?? headerPosition, failure,
            advice: advice ?? .sentences(consequence, Message("fixLine")))
    }

    /// Returns a warning about the line of `key`.
    func warning(_ key: String, _ message: Message) -> LibraryWarning {
        LibraryWarning((position(of: key) ?? headerPosition).locate(message, in: file.path))
    }

    /// Returns an error about the first unknown key in the order of the file, or `nil`.
    func unknownKey(beside known: Set<String>) -> ConfigurationError? {
        let unknown = keys.filter { !known.contains($0) }
        let first = unknown.min { left, right in
            let (left, right) = (position(of: left), position(of: right))
            return (left?.line ?? 0, left?.column ?? 0) < (right?.line ?? 0, right?.column ?? 0)
        }
        guard let first else { return nil }
        return error(
            at: file.position(ofKey: first, in: array, occurrence: index),
            Message(
                "keyUnknown",
                ["key": .text(first), "kind": .text(array), "known": .list(known.sorted().map { .text($0) })]))
    }

    /// Returns a warning for each unknown key.
    func unknownKeys(beside known: Set<String>) -> [LibraryWarning] {
        guard !keys.isSubset(of: known) else { return [] }
        return table.keys.filter { !known.contains($0) }
            .map { key in
                let position = file.position(ofKey: key, in: array, occurrence: index) ?? headerPosition
                let message = Message("keyIgnored", ["key": .text(key), "kind": .text(array)])
                return LibraryWarning(position.locate(message, in: file.path))
            }
    }

    func position(of key: String) -> TOMLPosition? { file.position(of: key, in: array, occurrence: index) }

    private func value<Value>(
        _ key: String, form: Message, _ convert: (any TOMLValueConvertible) -> Value?
    ) throws(ConfigurationError) -> Value? {
        guard keys.contains(key), let found = table[key] else { return nil }
        guard let value = convert(found) else {
            throw wrongValue(of: key, form)
        }
        return value
    }

    /// Returns an error about a value that is not of this form.
    private func wrongValue(of key: String, _ form: Message) -> ConfigurationError {
        error(key, Message("keyTakes", ["key": .text(key), "kind": .text(array), "form": .message(form)]))
    }

    /// The name of the array.
    private var array: String { kind.rawValue }

    private var headerPosition: TOMLPosition? { file.position(ofTable: array, occurrence: index) }
}
