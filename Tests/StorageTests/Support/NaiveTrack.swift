import EngineConcepts

/// A naive model of the Track without indexes, which a store must agree with.
struct NaiveTrack {
    struct Stored {
        var ticket: Ticket
        var fingerprint: UInt64
        var marks = Marks()
        var isLate: Bool
        var isDeleted = false
    }

    private(set) var record = TrackRecord()
    private(set) var stored: [TicketID: Stored] = [:]
    /// Classifies tickets on every read.
    var classifier: (any TicketClassifier)?

    mutating func commit(_ commit: TrackCommit) {
        record.version = record.version.next
        record.visibleRanges = commit.visibleRanges
        record.active = commit.active
        record.supplierStates.merge(commit.supplierStates) { $1 }
        for entry in commit.inserted + commit.updated {
            write(entry)
        }
        for id in commit.deleted {
            stored[id]?.isDeleted = true
        }
    }

    private mutating func write(_ entry: TrackCommit.Entry) {
        let id = entry.ticket.id
        guard let known = stored[id] else {
            stored[id] = Stored(ticket: entry.ticket, fingerprint: entry.fingerprint, isLate: entry.isLate)
            return
        }
        var new = Stored(ticket: entry.ticket, fingerprint: entry.fingerprint, marks: known.marks, isLate: entry.isLate)
        if !known.isDeleted {
            let ticket = entry.ticket
            new.ticket = Ticket(
                key: known.ticket.key, shownTime: ticket.shownTime, editTime: ticket.editTime,
                timeIsAssumed: ticket.timeIsAssumed, body: ticket.body, source: ticket.source)
            new.isLate = known.isLate
        }
        stored[id] = new
    }

    mutating func mark(_ id: TicketID, _ change: MarkChange) {
        guard let marks = stored[id]?.marks else { return }
        stored[id]?.marks = change.applied(to: marks)
    }

    private func entry(_ stored: Stored) -> TrackEntry {
        let facts = TicketFacts(stored.ticket, marks: stored.marks, isLate: stored.isLate)
        let classification = classifier?.classify(facts) ?? Classification()
        let effects = (classifier?.labels ?? []).filter { classification.labels.contains($0.id) }.compactMap(\.effect)
        return TrackEntry(
            ticket: stored.ticket, marks: stored.marks, isLate: stored.isLate, labels: classification.labels,
            hiddenBy: stored.marks.isUnhidden ? nil : classification.hiddenBy,
            effects: Set(effects.filter { $0 != .hide }))
    }

    /// Returns true if the view's sources and marks include a ticket. Checked before its labels, which take the most time.
    private func mayBelong(_ stored: Stored, to view: TrackView) -> Bool {
        if let suppliers = view.suppliers, !suppliers.contains(stored.ticket.supplier) { return false }
        if view.unreadOnly && stored.marks.isRead || view.starredOnly && !stored.marks.isStarred { return false }
        return !view.laterOnly || stored.marks.isLater
    }

    /// Returns true if the view's filter and topics include an entry.
    private func belongs(_ entry: TrackEntry, to view: TrackView) -> Bool {
        if view.filter == .on && entry.hiddenBy != nil || view.filter == .hiddenOnly && entry.hiddenBy == nil {
            return false
        }
        guard let topics = view.topics else { return true }
        let common = topics.labels.intersection(entry.labels)
        return topics.combination == .union ? !common.isEmpty : common == topics.labels
    }

    func counts(in view: TrackView) -> TrackCounts {
        counts(in: view, of: shown(in: view.filtered(.off)))
    }

    /// Returns the counts of a view, of which `entries` has all tickets and may have others of the same sources and marks.
    private func counts(in view: TrackView, of entries: [TrackEntry]) -> TrackCounts {
        let unfiltered = entries.filter { belongs($0, to: view.filtered(.off)) }
        let seen = unfiltered.filter { belongs($0, to: view) }
        return TrackCounts(
            total: seen.count, unread: seen.count { !$0.marks.isRead },
            hidden: unfiltered.count { $0.hiddenBy != nil })
    }

