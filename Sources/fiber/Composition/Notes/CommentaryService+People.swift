import EngineConcepts
import FiberConfiguration
import ViewModels
import WebText

/// The people of `people.toml`: authors of several networks and sources that are one person.
extension CommentaryService {
    func link(_ author: Author, in source: SupplierID, with other: String) throws -> PeopleEdit {
        let typed = other.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let own = text(of: author, in: source)
        let known = state().people.person(named: typed)
        guard known != nil || keys.key(typed) != nil else { throw PeopleError.notUnderstood(typed) }
        let names = known.map { [own] + $0.identities.map(\.text) } ?? [own, typed]
        return try link(names, named: known?.name, orElse: author.name)
    }

    func unlink(_ author: Author, in source: SupplierID) throws -> PeopleEdit {
        let wanted = Set(AuthorKey.keys(of: author, in: source))
        let keys = keys
        return try change { people in
            // An author has several keys, and any of them may be in the file.
            let texts = people.flatMap(\.authors).filter { keys.key($0).map(wanted.contains) ?? false }
            people.unlink(texts, key: keys.key)
        }
    }

    func make(_ edit: PeopleEdit) throws {
        _ = try change { edit.apply(to: &$0) }
    }

    /// Links authors by the texts of their keys; see ``FiberConfiguration/Swift/Array/link(_:named:orElse:key:)``.
    func link(_ authors: [String], named name: String?, orElse fallback: String) throws -> PeopleEdit {
        let keys = keys
        return try change { $0.link(authors, named: name, orElse: fallback, key: keys.key) }
    }

    /// Takes authors out of their persons by the texts of their keys.
    func unlink(_ authors: [String]) throws -> PeopleEdit {
        let keys = keys
        return try change { $0.unlink(authors, key: keys.key) }
    }

    private func change(_ edit: (inout [PersonEntry]) -> Void) throws -> PeopleEdit {
        let change = try parts.peopleFile.change(edit)
        reload()
        return change
    }
}

/// The reasons why authors cannot be linked.
enum PeopleError: PresentableError {
    /// Neither an author's key nor a person's name.
    case notUnderstood(String)

    var message: Message {
        switch self {
        case .notUnderstood(let text): Message("personNotUnderstood", ["author": .text(text)])
        }
    }

    var cause: String? { nil }
}
