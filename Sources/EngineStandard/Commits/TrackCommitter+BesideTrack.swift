import EngineConcepts

extension TrackCommitter {
    /// Stores items beside the Track. Those in the Track get the counts, reactions and poll of the item, and are
    /// reported.
    ///
    /// - Parameter mayCommit: False if another process changes the Track: tickets in it then stay as they are.
    func storeBesideTrack(_ items: [SourceItem], of supplier: SupplierID, mayCommit: Bool) async throws {
        try await locked {
            var items = items
            items.clampTimes()
            let ids = items.map(\.id)
            let known = try await store.knownItems(ids, of: supplier)
            let aside = try await store.knownItemsBesideTrack(ids, of: supplier)
            var kept: [TrackCommit.Entry] = []
            var recounted: [TrackCommit.Entry] = []
            for item in items {
                if let known = known[item.id], !known.isRemoved {
                    if mayCommit, let entry = try await recount(of: known, by: item) { recounted.append(entry) }
                } else if let aside = aside[item.id] {
                    guard aside.fingerprint != item.fingerprint else { continue }
                    kept.append(.init(ticket: Ticket(item, keeping: aside.key), fingerprint: item.fingerprint))
                } else {
                    kept.append(.init(item, of: supplier, fingerprint: item.fingerprint, seen: time.now()))
                }
            }
            if !kept.isEmpty { try await store.storeBesideTrack(kept) }
            if !recounted.isEmpty {
                recounted.sortInTrackOrder()
                try await commitTickets(TicketChanges(updated: recounted)) { try await store.commit($0) }
            }
        }
    }

    /// Returns the entry of a stored ticket with the counts of `item`, or `nil` if it has them already.
    private func recount(of known: KnownItem, by item: SourceItem) async throws -> TrackCommit.Entry? {
        guard known.fingerprint != item.fingerprint, let stored = try await store.entry(known.key.id)?.ticket
        else { return nil }
        let ticket = stored.recounted(by: item)
        guard ticket != stored else { return nil }
        return TrackCommit.Entry(ticket: ticket, fingerprint: known.fingerprint, isRecount: true)
    }

    /// Returns the stored state of a ticket in the Track or beside it, or `nil` if it is unknown or was removed.
    func knownInOrBesideTrack(_ id: TicketID) async throws -> KnownItem? {
        let known = try await store.knownItems([id.item], of: id.supplier)[id.item]
        if let known, !known.isRemoved { return known }
        return try await store.knownItemsBesideTrack([id.item], of: id.supplier)[id.item]
    }
}

extension Ticket {
    /// Returns the ticket with the counts, reactions and poll of `item`. The text stays: another request may apply other
    /// filters to it.
    fileprivate func recounted(by item: SourceItem) -> Ticket {
        changingBody { body in
            body.counts = item.body.counts
            body.reactions = item.body.reactions
            body.summary = item.body.summary
        }
    }
}