    func labelCounts(in view: TrackView) -> [LabelID: TrackCounts] {
        var counts: [LabelID: TrackCounts] = [:]
        var view = view
        view.topics = nil
        let entries = shown(in: view.filtered(.off))
        for label in classifier?.labels ?? [] {
            view.topics = TopicSelection([label.id])
            let counted = self.counts(in: view, of: entries)
            counts[label.id] = counted == TrackCounts() ? nil : counted
        }
        return counts
    }

    func supplierCounts(in view: TrackView) -> [SupplierID: TrackCounts] {
        var counts: [SupplierID: TrackCounts] = [:]
        for supplier in Set(stored.values.map(\.ticket.supplier)) where view.suppliers?.contains(supplier) ?? true {
            var view = view
            view.suppliers = [supplier]
            let counted = self.counts(in: view)
            counts[supplier] = counted == TrackCounts() ? nil : counted
        }
        return counts
    }

    func count(seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe) -> Int {
        stored.values.count { stored in
            !stored.isDeleted && suppliers.contains(stored.ticket.supplier)
                && timeframe.contains(stored.ticket.key.time) && mayBelong(stored, to: view)
                && belongs(entry(stored), to: view)
        }
    }

    /// Marks the view's tickets from `place` down as read and returns those that were unread.
    mutating func markRead(downFrom place: TrackPlace?, in view: TrackView) -> Set<TicketID> {
        let marked = Set(
            shown(in: view).filter { !$0.marks.isRead && (place ?? .ticket($0.ticket.key)) <= .ticket($0.ticket.key) }
                .map(\.ticket.id))
        for id in marked {
            mark(id, MarkChange(read: true))
        }
        return marked
    }

    /// All rows of a view, newest first.
    func rows(in view: TrackView, _ reach: TicketReach = .track) -> [TrackRow] {
        let tickets = shown(in: view, reach).map(TrackRow.ticket)
        return (tickets + record.gaps(in: view).map(TrackRow.gap)).sorted { $0.place < $1.place }
    }

    /// The tickets of a view, in no order.
    func shown(in view: TrackView, _ reach: TicketReach = .track) -> [TrackEntry] {
        let isOfOne = view.suppliers?.count == 1 && !view.starredOnly && !view.laterOnly
        return stored.values
            .filter { stored in
                !stored.isDeleted && record.active.contains(stored.ticket.supplier) && mayBelong(stored, to: view)
                    && (reach == .store || isOfOne || record.shows(stored.ticket.key.time))
            }
            .map(entry).filter { belongs($0, to: view) }
    }

    func window(_ request: WindowRequest) -> TrackWindow {
        let rows = rows(in: request.view, request.reach)
        let anchor =
            switch request.anchor {
            case .top: 0
            case .bottom: max(rows.count - 1, 0)
            case .place(let place): rows.firstIndex { $0.place >= place } ?? rows.count
            case .time(let time): rows.firstIndex { $0.place.time <= time } ?? rows.count
            }
        let first = max(0, anchor - request.above)
        let last = min(rows.count, anchor + request.below)
        return TrackWindow(
            rows: Array(rows[first..<last]), anchorIndex: anchor - first, reachesTop: first == 0,
            reachesBottom: last == rows.count, version: record.version)
    }

    func find(_ condition: SeekCondition, from place: TrackPlace, towards direction: ReadDirection, in view: TrackView)
        -> TrackPlace?
    {
        let found = rows(in: view)
            .filter { row in
                switch (condition, row) {
                case (.gap, .gap): true
                case (.unread, .ticket(let entry)): !entry.marks.isRead
                case (.starred, .ticket(let entry)): entry.marks.isStarred
                // Late is what came into a range that the Track shows.
                case (.late, .ticket(let entry)): entry.isLate && record.shows(entry.ticket.key.time)
                case (.otherSupplier(let supplier), .ticket(let entry)): entry.ticket.supplier != supplier
                default: false
                }
            }
            .map(\.place)
        return direction == .older ? found.first { $0 > place } : found.last { $0 < place }
    }

    func keys(of suppliers: Set<SupplierID>, in timeframe: Timeframe) -> [OrderKey] {
        stored.values
            .filter {
                !$0.isDeleted && suppliers.contains($0.ticket.supplier) && timeframe.contains($0.ticket.key.time)
            }
            .map(\.ticket.key).sorted()
    }
}
