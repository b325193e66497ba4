import EngineConcepts

extension FetchAnswer {
    /// The most items that are looked for by their content, and the most stored ones that each is compared with.
    private static let maximumRenamedItems = (onPage: 500, atInstant: 64)

    /// Adds to unknown items the identities under which their source delivered them before, so that they are not stored twice.
    ///
    /// Such an item has the time, the link, the title and the text of a stored one whose identity is not on the page. What
    /// differs in any of these is another item: entries of a live blog share their link, and often their title.
    ///
    /// - Parameter known: The stored records of the page's items. Gets those of the identities that are added.
    mutating func findRenamedItems(
        _ known: inout [String: KnownItem], of supplier: SupplierID, in store: any TrackStore
    ) async throws {
        guard mayRenameItems else { return }
        let candidates = try await renamingCandidates(known, of: supplier, in: store)
        guard !candidates.isEmpty else { return }
        let listed = Set(items.flatMap { [$0.id] + $0.formerIDs + $0.sharedIDs })
        for (index, time) in candidates.prefix(Self.maximumRenamedItems.onPage) {
            guard let instant = Timeframe(from: time.advanced(by: .milliseconds(1)), downTo: time) else { continue }
            let others =
                try await store.knownKeys(of: supplier, in: instant, limit: Self.maximumRenamedItems.atInstant)
                .map(\.id.item).filter { !listed.contains($0) }
            guard !others.isEmpty else { continue }
            let stored = try await store.knownItems(others, of: supplier)
            let fingerprint = items[index].fingerprint
            for id in others {
                guard let record = stored[id], !SourceItem.isEdit(from: record.fingerprint, to: fingerprint)
                else { continue }
                known[id] = record
                items[index].formerIDs.append(id)
            }
        }
    }

    /// Returns the indices and times of unknown items that can be stored ones, or none if nothing is stored around their times.
    private func renamingCandidates(
        _ known: [String: KnownItem], of supplier: SupplierID, in store: any TrackStore
    ) async throws -> [(index: Int, time: Timestamp)] {
        let unknown = items.indices.compactMap { index -> (index: Int, time: Timestamp)? in
            let item = items[index]
            guard let time = item.orderTime, item.body.title != nil, item.body.link != nil, known[item.id] == nil,
                item.formerIDs.allSatisfy({ known[$0] == nil })
            else { return nil }
            return (index, time)
        }
        guard !unknown.isEmpty,
            let newest = try await store.knownKeys(of: supplier, in: .always, limit: 1).first?.time
        else { return [] }
        // Most unknown items are new, and newer than all that is stored.
        let candidates = unknown.filter { $0.time <= newest }
        let times = candidates.map(\.time)
        // Unknown items of an older page are mostly older than all that is stored, and need no search.
        guard let first = times.max(), let last = times.min(),
            let range = Timeframe(from: first.advanced(by: .milliseconds(1)), downTo: last),
            try await !store.knownKeys(of: supplier, in: range, limit: 1).isEmpty
        else { return [] }
        return candidates
    }
}
