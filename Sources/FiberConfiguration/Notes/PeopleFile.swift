public import EngineConcepts
import Foundation
import TOMLKit
import WebText

/// A person as `people.toml` holds them.
public struct PersonEntry: Hashable, Sendable {
    /// The name, which no other entry has.
    public var name: String
    /// The texts of the authors' keys, exactly as written.
    public var authors: [String]

    /// Returns true if both entries have an author in common, so that one is the other under another name.
    func isAnotherName(of other: PersonEntry) -> Bool { authors.contains { other.authors.contains($0) } }
}

/// The linked people, in the order of the file.
public typealias PeopleEntries = FileEntries<PersonEntry>

extension PeopleEntries {
    /// Returns the people with the authors whose keys can be read.
    public func linked(_ keys: AuthorKeyReader) -> People {
        People(
            entries.map { entry in
                LinkedPerson(
                    name: entry.name,
                    identities: entry.authors.compactMap { text in
                        keys.key(text).map { LinkedPerson.Identity(text: text, key: $0) }
                    })
            })
    }
}

/// `people.toml` on disk: the authors that are one person. It lies beside `notes.toml` and apart from `library.toml`, which
/// people publish with their dotfiles. Writing changes only the necessary lines.
public struct PeopleFile: Sendable {
    public let path: String

    /// Creates a file at `path`, which need not exist.
    public init(path: String) { self.path = path }

    /// Reads the people; none if there is no file. An invalid entry is left out with a warning.
    public func read() throws(ConfigurationError) -> PeopleEntries {
        PeopleEntries(in: try TOMLFile(path: path))
    }

    /// Returns a message with file and line for each author whose key cannot be read. Reads the file again if there is one.
    public func unreadableAuthors(in people: PeopleEntries, _ keys: AuthorKeyReader) -> [Message] {
        let unreadable = people.entries.compactMap { person -> PersonEntry? in
            let authors = person.authors.filter { keys.key($0) == nil }
            return authors.isEmpty ? nil : PersonEntry(name: person.name, authors: authors)
        }
        guard !unreadable.isEmpty else { return [] }
        var positions: [PersonEntry: [TOMLPosition]] = [:]
        do throws(ConfigurationError) {
            if let file = try TOMLFile(path: path) { positions = try Self.positions(of: unreadable, in: file) }
        } catch {
            // It was read a moment ago. What is wrong with it now is reported when it is read again.
            positions = [:]
        }
        return unreadable.flatMap { person in
            person.authors.enumerated()
                .map { number, author in
                    let found = positions[person] ?? []
                    let position = found.indices.contains(number) ? found[number] : nil
                    return position.locate(
                        .sentences(
                            Message("personAuthorUnreadable", ["name": .text(person.name), "author": .text(author)]),
                            Message("authorForms")),
                        in: path)
                }
        }
    }

    /// Returns the positions of the authors of people: those of their texts, below the beginning of the list.
    private static func positions(
        of people: [PersonEntry], in file: TOMLFile
    ) throws(ConfigurationError) -> [PersonEntry: [TOMLPosition]] {
        let lines = file.lines
        var positions: [PersonEntry: [TOMLPosition]] = [:]
        for entry in try TableEntry.all(PersonEntry.kind, in: file, consequence: PersonEntry.consequence) {
            let name = entry.table["name"]?.string
            guard let person = people.first(where: { $0.name == name }), positions[person] == nil,
                let start = entry.position(of: "authors")
            else { continue }
            positions[person] = person.authors.map { author in
                let line = lines.indices.dropFirst(start.line - 1).first { lines[$0].contains(author) }
                return line.map { TOMLPosition(line: $0 + 1, column: 1) } ?? start
            }
        }
        return positions
    }

    /// Changes the people as `edit` says, and returns what has changed. The file is locked meanwhile.
    @discardableResult
    public func change(_ edit: (inout [PersonEntry]) -> Void) throws(ConfigurationError) -> PeopleEdit {
        let turn = try FileLock(beside: path)
        defer { turn.end() }
        let file = try TOMLFile(path: path)
        let entries = PeopleEntries(in: file)
        let before = entries.entries
        var after = before
        edit(&after)
        for index in after.indices {
            after[index].name = TextSanitizer.line(after[index].name)
            after[index].authors = after[index].authors.map { TextSanitizer.line($0) }
        }
        let change = PeopleEdit(from: before, to: after)
        guard !change.isEmpty else { return change }
        var renamed: [(former: PersonEntry, new: PersonEntry)] = []
        var gone = before.filter { entry in !after.contains { $0.name == entry.name } }
        for entry in after where !before.contains(where: { $0.name == entry.name }) {
            guard let index = gone.firstIndex(where: { entry.isAnotherName(of: $0) }) else { continue }
            renamed.append((gone.remove(at: index), entry))
        }
        try entries.replace(by: after, renamed: renamed, in: file, at: path)
        return change
    }
}

extension PersonEntry: FileEntry {
    static let kind = TableKind.person
    static let keys: Set<String> = ["name", "authors"]
    static let consequence = Message("personOff")
    static let preamble = """
        # People: authors at several networks and sources that are one person. Fiber writes this file when you link
        # authors; you may edit it too.

        """

    init(_ table: TableEntry) throws(ConfigurationError) {
        name = try table.name()
        authors = try table.words("authors")
        guard !authors.isEmpty else {
            throw table.error(
                table.keys.contains("authors") ? "authors" : "name", Message("personEmpty", ["name": .text(name)]))
        }
    }

    var identity: String { name.lowercased() }

    var table: TableEditor.Table {
        (
            TableName(kind: Self.kind, name: name),
            [("name", TOMLWriter.quoted(name)), ("authors", TOMLWriter.list(authors))]
        )
    }

    func doubled(in table: TableEntry) -> ConfigurationError {
        table.error("name", Message("personDoubled", ["name": .text(name)]))
    }
}
