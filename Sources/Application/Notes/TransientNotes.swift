package import EngineConcepts
package import FiberConfiguration
package import ViewModels

/// Notes and people that last as long as the program, for the sample.
package actor TransientNotes: AuthorNoteManaging {
    private var notes: [AuthorKey: AuthorNote] = [:]
    private var people: [PersonEntry] = []
    private let keys: AuthorKeyReader
    private let states = Broadcast(AuthorNotesState())

    package init(_ library: Library) { keys = AuthorKeyReader(library, kinds: .known) }

    package func state() -> AuthorNotesState {
        AuthorNotesState(authorNotes: AuthorNotes(own: notes), people: PeopleEntries(people).linked(keys))
    }

    package func write(_ note: AuthorNote?, on author: Author, in source: SupplierID) -> AuthorNote? {
        let keys = AuthorKey.keys(of: author, in: source)
        guard let key = keys.first(where: { notes[$0] != nil }) ?? keys.first else { return nil }
        let former = notes[key]
        notes[key] = note
        publish()
        return former
    }

    package func link(_ author: Author, in source: SupplierID, with other: String) throws -> PeopleEdit {
        let own = AuthorKey.text(of: author, in: source, kind: nil, at: nil)
        let (texts, name) = try state().people.texts(linking: own, with: other, keys)
        return change { [keys] in $0.link(texts, named: name, orElse: author.name, key: keys.key) }
    }

    package func unlink(_ author: Author, in source: SupplierID) -> PeopleEdit {
        change { [keys] in $0.unlink(author, in: source, keys) }
    }

    package func make(_ edit: PeopleEdit) { _ = change { edit.apply(to: &$0) } }

    package nonisolated func changes() -> AsyncStream<AuthorNotesState> { states.values(includesLatest: true) }

    private func change(_ edit: (inout [PersonEntry]) -> Void) -> PeopleEdit {
        let before = people
        edit(&people)
        publish()
        return PeopleEdit(from: before, to: people)
    }

    private func publish() { states.send(state()) }
}
