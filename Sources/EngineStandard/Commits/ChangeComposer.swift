import EngineConcepts

/// Computes the changes of a commit to the Track's rows from the engine's state and a few lookups: two for every
/// contiguous run of inserted rows, none for the rows within it. The number of lookups does not depend on the size of
/// the store.
struct ChangeComposer {
    /// The time at which the store is read.
    enum Moment {
        /// Before the commit; the store holds the rows that stay.
        case before
        /// After the commit, for changes of the supplier list; the store holds all rows.
        case after
    }

    private let store: any TrackStore
    private let before: TrackRecord
    private let after: TrackRecord
    private let moment: Moment
    private let keptGaps: [TrackPlace]
    private let insertedGaps: [TrackPlace]
    /// The ranges that the Track did not show before: all, or ranges below its previous top. Every row in them is inserted.
    private let newlyShown: TimeframeSet

    private(set) var changes: TrackChanges
    /// The number of inserted tickets that were stored before.
    private(set) var revealedCount = 0

    init(store: any TrackStore, before: TrackState, after: TrackState, moment: Moment) {
        self.store = store
        self.before = before.record
        self.after = after.record
        self.moment = moment
        let gapsBefore = before.gaps.keyed(by: \.id)
        let idsAfter = Set(after.gaps.map(\.id))
        changes = TrackChanges(version: after.record.version)
        changes.removed = before.gaps.filter { !idsAfter.contains($0.id) }.map { .gap($0.id) }
        changes.reloaded = after.gaps.filter { gap in gapsBefore[gap.id].map { $0 != gap } ?? false }
            .map { .gap($0.id) }
        changes.addedSuppliers = after.record.active.subtracting(before.record.active)
        changes.removedSuppliers = before.record.active.subtracting(after.record.active)
        insertedGaps = after.gaps.filter { gapsBefore[$0.id] == nil }.map { .gap($0.id) }
        keptGaps = after.gaps.filter { gapsBefore[$0.id] != nil }.map { .gap($0.id) }
        newlyShown = after.record.shownRanges.subtracting(before.record.shownRanges)
    }

    /// Adds the changes of tickets.
    ///
    /// - Parameter inserted: New tickets in the Track's order, visible or not.
    mutating func add(inserted: [OrderKey], updated: [OrderKey], deleted: Set<OrderKey>) async throws {
        changes.removed += deleted.sorted().filter { isShown($0, in: before) }.map { .ticket($0.id) }
        changes.reloaded += updated.sorted().filter { isShown($0, in: before) }.map { .ticket($0.id) }
        var tickets = inserted.filter { isShown($0, in: after) }
        if !newlyShown.isEmpty, before.version != .empty {
            var withheld: [OrderKey] = []
            for range in newlyShown.timeframes {
                withheld += try await store.keys(of: after.active, in: range, towards: .older, limit: .max)
                    .filter { !deleted.contains($0) }
            }
            let shown = tickets.count
            tickets = Self.merge(tickets, withheld)
            revealedCount = tickets.count - shown
        }
        try await place(tickets, deleted: deleted)
    }

    private func isShown(_ key: OrderKey, in record: TrackRecord) -> Bool {
        record.active.contains(key.id.supplier) && record.shows(key.time)
    }

    /// Merges two sorted lists. An element of both is there once.
    private static func merge<Element: Comparable>(_ lhs: [Element], _ rhs: [Element]) -> [Element] {
        guard !lhs.isEmpty else { return rhs }
        guard !rhs.isEmpty else { return lhs }
        var merged: [Element] = []
        merged.reserveCapacity(lhs.count + rhs.count)
        var left = lhs[...]
        var right = rhs[...]
        while let first = left.first, let second = right.first {
            if first < second {
                merged.append(left.removeFirst())
            } else {
                merged.append(right.removeFirst())
                if first == second { left.removeFirst() }
            }
        }
        return merged + left + right
    }

    /// The next ticket below an inserted row that stays.
    private enum NextTicket {
        /// It was not looked up yet.
        case unknown
        case at(TrackPlace)
        /// There is none.
        case missing
    }

    /// Determines the row above each inserted row.
    private mutating func place(_ tickets: [OrderKey], deleted: Set<OrderKey>) async throws {
        let places = Self.merge(tickets.map { TrackPlace.ticket($0) }, insertedGaps)
        changes.inserted.reserveCapacity(places.count)
        var stay = keptGaps[...]
        var above: TrackPlace?
        var next = NextTicket.unknown
        var last: TrackPlace?
        for place in places {
            while let gap = stay.first, gap < place {
                above = max(above ?? gap, gap)
                stay.removeFirst()
            }
            if needsLookUp(place, after: last, next: next) {
                if let ticket = try await neighbour(of: place, towards: .newer, deleted: deleted) {
                    above = max(above ?? .ticket(ticket), .ticket(ticket))
                }
                if moment == .before {
                    let below = try await neighbour(of: place, towards: .older, deleted: deleted)
                    next = below.map { NextTicket.at(.ticket($0)) } ?? .missing
                }
            }
            changes.inserted.append(.init(place, below: above.map(\.row)))
            above = place
            last = place
        }
    }

    /// Returns true if a ticket that stays can lie between the last inserted row and `place`.
    private func needsLookUp(_ place: TrackPlace, after last: TrackPlace?, next: NextTicket) -> Bool {
        guard !before.visibleRanges.isEmpty else { return false }
        if let last, let timeframe = newlyShown.timeframe(containing: place.time), timeframe.contains(last.time) {
            return false
        }
        return switch next {
        case .unknown: true
        case .at(let ticket): ticket < place
        case .missing: false
        }
    }

    private func neighbour(
        of place: TrackPlace, towards direction: ReadDirection, deleted: Set<OrderKey>
    ) async throws -> OrderKey? {
        var found = try await store.neighbour(of: place, towards: direction)
        while let key = found, deleted.contains(key) {
            found = try await store.neighbour(of: .ticket(key), towards: direction)
        }
        return found
    }
}
