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
        let unknown = items.indices.filter { index in
            let item = items[index]
            return item.orderTime != nil && item.body.title != nil && item.body.link != nil
                && known[item.id] == nil && item.formerIDs.allSatisfy { known[$0] == nil }
        }
        guard !unknown.isEmpty,
            let newest = try await store.knownKeys(of: supplier, in: .always, limit: 1).first?.time
        else { return }
        let listed = Set(items.flatMap { [$0.id] + $0.formerIDs + $0.sharedIDs })
        // Most unknown items are new, and newer than all that is stored.
        let candidates = unknown.filter { items[$0].orderTime.map { $0 <= newest } ?? false }
        // Unknown items of an older page are mostly older than all that is stored, and need no search.
        let times = candidates.compactMap { items[$0].orderTime }
        guard let first = times.max(), let last = times.min(),
            let range = Timeframe(from: first.advanced(by: .milliseconds(1)), downTo: last),
            try await !store.knownKeys(of: supplier, in: range, limit: 1).isEmpty
        else { return }
        for index in candidates.prefix(Self.maximumRenamedItems.onPage) {
            guard let time = items[index].orderTime,
                let instant = Timeframe(from: time.advanced(by: .milliseconds(1)), downTo: time)
            else { continue }
            let others =
                try await store.knownKeys(
                    of: supplier, in: instant, limit: Self.maximumRenamedItems.atInstant
                )
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
}
