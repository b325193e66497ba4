package import EngineConcepts
import EngineStandard
import Suppliers
import ViewModels

/// Makes the loaders of outlines: each reads from suppliers and stores beside the Track.
package struct OutlineOpener: OutlineOpening {
    let controlUnit: ModularControlUnit
    let engine: StandardEngine
    let time: any TimeSource
    /// Observes which sources are being read, or `nil` if nobody does.
    let fetchWatch: (any FetchWatch)?
    /// Makes the source at an address that is not followed, or returns `nil` if nothing may be read there.
    let unfollowed: @Sendable (String) -> (any Supplier)?

    package func thread(of ticket: Ticket) -> (any PostLoading)? {
        guard ticket.source.fields[SourceLayer.threadField] != nil,
            let source = controlUnit.supplier(for: ticket.supplier.rawValue) as? any Supplier & ThreadReading
        else { return nil }
        return ThreadLoader(around: ticket, from: source, storingIn: engine, time: time, watchedBy: fetchWatch)
    }

    package func profile(ofAuthorOf ticket: Ticket, in people: People) -> (any PostLoading)? {
        guard let author = ticket.shownAuthor else { return nil }
        let person = people.person(of: author, in: ticket.supplier)
        var sources: [ProfileSource] = []
        let own = person?.identity(of: author, in: ticket.supplier)
        if let source = controlUnit.supplier(for: ticket.supplier.rawValue) as? any Supplier & ProfileReading {
            sources.append(
                ProfileSource(supplier: source.id, name: author.handle ?? source.name, author: author, reader: source))
        } else if person != nil {
            sources += stored(author.name, keys: Set(AuthorKey.keys(of: author, in: ticket.supplier)), ticket.supplier)
        }
        for identity in person?.identities ?? [] where identity != own { sources += source(of: identity) }
        guard !sources.isEmpty else { return nil }
        let known = Set((person?.identities ?? []).map(\.key) + AuthorKey.keys(of: author, in: ticket.supplier))
        return ProfileLoader(of: sources, storingIn: engine, time: time, watchedBy: fetchWatch) { [self] text in
            try await profile(at: text, notAmong: known)
        }
    }

    /// Returns the profile of the author with the text of a key, or `nil` if no source reads it or one of the author's
    /// keys is known.
    private func profile(at text: String, notAmong known: Set<AuthorKey>) async throws -> AuthorProfile? {
        guard let key = AuthorKey(text, kinds: .known, source: { _ in nil }), !known.contains(key) else { return nil }
        for reader in readers {
            guard let author = reader.author(with: key) else { continue }
            let profile = try await reader.profile(of: author, now: time.now())
            // The person's identifier may be linked already under another key.
            return known.isDisjoint(with: AuthorKey.keys(of: profile.author, in: reader.id)) ? profile : nil
        }
        return nil
    }

    /// The sources that read people, those with an account first, since they see more.
    private var readers: [any Supplier & ProfileReading] {
        controlUnit.suppliers.compactMap { $0 as? any Supplier & ProfileReading }
            .sorted { $0.account != nil && $1.account == nil }
    }

    /// Returns the source that reads an author, or none. In this order: a source of the author's network, one with an
    /// account first; the stored tickets of the only source in which the author's name is valid; a source that can be added.
    private func source(of identity: LinkedPerson.Identity) -> [ProfileSource] {
        for reader in readers {
            guard let author = reader.author(with: identity.key) else { continue }
            return [ProfileSource(supplier: reader.id, name: identity.text, author: author, reader: reader)]
        }
        guard let source = identity.key.source else { return offered(identity) }
        return stored(AuthorKey.bareName(in: identity.text), keys: [identity.key], source)
    }

    /// Returns the public source of an author, which is not followed.
    private func offered(_ identity: LinkedPerson.Identity) -> [ProfileSource] {
        guard let address = SourceCatalog.standard.publicAddress(of: identity.key),
            let source = unfollowed(address) as? any Supplier & ProfileReading,
            let author = source.author(with: identity.key)
        else { return [] }
        return [ProfileSource(offering: source, at: address, name: identity.text, author: author)]
    }

    private func stored(_ name: String, keys: Set<AuthorKey>, _ source: SupplierID) -> [ProfileSource] {
        guard let supplier = controlUnit.supplier(for: source.rawValue) else { return [] }
        return [
            ProfileSource(
                supplier: source, name: supplier.name, author: Author(id: name, name: name),
                reader: StoredPosts(supplier: source, keys: keys, reader: engine.reader))
        ]
    }
}
