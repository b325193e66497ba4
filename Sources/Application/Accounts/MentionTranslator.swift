import EngineConcepts
import ViewModels

/// Translates the name of a person from the form of one network to that of another.
struct MentionTranslator {
    let accounts: [any AccountClient]
    let people: People
    let now: Timestamp

    /// Returns the counterpart of a name at the network of an account, of the people that the user has linked. Asks a
    /// server only for people whom the network names by identifiers.
    func counterpart(of mention: String, at account: AccountID) async throws -> MentionCounterpart {
        guard let key = Self.key(mention), let client = accounts.first(where: { $0.id == account }),
            client.handle(for: key) == nil
        else { return .same }
        guard let person = try await person(with: key, named: mention) else { return .unknown }
        let keys = person.identities.map(\.key)
        if let handle = keys.lazy.filter({ $0.handle != nil }).compactMap({ client.handle(for: $0) }).first {
            return .other(Self.marked(handle))
        }
        for case let identifier? in keys.map({ client.handle(for: $0) }) {
            if let handle = try await found(identifier, by: client)?.handle { return .other(Self.marked(handle)) }
        }
        return .unknown
    }

    /// Returns a draft with the names of the account's network.
    func translated(_ draft: PostDraft, at account: AccountID) async throws -> PostDraft {
        guard !people.isEmpty else { return draft }
        var others: [String: String] = [:]
        for mention in draft.mentions {
            if case .other(let name) = try await counterpart(of: mention, at: account) { others[mention] = name }
        }
        var translated = draft
        translated.replaceMentions { others[$0] }
        return translated
    }

    /// Returns the person with a key. A person can be linked by the identifier behind the name, which its own network tells.
    private func person(with key: AuthorKey, named mention: String) async throws -> LinkedPerson? {
        if people.isEmpty { return nil }
        if let person = people.person(with: key) { return person }
        guard let client = accounts.first(where: { $0.handle(for: key) != nil }),
            people.all.contains(where: { $0.identities.contains { $0.key.did != nil } }),
            let found = try await found(mention, by: client), found.id.hasPrefix("did:")
        else { return nil }
        return Self.key(found.id).flatMap(people.person)
    }

    /// Returns a person as an account's server knows them, or `nil` if it has no such person.
    private func found(_ name: String, by client: any AccountClient) async throws -> Person? {
        do throws(SupplierError) {
            return try await client.person(named: name, now: now)
        } catch {
            guard error.code == .refused || error.code == .gone, !error.isServerError else { throw error }
            return nil
        }
    }

    private static func key(_ text: String) -> AuthorKey? { AuthorKey(text, kinds: SourceKinds()) { _ in nil } }

    private static func marked(_ handle: String) -> String { handle.hasPrefix("@") ? handle : "@\(handle)" }
}
