import EngineConcepts
import FeedParsing
import WebText

extension MastodonSupplier: ProfileReading {
    /// Returns posts of the author, replies and boosts included. The server's identity of the person is looked up by the
    /// handle each time: other servers call the person differently.
    func posts(by author: Author, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
        let person = try await person(author, now: request.now)
        var parameters: [QueryParameter] = [("limit", String(MastodonPageReader.pageSize))]
        if let token = request.gap?.token { parameters.append(("max_id", token.rawValue)) }
        let reply = try await server.reply(
            LenientList<MastodonStatus>.self, "/api/v1/accounts/\(PercentCoding.encoded(person.id))/statuses",
            parameters, now: request.now)
        let converter = converter(in: "account")
        let page = MastodonItemPage(reply.value.elements.map { ($0.id, converter.item(from: $0)) })
        // A short page proves nothing: the end is an empty one that names no next page.
        let next = page.ids.last ?? reply.head.nextID
        guard let next, next != request.gap?.token?.rawValue else {
            try reply.value.count.checkReadable(of: name)
            return OutlinePart(items: page.items)
        }
        return OutlinePart(items: page.items, gaps: [OutlineGap(.below(next), token: Token(next))])
    }

    /// Returns the profile of an author, with the relation of the account to them.
    func profile(of author: Author, now: Timestamp) async throws(SupplierError) -> AuthorProfile {
        let person = try await person(author, now: now)
        let relation =
            server.account == nil
            ? nil : try await server.relation(to: person.id, handle: person.handle(at: converter.host), now: now)
        return person.profile(at: converter.host, relation: relation)
    }

    /// Returns the person whom a handle with a host addresses.
    func author(with key: AuthorKey) -> Author? {
        guard key.isFederated, let handle = key.handle else { return nil }
        return Author(id: handle, name: AuthorKey.bareName(in: handle), handle: handle)
    }

    private func person(_ author: Author, now: Timestamp) async throws(SupplierError) -> MastodonAccount {
        guard let handle = author.handle else { throw SupplierError(.unsupported, Message("profileNone")) }
        return try await server.resolvedPerson(handle, now: now)
    }
}

extension MastodonAccount {
    /// Returns the profile as users see it.
    ///
    /// - Parameters:
    ///   - host: The host of the server that delivered the profile.
    ///   - relation: The relation of the reading account, or `nil` without one.
    func profile(at host: String, relation: PersonRelation?) -> AuthorProfile {
        let about = note.map { HTMLRenderer.render($0, base: nil).plainText } ?? ""
        return AuthorProfile(
            author(at: host), about: about.isEmpty ? nil : about, page: url,
            links: fields.map { field in
                let rendered = HTMLRenderer.render(field.value, base: nil)
                let link = rendered.blocks.flatMap(\.entities).lazy.compactMap(\.target).first
                return AuthorProfile.Link(
                    name: field.name, address: link ?? rendered.plainText, isVerified: field.verifiedAt != nil)
            },
            followers: followers, posts: statuses, relation: relation)
    }
}
