public import EngineConcepts
import WebText

extension MastodonSupplier: ProfileReading {
    /// Returns posts of the author, replies and boosts included. The server's identity of the person is looked up by the
    /// handle each time: other servers call the person differently.
    public func posts(byAuthorOf ticket: Ticket, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart {
        guard let handle = (ticket.body.boosted?.author ?? ticket.body.author)?.handle else {
            throw SupplierError(.unsupported, Message("profileNone"))
        }
        let name = handle.hasPrefix("@") ? String(handle.dropFirst()) : handle
        let person = try await server.person(name, now: request.now)
        var parameters: [MastodonParameter] = [("limit", String(Self.pageSize))]
        if let token = request.gap?.token { parameters.append(("max_id", token.rawValue)) }
        let posts =
            try await server.get(
                LenientList<MastodonStatus>.self, "/api/v1/accounts/\(PercentCoding.encoded(person.id))/statuses",
                parameters,
                now: request.now
            )
            .value.elements
        var items = items
        items.filterContext = server.account == nil ? nil : "account"
        let page = MastodonPage(posts.map { ($0.id, items.item($0)) })
        // A short page proves nothing: only an empty one is the end.
        let gaps = page.ids.last.map { [ThreadGap(.below($0), token: Token($0))] } ?? []
        return ThreadPart(items: page.items, gaps: gaps)
    }
}
