package import EngineConcepts
package import FiberConfiguration
import ViewModels
import WebText

/// The people of `people.toml`: authors of several networks and sources that are one person.
extension AuthorNoteService {
    package func link(_ author: Author, in source: SupplierID, with other: String) throws -> PeopleEdit {
        let (texts, name) = try state().people.texts(linking: text(of: author, in: source), with: other, keys)
        return try link(texts, named: name, orElse: author.name)
    }

    package func unlink(_ author: Author, in source: SupplierID) throws -> PeopleEdit {
        let keys = keys
        return try change { $0.unlink(author, in: source, keys) }
    }

    package func make(_ edit: PeopleEdit) throws { _ = try change { edit.apply(to: &$0) } }

    /// Links the authors and people that these texts name: they become one person. Returns what has changed. Throws a
    /// ``CommandFailure`` if a text is no author or person, or if all name one author and there is no name.
    ///
    /// - Parameter name: The name of the person, or `nil` for that of the first of these people, or else of the first author.
    package func link(_ texts: [String], named name: String?) throws -> PeopleEdit {
        try checkPeopleFile()
        let (people, keys) = (state().people, keys)
        let known = texts.compactMap { people.person(named: $0) }
        let authors = try texts.flatMap { text -> [String] in
            if let person = people.person(named: text) { return person.identities.map(\.text) }
            guard keys.key(text) != nil else { throw CommandFailure.author(notUnderstood: text) }
            return [text]
        }
        guard name != nil || Set(authors.compactMap(keys.key)).count > 1 else {
            throw CommandFailure(.usage, Message("personNeedsTwo"))
        }
        return try link(authors, named: name ?? known.first?.name, orElse: AuthorKey.bareName(in: authors.first ?? ""))
    }

    /// Takes authors out of their persons, or removes persons by name. If one of these texts is no author or person, or an
    /// author who is not linked, throws a ``CommandFailure`` and changes nothing.
    package func unlink(_ texts: [String]) throws {
        try checkPeopleFile()
        let (people, keys) = (state().people, keys)
        let authors = try texts.flatMap { text -> [String] in
            let key = keys.key(text)
            // A person can have the name of one of the authors, who alone is meant then.
            if let key, people.person(with: key) != nil { return [text] }
            if let person = people.person(named: text) { return person.identities.map(\.text) }
            guard key != nil else { throw CommandFailure.author(notUnderstood: text) }
            throw CommandFailure(Message("personWasMissing", ["author": .text(text)]))
        }
        _ = try change { $0.unlink(authors, key: keys.key) }
    }

    /// Links authors by the texts of their keys; see ``FiberConfiguration/Swift/Array/link(_:named:orElse:key:)``.
    private func link(_ authors: [String], named name: String?, orElse fallback: String) throws -> PeopleEdit {
        let keys = keys
        return try change { $0.link(authors, named: name, orElse: fallback, key: keys.key) }
    }

    private func change(_ edit: (inout [PersonEntry]) -> Void) throws -> PeopleEdit {
        let change = try parts.peopleFile.change(edit)
        reload()
        return change
    }
}

extension CommandFailure {
    /// Returns the usage error for a text that is neither an author's key nor a person's name.
    fileprivate static func author(notUnderstood text: String) -> CommandFailure {
        CommandFailure(.usage, Message("personNotUnderstood", ["author": .text(text)]), advice: Message("authorForms"))
    }
}

extension People {
    /// Returns the texts of the keys to link: `own`, and those of the person named `other`, whose name is returned too, or
    /// else that of the author `other`.
    func texts(
        linking own: String, with other: String, _ keys: AuthorKeyReader
    ) throws(CommandFailure) -> (texts: [String], name: String?) {
        let typed = other.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let person = person(named: typed) { return ([own] + person.identities.map(\.text), person.name) }
        guard keys.key(typed) != nil else { throw .author(notUnderstood: typed) }
        return ([own, typed], nil)
    }
}

extension [PersonEntry] {
    /// Takes an author out of their person. The author has several keys, and any of them may be in the entry.
    mutating func unlink(_ author: Author, in source: SupplierID, _ keys: AuthorKeyReader) {
        let authorKeys = Set(AuthorKey.keys(of: author, in: source))
        unlink(flatMap(\.authors).filter { keys.key($0).map(authorKeys.contains) ?? false }, key: keys.key)
    }
}
