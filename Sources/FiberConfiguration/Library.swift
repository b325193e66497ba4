public import EngineConcepts
import TOMLKit

/// What a person follows, as `library.toml` holds it: written by screens and commands, and fit to be edited by hand.
///
/// A value: changes give a new library, which ``LibraryFile`` writes.
public struct Library: Hashable, Sendable {
    /// The sources, in the order of the file.
    public private(set) var sources: [SourceDescription]
    /// What in the file is passed over, each with its place: doubled sources, and names that Fiber does not know.
    public private(set) var warnings: [String] = []

    /// Whether both hold the same sources: warnings are about a file.
    public static func == (one: Library, other: Library) -> Bool {
        one.sources == other.sources
    }

    /// Feeds the sources into the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sources)
    }

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
            let reading = SourceTable(table: table, file: file, index: index)
            let source = try reading.source()
            warnings += reading.unknownKeys
            if source.shownAddress != source.address {
                warnings.append(
                    reading.warning(
                        "url",
                        "A password in an address is seen by everybody who sees this file: take it out, and add the "
                            + "source anew with `fiber add --user NAME`."))
            }
            if sources.contains(where: { $0.id == source.id }) {
                warnings.append(
                    reading.warning("id", "There is a source \(source.id) already: this one is passed over."))
            } else {
                if let other = sources.first(where: { $0.address == source.address }) {
                    warnings.append(
                        reading.warning("url", "\(other.id) follows this address already: its tickets stand twice."))
                }
                sources.append(source)
            }
        }
        for name in file.root.keys where name != "source" {
            let position = file.position(ofTable: name) ?? file.position(of: name, in: nil)
            warnings.append("\(file.path):\(position.prefix) Fiber does not know \"\(name)\"; it is left as it is.")
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
            isPaused: try optional("paused", "true or false") { $0.bool } ?? false,
            access: try AccessTable(table: table) { key in file.position(of: key, in: "source", occurrence: index) }
                .access(in: file.path))
    }

    /// A warning for each key that Fiber does not know.
    var unknownKeys: [String] {
        table.keys.filter { !LibraryRemainder.known.contains($0) }
            .map { warning($0, "Fiber does not know \"\($0)\" of a source; it is left as it is.") }
    }

    /// A warning about the line of `key`.
    func warning(_ key: String, _ words: String) -> String {
        "\(file.path):\((file.position(of: key, in: "source", occurrence: index) ?? headerPosition).prefix) \(words)"
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
