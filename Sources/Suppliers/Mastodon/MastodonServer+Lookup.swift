import EngineConcepts

extension MastodonServer {
    /// Returns the account's list with this title or identity.
    func list(named name: String, now: Timestamp) async throws(SupplierError) -> MastodonList {
        let lists = try await get(LenientList<MastodonList>.self, "/api/v1/lists", now: now).value.elements
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
                ["host": .text(host), "known": .list(lists.map { .text($0.title) }), "name": .text(name)]))
    }

    /// Returns the profile of a handle.
    func person(_ handle: String, now: Timestamp) async throws(SupplierError) -> MastodonAccount {
        do {
            return try await get(
                MastodonAccount.self, "/api/v1/accounts/lookup", [("acct", handle)], now: now
            )
            .value
        } catch  where error.code == .refused && error.message.code == "notFound" {
            throw SupplierError(
                .refused, Message("personNotFound", ["handle": .text("@\(handle)"), "host": .text(host)]))
        }
    }
}
