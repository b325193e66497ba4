import EngineConcepts

/// The stored tickets of an author in one source, as the posts of a person: feeds have no profiles, and their tickets are in
/// the Track already.
struct StoredPosts: ProfileReading {
    let supplier: SupplierID
    let keys: Set<AuthorKey>
    let reader: any TrackReader

    /// The number of tickets that one part looks at.
    private static let portion = 200
    /// The maximum number of posts of one part.
    private static let maximumPosts = 40

    func posts(by author: Author, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
        do {
            return try await part(from: request.gap?.token)
        } catch {
            throw SupplierError(.malformed, Message(error))
        }
    }

    private func part(from token: Token?) async throws -> OutlinePart {
        var part = OutlinePart()
        var anchor = WindowRequest.Anchor.top
        if let token, let last = try await reader.entry(TicketID(supplier: supplier, item: token.rawValue)) {
            anchor = .place(.ticket(last.ticket.key))
        }
        var skipped: Set<String> = Set([token?.rawValue].compactMap(\.self))
        while true {
            let window = try await reader.window(
                WindowRequest(
                    anchor: anchor, above: 0, below: Self.portion, view: TrackView(suppliers: [supplier]),
                    reach: .store))
            let tickets = window.rows.compactMap(\.entry?.ticket).filter { skipped.insert($0.id.item).inserted }
            for ticket in tickets {
                guard let author = ticket.body.author,
                    !keys.isDisjoint(with: AuthorKey.keys(of: author, in: supplier))
                else { continue }
                part.items.append(SourceItem(of: ticket))
                guard part.items.count < Self.maximumPosts else {
                    let item = ticket.id.item
                    part.gaps = [OutlineGap(.below(item), token: Token(item))]
                    return part
                }
            }
            guard let last = tickets.last else { return part }
            anchor = .place(.ticket(last.key))
        }
    }
}
