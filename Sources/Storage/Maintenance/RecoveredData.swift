import EngineConcepts

/// The readable data of a damaged store.
struct RecoveredData: Sendable {
    var record = TrackRecord()
    /// The tickets that sources delivered for the Track.
    var entries: [Saved] = []
    /// The tickets beside the Track, which users may have starred.
    var besideTrack: [Saved] = []
    var settings: [String: String] = [:]
    var actions: [PendingAction] = []
    var removed: [KnownItem] = []
    var lostParts: Set<RecoveryReport.Part> = []
    var ticketsWithoutAuthor = 0
    /// True if a table was read from its leaf pages.
    var isScanned = false
    /// The number of tickets that the store had at least.
    var knownCount = 0

    /// A ticket with its marks.
    typealias Saved = (entry: TrackCommit.Entry, marks: Marks)

    /// The least number of tickets that could not be read, or `nil` if it is not known.
    var lostCount: Int? {
        let count = knownCount - entries.count
        return count > 0 || !lostParts.contains(.items) ? max(0, count) : nil
    }

    /// True if nothing was read.
    var isEmpty: Bool {
        entries.isEmpty && besideTrack.isEmpty && settings.isEmpty && actions.isEmpty && removed.isEmpty
    }

    /// The data of a store of which nothing can be read.
    static let nothing = RecoveredData(lostParts: Set(RecoveryReport.Part.allCases))

    /// Writes the data to an empty store.
    func insert(into store: TrackDatabase) async throws {
        let supplierStates = supplierStates
        var start = 0
        repeat {
            let end = min(start + 10_000, entries.count)
            _ = try await store.commit(
                TrackCommit(
                    inserted: entries[start..<end].map(\.entry), supplierStates: supplierStates,
                    active: record.active, visibleRanges: record.visibleRanges))
            start = end
        } while start < entries.count
        try await store.storeBesideTrack(besideTrack.map(\.entry))
        let marks = (entries + besideTrack).filter { $0.marks != Marks() }.map { ($0.entry.ticket.id, $0.marks) }
        try await store.restore(Dictionary(marks) { $1 })
        for (name, value) in settings {
            try await store.setSetting(name, to: value)
        }
        let removed = removed
        try await store.writing { try RemovedItems(db: $0).restore(removed) }
        try await store.apply(actions.map { .append($0) })
    }

    /// The states of the suppliers. If items, authors or states are lost, none counts as fetched, and the range that each
    /// has delivered is withdrawn. It is a gap until it is delivered again, even if the source no longer has anything that
    /// old.
    private var supplierStates: [SupplierID: SupplierState] {
        guard !lostParts.isDisjoint(with: [.items, .sources]) || ticketsWithoutAuthor > 0 else {
            return record.supplierStates
        }
        var times: [SupplierID: ClosedRange<Timestamp>] = [:]
        for (entry, _) in entries {
            let (supplier, time) = (entry.ticket.supplier, entry.ticket.key.time)
            let known = times[supplier] ?? time...time
            times[supplier] = min(known.lowerBound, time)...max(known.upperBound, time)
        }
        var states: [SupplierID: SupplierState] = [:]
        for supplier in Set(times.keys).union(record.supplierStates.keys) {
            let known = record.supplierStates[supplier]
            let claimed = known?.ranges.coverage.claimed
            // It is not known how far an unreadable state reached: it may have been everything.
            let end: Timestamp? = known == nil ? .beginningOfTime : claimed?.oldest
            let newest = [claimed?.newest, times[supplier]?.upperBound.secondAbove].compactMap(\.self).max()
            let oldest = [end, times[supplier]?.lowerBound.flooredToSecond].compactMap(\.self).min()
            var state = SupplierState()
            if let floor = known?.ranges.floor { state.ranges.lowerFloor(to: floor) }
            if let newest, let oldest, let delivered = Timeframe(from: newest, downTo: oldest) {
                state.ranges.coverage.withdraw(TimeframeSet(delivered))
            }
            states[supplier] = state
        }
        return states
    }
}
