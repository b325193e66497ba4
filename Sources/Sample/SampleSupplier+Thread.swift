import EngineConcepts

extension SampleSupplier: ThreadReading {
    func thread(of ticket: Ticket, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart {
        guard let conversation else { throw SupplierError(.unsupported, Message("threadNone")) }
        try await wait(.milliseconds(400))
        let isOwn = SampleAccount.isOwn(ticket.id.item)
        guard let index = SampleConversation.root(of: isOwn ? ticket.body.replyTo ?? "" : ticket.id.item) else {
            let post = SourceItem(of: ticket)
            guard isOwn else { throw SupplierError(.gone, Message("itemNotInTimeline")) }
            return OutlinePart(items: [post] + conversation.own.below([post.id]))
        }
        guard let item = stream.item(at: index, now: request.now) else {
            throw SupplierError(.gone, Message("itemNotInTimeline"))
        }
        return conversation.part(
            below: conversation.threaded(item, at: request.now),
            ancestors(of: item, at: request.now).map { conversation.threaded($0, at: request.now) },
            filling: request.gap, at: request.now)
    }

    /// Returns what an item replies to, the first one first.
    private func ancestors(of item: SourceItem, at now: Timestamp) -> [SourceItem] {
        var ancestors: [SourceItem] = []
        var parent = item.body.replyTo
        while let id = parent.flatMap({ Int($0) }), let above = stream.item(at: id, now: now), ancestors.count < 6 {
            ancestors.append(above)
            parent = above.body.replyTo
        }
        return ancestors.reversed()
    }
}
