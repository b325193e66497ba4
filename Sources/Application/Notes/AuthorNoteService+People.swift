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

    package func make(_ edit: PeopleEdit) throws {
        _ = try change { edit.apply(to: &$0) }
    }

    /// Links authors by the texts of their keys; see ``FiberConfiguration/Swift/Array/link(_:named:orElse:key:)``.
    package func link(_ authors: [String], named name: String?, orElse fallback: String) throws -> PeopleEdit {
        let keys = keys
        return try change { $0.link(authors, named: name, orElse: fallback, key: keys.key) }
    }

    /// Takes authors out of their persons by the texts of their keys.
    package func unlink(_ authors: [String]) throws -> PeopleEdit {
        let keys = keys
        return try change { $0.unlink(authors, key: keys.key) }
    }

    private func change(_ edit: (inout [PersonEntry]) -> Void) throws -> PeopleEdit {
        let change = try parts.peopleFile.change(edit)
        reload()
        return change
    }
}

extension People {
    /// Returns the texts of the keys to link: `own`, and those of the person named `other`, whose name is returned too, or
    /// else that of the author `other`.
    func texts(
        linking own: String, with other: String, _ keys: AuthorKeyReader
    ) throws(PeopleError) -> (texts: [String], name: String?) {
        let typed = other.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let person = person(named: typed) { return ([own] + person.identities.map(\.text), person.name) }
        guard keys.key(typed) != nil else { throw .notUnderstood(typed) }
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

/// The reasons why authors cannot be linked.
package enum PeopleError: PresentableError {
    /// Neither an author's key nor a person's name.
    case notUnderstood(String)

    package var message: Message {
        switch self {
        case .notUnderstood(let text): Message("personNotUnderstood", ["author": .text(text)])
        }
    }

    package var cause: String? { nil }
}
