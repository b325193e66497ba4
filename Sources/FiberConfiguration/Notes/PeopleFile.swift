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
    func isAnotherName(of other: PersonEntry) -> Bool {
        authors.contains { other.authors.contains($0) }
    }
}

/// The linked people, in the order of the file.
public struct PeopleEntries: Equatable, Sendable {
    public internal(set) var people: [PersonEntry] = []
    /// The entries that are ignored, with their positions.
    public internal(set) var warnings: [LibraryWarning] = []

    /// Creates entries without warnings.
    public init(_ people: [PersonEntry] = []) { self.people = people }

    /// Returns the people with the authors whose keys can be read.
    public func linked(_ keys: AuthorKeyReader) -> People {
        People(
            people.map { entry in
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

    private static let kind = TableName.personKind
    private static let keys: Set<String> = ["name", "authors"]

    /// Creates a file at `path`, which need not exist.
    public init(path: String) { self.path = path }

    /// Reads the people; none if there is no file. An invalid entry is left out with a warning.
    public func read() throws(ConfigurationError) -> PeopleEntries {
        guard let file = try TOMLFile(path: path) else { return PeopleEntries() }
        return Self.people(in: file)
    }

    /// Returns a message with file and line for each author whose key cannot be read. Reads the file again if there is one.
    public func unreadableAuthors(in people: PeopleEntries, _ keys: AuthorKeyReader) -> [Message] {
        let unreadable = people.people.compactMap { person -> PersonEntry? in
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
        for entry in try TableEntry.all(kind, in: file, consequence: Message("personOff")) {
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
        let entries = file.map(Self.people) ?? PeopleEntries()
        let before = entries.people
        var after = before
        edit(&after)
        for index in after.indices {
            after[index].name = TextSanitizer.line(after[index].name)
            after[index].authors = after[index].authors.map { TextSanitizer.line($0) }
        }
        let change = PeopleEdit(from: before, to: after)
        guard !change.isEmpty else { return change }
        var text = TableText(file?.text ?? Self.preamble, warnings: entries.warnings, kinds: nil)
        var former = before.map(Self.table)
        var gone = before.filter { entry in !after.contains { $0.name == entry.name } }
        for entry in after where !before.contains(where: { $0.name == entry.name }) {
            guard let index = gone.firstIndex(where: { entry.isAnotherName(of: $0) }) else { continue }
            text.rename(Self.table(gone.remove(at: index)).name, to: Self.table(entry).name, in: &former)
        }
        text.edit(from: former, to: after.map(Self.table))
        let edited = text.text
        guard Self.people(in: try TOMLFile.edited(edited, path: path)).people == after else {
            throw .unsafeEdit(of: path)
        }
        try AtomicFile.write(edited, to: path)
        return change
    }

    private static func people(in file: TOMLFile) -> PeopleEntries {
        var people = PeopleEntries()
        var seen: Set<String> = []
        people.people = TableEntry.readAll(kind, in: file, consequence: Message("personOff")) { error, entry in
            people.warnings.append(LibraryWarning(error, about: entry))
        } read: { entry throws(ConfigurationError) in
            let person = try self.person(in: entry)
            guard seen.insert(person.name.lowercased()).inserted else {
                throw entry.error("name", Message("personDoubled", ["name": .text(person.name)]))
            }
            people.warnings += entry.unknownKeys(beside: keys)
            return person
        }
        return people
    }

    private static func person(in entry: TableEntry) throws(ConfigurationError) -> PersonEntry {
        let name = try entry.name()
        let authors = try entry.words("authors")
        guard !authors.isEmpty else {
            throw entry.error(
                entry.keys.contains("authors") ? "authors" : "name", Message("personEmpty", ["name": .text(name)]))
        }
        return PersonEntry(name: name, authors: authors)
    }

    private static func table(_ entry: PersonEntry) -> TableText.Table {
        (
            TableName(kind: kind, name: entry.name),
            [("name", TOMLText.quoted(entry.name)), ("authors", TOMLText.list(entry.authors))]
        )
    }

    private static let preamble = """
        # People: authors at several networks and sources that are one person. Fiber writes this file when you link
        # authors; you may edit it too.

        """
}
