import EngineConcepts
import FeedParsing

extension MastodonServer {
    /// Returns the account's list with this title or identity.
    func list(named name: String, now: Timestamp) async throws(SupplierError) -> MastodonList {
        let lists = try await get(LenientList<MastodonList>.self, "/api/v1/lists", now: now).elements
        let lowercased = name.lowercased()
        if let list = lists.first(where: { $0.title == name }) ?? lists.first(where: { $0.id == name })
            ?? lists.first(where: { $0.title.lowercased() == lowercased })
        {
            return list
        }
        throw SupplierError(
            .refused,
            Message(
                "listNotFound",
                ["host": .text(endpoint), "known": .list(lists.map { .text($0.title) }), "name": .text(name)]))
    }

    func person(_ handle: String, now: Timestamp) async throws(SupplierError) -> MastodonAccount {
        do {
            return try await get(MastodonAccount.self, "/api/v1/accounts/lookup", [("acct", handle)], now: now)
        } catch  where error.reason == .notFound {
            throw personNotFound("@\(handle)")
        }
    }

    /// Returns the relation of the account to a person, by the server's identity of the person and the full handle.
    func relation(to id: String, handle: String?, now: Timestamp) async throws(SupplierError) -> PersonRelation {
        guard let account else { return .unknown }
        if let handle, handle.lowercased() == account.handle.lowercased() { return .own }
        do throws(SupplierError) {
            let found = try await get(
                LenientList<MastodonRelationship>.self, "/api/v1/accounts/relationships", [("id[]", id)], now: now)
            return found.elements.first { $0.id == id }?.relation ?? .unknown
        } catch {
            // A token can be for less than reading relations.
            guard [.refused, .notAuthorised].contains(error.code) else { throw error }
            return .unknown
        }
    }

    /// Returns the profile of a handle. With an account, the server searches for people of other servers whom it does not
    /// know yet.
    func resolvedPerson(_ handle: String, now: Timestamp) async throws(SupplierError) -> MastodonAccount {
        let handle = handle.withoutAtSign
        do throws(SupplierError) {
            return try await person(handle, now: now)
        } catch {
            guard error.reason == .personNotFound, handle.contains("@"), account != nil else { throw error }
            let results = try await get(
                MastodonSearchResults.self, "/api/v2/search",
                [("q", "@\(handle)"), ("type", "accounts"), ("resolve", "true"), ("limit", "5")], now: now)
            let lowercased = handle.lowercased()
            guard let person = results.people.first(where: { $0.acct.lowercased() == lowercased }) else {
                throw error
            }
            return person
        }
    }
}
