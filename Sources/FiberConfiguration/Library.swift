public import EngineConcepts
import TOMLKit

/// What a person follows, as `library.toml` holds it: written by screens and commands, and fit to be edited by hand.
///
/// A value: changes give a new library, which ``LibraryFile`` writes.
public struct Library: Hashable, Sendable {
    /// The sources, in the order of the file.
    public private(set) var sources: [SourceDescription]

    /// Makes a library of these sources.
    public init(sources: [SourceDescription] = []) {
        self.sources = sources
    }

    /// The source of this id.
    public func source(_ id: SupplierID) -> SourceDescription? {
        sources.first { $0.id == id }
    }

    /// Adds a source at its place by id, or takes the place of the one with the same id.
    public mutating func put(_ source: SourceDescription) {
        if let index = sources.firstIndex(where: { $0.id == source.id }) {
            sources[index] = source
        } else {
            sources.insert(source, at: sources.firstIndex { source.id < $0.id } ?? sources.endIndex)
        }
    }

    /// Takes a source out.
    public mutating func remove(_ id: SupplierID) {
        sources.removeAll { $0.id == id }
    }

    init(_ file: TOMLFile) throws(ConfigurationError) {
        sources = []
        guard let found = file.root["source"] else { return }
        guard let tables = found.array else {
            throw ConfigurationError(
                .value, file: file.path, at: nil, "\"source\" must be written as [[source]].",
                advice: "Nothing was changed. Mend the file, then start again.")
        }
        for (index, entry) in tables.enumerated() {
            guard let table = entry.table else { continue }
            sources.append(try SourceTable(table: table, file: file, index: index).source())
        }
    }
}

/// One `[[source]]` of the file, while it is read.
private struct SourceTable {
    let table: TOMLTable
    let file: TOMLFile
    let index: Int

    func source() throws(ConfigurationError) -> SourceDescription {
        SourceDescription(
            id: SupplierID(try required("id")), address: try required("url"),
            name: try optional("name", "text in quotes") { $0.string },
            topics: try optional("topics", "a list of names") { value in
                value.array.flatMap { array in
                    let names = array.compactMap(\.string)
                    return names.count == array.count ? names : nil
                }
            } ?? [],
            isPaused: try optional("paused", "true or false") { $0.bool } ?? false)
    }

    private func required(_ key: String) throws(ConfigurationError) -> String {
        let text: String? = try optional(key, "text in quotes") { $0.string }
        guard let text, !text.isEmpty else {
            throw ConfigurationError(
                .value, file: file.path, at: headerPosition, "This source has no \"\(key)\".",
                advice: "Nothing was changed. Give it one, or take the whole [[source]] out.")
        }
        return text
    }

    private func optional<Value>(
        _ key: String, _ kind: String, _ convert: (any TOMLValueConvertible) -> Value?
    ) throws(ConfigurationError) -> Value? {
        guard let found = table[key] else { return nil }
        guard let value = convert(found) else {
            throw ConfigurationError(
                .value, file: file.path, at: file.position(of: key, in: "source", occurrence: index),
                "\"\(key)\" of a source takes \(kind).", advice: "Nothing was changed. Mend the line, then start again."
            )
        }
        return value
    }

    private var headerPosition: TOMLPosition? {
        let headers = file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { TOMLLine.header($0.element) == "source" }
        return headers.indices.contains(index) ? TOMLPosition(line: headers[index].offset + 1, column: 1) : nil
    }
}
