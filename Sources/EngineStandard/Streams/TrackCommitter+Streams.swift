import EngineConcepts

extension TrackCommitter {
    /// Commits what streams have delivered in one transaction. Leaves out suppliers that are no longer active. Returns
    /// the gaps after the commit.
    func commit(_ pending: [SupplierID: PendingStreamChanges]) async throws -> [Gap] {
        try await locked {
            followsStreams = true
            let record = try await current().record
            let now = time.now()
            var pool = Pool.withoutFill(limits: limits, record: record, now: now)
            var gone: [TicketID] = []
            for (supplier, changes) in pending.sorted(by: { $0.key < $1.key }) where record.active.contains(supplier) {
                pool.accept(
                    try await ResolvedStreamChanges(
                        changes, of: supplier, now: now, without: recent, in: store))
                gone += changes.deleted.map { TicketID(supplier: supplier, item: $0) }
            }
            pool.close(.bound, participants: [])
            let changed = pool.ticketIDs
            if !changed.isEmpty || !pool.deleted.isEmpty || !pool.changedSuppliers.isEmpty {
                _ = try await commitPool(pool, of: nil)
            }
            let after = try await current()
            for id in changed { recent.add(id, in: after.record.version, isDeleted: false) }
            for id in gone { recent.add(id, in: after.record.version, isDeleted: true) }
            return after.gaps
        }
    }

    /// Applies to a Pool what streams and actions have stored since its fill started: removes tickets and deletions that are
    /// stored by now, and keeps a ticket as an update if its version is newer than the stored one. A ticket beside the Track
    /// stays new: it is not in the Track yet.
    func reconcile(_ pool: inout Pool) async throws {
        guard !recent.isEmpty else { return }
        let version = pool.plan.record.version
        pool.dropDeletions(where: recent.isDeleted)
        for id in pool.ticketIDs {
            if recent.isDeleted(id) {
                pool.drop(id)
            } else if recent.contains(id, since: version),
                try await store.knownItems([id.item], of: id.supplier)[id.item] != nil,
                let stored = try await store.entry(id)?.ticket
            {
                pool.reconcile(id, with: stored)
            }
        }
    }
}
