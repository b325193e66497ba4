public import EngineConcepts

extension MemoryTrackStore {
    public func window(_ request: WindowRequest) async throws -> TrackWindow {
        let gaps = committed.gaps(in: request.view).map { TrackRow.gap($0) }
        let start: Start
        switch request.anchor {
        case .top: start = .top
        case .bottom: start = rows(before: .end, gaps, limit: 1, request).first.map { .at($0.place) } ?? .end
        case .place(let place): start = .at(place)
        case .time(let time): start = firstPlace(notNewerThan: time, gaps: gaps)
        }
        // One additional row on each side shows if there are more.
        let above = rows(before: start, gaps, limit: request.above + 1, request)
        let below = rows(from: start, gaps, limit: request.below + 1, request)
        let shown = Array(above.suffix(request.above))
        return TrackWindow(
            rows: shown + Array(below.prefix(request.below)), anchorIndex: shown.count,
            reachesTop: above.count <= request.above, reachesBottom: below.count <= request.below,
            version: committed.version)
    }

    public func entry(_ id: TicketID) async throws -> TrackEntry? { tickets[id].map(entry) }

    public func counts(in view: TrackView) async throws -> TrackCounts {
        var counts = TrackCounts()
        for entry in entries(of: view) { counts.count(entry, in: view) }
        return counts
    }

    public func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        var counts: [LabelID: TrackCounts] = [:]
        for entry in entries(of: view) {
            for label in entry.labels {
                var view = view
                view.topics = TopicSelection([label])
                counts[label, default: TrackCounts()].count(entry, in: view)
            }
        }
        return counts.filter { $0.value != TrackCounts() }
    }

    public func supplierCounts(in view: TrackView) async throws -> [SupplierID: TrackCounts] {
        var counts: [SupplierID: TrackCounts] = [:]
        for entry in storedEntries where view.suppliers?.contains(entry.ticket.supplier) ?? true {
            var view = view
            view.suppliers = [entry.ticket.supplier]
            guard view.onlySupplier != nil || shows(entry.ticket.key) else { continue }
            counts[entry.ticket.supplier, default: TrackCounts()].count(entry, in: view)
        }
        return counts.filter { $0.value != TrackCounts() }
    }

    /// Returns the entries among which a view chooses.
    private func entries(of view: TrackView) -> [TrackEntry] {
        view.onlySupplier == nil ? Array(shownEntries) : storedEntries
    }

    private var storedEntries: [TrackEntry] {
        order.all.filter { committed.active.contains($0.id.supplier) }
            .compactMap(entry)
    }

    private var shownEntries: some Sequence<TrackEntry> { order.all.lazy.filter(shows).compactMap(entry) }

    public func find(
        _ condition: SeekCondition, from place: TrackPlace, towards direction: ReadDirection, in view: TrackView
    ) async throws -> TrackPlace? {
        if condition == .gap {
            let places = committed.gaps(in: view).map { TrackPlace.gap($0.id) }
            return direction == .older ? places.first { place < $0 } : places.last { $0 < place }
        }
        let meetsCondition = { (key: OrderKey) -> Bool in
            guard self.matches(key, in: view), let stored = self.tickets[key.id] else { return false }
            return switch condition {
            case .unread: !stored.marks.isRead
            case .starred: stored.marks.isStarred
            case .late: stored.isLate
            case .otherSupplier(let supplier): key.id.supplier != supplier
            case .gap: false
            }
        }
        let found =
            switch direction {
            case .older: order.older(from: order.firstIndex { place < .ticket($0) }).first(where: meetsCondition)
            case .newer: order.newer(before: order.firstIndex { place <= .ticket($0) }).first(where: meetsCondition)
            }
        return found.map { .ticket($0) }
    }

    func matches(_ key: OrderKey, in view: TrackView, reach: TicketReach = .track) -> Bool {
        switch reach {
        case .track where view.onlySupplier == nil: shows(key) && entry(at: key).map(view.includes) ?? false
        case .track, .store:
            committed.active.contains(key.id.supplier) && entry(at: key).map(view.withoutFolding.includes) ?? false
        }
    }

    func entry(at key: OrderKey) -> TrackEntry? { tickets[key.id].map(entry) }

    private func entry(_ stored: Stored) -> TrackEntry {
        TrackEntry(stored.facts, as: stored.classification, effects: effects)
    }

    /// The position from which rows are counted.
    private enum Start {
        case top
        case at(TrackPlace)
        case end

        /// Returns true if `place` comes before this position.
        func isBelow(_ place: TrackPlace) -> Bool {
            switch self {
            case .top: false
            case .at(let start): place < start
            case .end: true
            }
        }
    }

    /// Returns the first rows from `start` on in reading order.
    private func rows(from start: Start, _ gaps: [TrackRow], limit: Int, _ request: WindowRequest) -> [TrackRow] {
        merged(
            order.older(from: order.firstIndex { !start.isBelow(.ticket($0)) }),
            gaps.drop { start.isBelow($0.place) }, limit: limit, request
        ) { gap, key in gap < .ticket(key) }
    }

    /// Returns the last rows before `start` in reading order.
    private func rows(before start: Start, _ gaps: [TrackRow], limit: Int, _ request: WindowRequest) -> [TrackRow] {
        merged(
            order.newer(before: order.firstIndex { !start.isBelow(.ticket($0)) }),
            Array(gaps.prefix { start.isBelow($0.place) }.reversed())[...], limit: limit, request
        ) { gap, key in .ticket(key) < gap }
        .reversed()
    }

    /// Returns up to `limit` rows of the tickets and gaps, both in the same direction.
    private func merged(
        _ keys: some Sequence<OrderKey>, _ gaps: ArraySlice<TrackRow>, limit: Int, _ request: WindowRequest,
        isFirst: (_ gap: TrackPlace, _ key: OrderKey) -> Bool
    ) -> [TrackRow] {
        var found: [TrackRow] = []
        var rest = gaps
        for key in keys where matches(key, in: request.view, reach: request.reach) {
            while found.count < limit, let gap = rest.first, isFirst(gap.place, key) {
                found.append(gap)
                rest.removeFirst()
            }
            guard found.count < limit else { return found }
            if let entry = entry(at: key) { found.append(.ticket(entry)) }
        }
        return found + rest.prefix(max(0, limit - found.count))
    }

    /// Returns the position of the newest row that is not newer than `time`.
    private func firstPlace(notNewerThan time: Timestamp, gaps: [TrackRow]) -> Start {
        let gap = gaps.first { $0.place.time <= time }?.place
        let ticket = order[order.firstIndex { $0.time <= time }].map { TrackPlace.ticket($0) }
        guard let place = [gap, ticket].compactMap(\.self).min() else { return .end }
        return .at(place)
    }
}

extension TrackCounts {
    /// Counts a visible ticket if the view includes it, or would with another filter state.
    fileprivate mutating func count(_ entry: TrackEntry, in view: TrackView) {
        guard view.filtered(.off).includes(entry) else { return }
        hidden += entry.hiddenBy == nil ? 0 : 1
        guard view.includes(entry) else { return }
        total += 1
        unread += entry.marks.isRead ? 0 : 1
    }
}
