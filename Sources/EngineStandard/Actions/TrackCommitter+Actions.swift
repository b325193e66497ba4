import EngineConcepts

extension TrackCommitter {
    /// Stores the result of an action and these changes of the outbox in one transaction, and reports the changes of the
    /// Track. Throws if something could not be stored.
    func storeResult(_ result: ActionResult?, with changes: [OutboxChange], in outbox: any Outbox) async throws {
        guard let result else { return try await outbox.apply(changes) }
        try await locked {
            let tickets = try await ticketChanges(by: result, try await current().record)
            guard !tickets.isEmpty else { return try await outbox.apply(changes) }
            var failure: (any Error)?
            try await commitTickets(tickets) { commit in
                do {
                    return try await outbox.apply(changes, with: commit, to: store)
                } catch {
                    // The commit may be written although the outbox fails.
                    failure = error
                    return try await store.record().version
                }
            }
            if let failure { throw failure }
        }
    }

    /// Returns the changes that the result of an action makes to stored tickets.
    private func ticketChanges(by result: ActionResult, _ record: TrackRecord) async throws -> TicketChanges {
        var changes = TicketChanges()
        let request = result.action.request
        if request.createsPost, var item = result.item, let home = result.home {
            item.clampTimes()
            try await add(item, of: home, record, to: &changes)
        }
        guard case .ticket(let action, let id) = request else { return changes }
        for copy in try await copies(of: id, uri: result.action.uri) {
            guard let known = try await knownInOrBesideTrack(copy), let stored = try await store.entry(copy)?.ticket
            else { continue }
            if action == .delete {
                changes.deleted.insert(known.key)
                continue
            }
            let item = action.createsPost ? nil : result.item
            let changed = stored.after(action, item, isActedOn: copy == id)
            guard changed != stored || item != nil else { continue }
            let fingerprint = copy == id ? item?.fingerprint ?? known.fingerprint : known.fingerprint
            changes.updated.append(TrackCommit.Entry(ticket: changed, fingerprint: fingerprint))
        }
        changes.updated.sortInTrackOrder()
        return changes
    }

    /// Adds a created item, which the user has read. A stream or a refresh may have delivered it before the answer.
    private func add(
        _ item: SourceItem, of supplier: SupplierID, _ record: TrackRecord, to changes: inout TicketChanges
    ) async throws {
        if let known = try await store.knownItems([item.id], of: supplier)[item.id] {
            guard !known.isRemoved else { return }
            var entry = TrackCommit.Entry(item, replacing: known, fingerprint: item.fingerprint)
            entry.isRead = true
            changes.updated.append(entry)
            return
        }
        var entry = TrackCommit.Entry(item, of: supplier, fingerprint: item.fingerprint, seen: time.now())
        let place = entry.ticket.key.time
        let isComplete = record.supplierStates[supplier]?.ranges.coverage.claimed.contains(place) ?? false
        entry.isRead = true
        entry.isLate = isComplete && record.shows(place) && record.visibleRanges.contains(place)
        changes.inserted.append(entry)
    }

    /// Returns a ticket and the other tickets of its post.
    private func copies(of id: TicketID, uri: String?) async throws -> [TicketID] {
        guard let uri else { return [id] }
        return [id] + (try await store.copies(ofPost: uri)).filter { $0 != id }
    }

    /// Reports visible tickets whose overlay has changed.
    func reload(_ actions: [PendingAction]) async {
        await locked(while: "reporting the changes of an action") {
            var keys: Set<OrderKey> = []
            for action in actions {
                guard let ticket = action.ticket else { continue }
                for id in try await copies(of: ticket, uri: action.uri) {
                    if let key = try await knownInOrBesideTrack(id)?.key { keys.insert(key) }
                }
            }
            let state = try await followedState()
            let visible = keys.filter { state.record.active.contains($0.id.supplier) && state.record.shows($0.time) }
            guard !visible.isEmpty else { return }
            try await publish(state, after: state, updated: visible.sorted())
        }
    }
}

extension Ticket {
    /// Returns the ticket after an action.
    ///
    /// - Parameters:
    ///   - item: The changed item, or `nil` if the source did not return it.
    ///   - isActedOn: True if the item is this ticket's, false if it is another ticket's of the same post. That one
    ///     shares content, reactions and counts, but not the source's own data.
    fileprivate func after(_ action: TicketAction, _ item: SourceItem?, isActedOn: Bool) -> Ticket {
        guard let item else { return action.applied(to: self) }
        guard !isActedOn else { return Ticket(item, keeping: key) }
        return changingBody { body in
            body.reactions = item.body.reactions
            body.counts = item.body.counts
            if case .edit = action { body.text = item.body.text }
        }
    }
}
