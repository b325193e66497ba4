public import EngineConcepts

/// A store in memory, for tests and for engines whose Track ends with the process. It behaves exactly like a durable one.
public actor MemoryTrackStore: TrackStore {
    struct Stored {
        var ticket: Ticket
        var fingerprint: UInt64
        var marks = Marks()
        var isLate: Bool
        var classification = Classification()

        var facts: TicketFacts { TicketFacts(ticket, marks: marks, isLate: isLate) }
    }

    var committed = TrackRecord()
    var tickets: [TicketID: Stored] = [:]
    var order = ChunkedKeys()
    /// The tickets beside the Track.
    private var beside: Set<TicketID> = []
    /// The items of removed tickets.
    private var removedItems: [SupplierID: [String: KnownItem]] = [:]
    private var settings: [String: String] = [:]
    /// The tickets of each post with a canonical URI.
    private var byURI: [String: Set<TicketID>] = [:]
    public private(set) var classifier: (any TicketClassifier)?
    private(set) var effects: [LabelID: LabelEffect] = [:]

    public init() {}

    public func record() async throws -> TrackRecord { committed }

    public func knownItems(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        let removed = removedItems[supplier] ?? [:]
        return items.reduce(into: [:]) { found, item in
            found[item] = known(TicketID(supplier: supplier, item: item), isBeside: false) ?? removed[item]
        }
    }

    private func known(_ id: TicketID, isBeside: Bool) -> KnownItem? {
        guard let stored = tickets[id], beside.contains(id) == isBeside else { return nil }
        return KnownItem(key: stored.ticket.key, fingerprint: stored.fingerprint)
    }

    public func knownKeys(of supplier: SupplierID, in timeframe: Timeframe, limit: Int) async throws -> [OrderKey] {
        let stored = try await keys(of: [supplier], in: timeframe, towards: .older, limit: limit)
        let removed = (removedItems[supplier] ?? [:]).values.map(\.key).filter { timeframe.contains($0.time) }
        return Array((stored + removed).sorted().prefix(limit))
    }

    public func removable(
        by retention: Retention, keeping kept: Set<TicketID>, limit: Int
    ) async throws -> [OrderKey] {
        Array(removable(by: retention).filter { !kept.contains($0.id) }.prefix(limit))
    }

    public func removableCounts(by retention: Retention) async throws -> [SupplierID: Int] {
        removable(by: retention).reduce(into: [:]) { $0[$1.id.supplier, default: 0] += 1 }
    }

    private func removable(by retention: Retention) -> [OrderKey] {
        let keys = Dictionary(grouping: order.all) { $0.id.supplier }
        let suppliers = keys.filter { supplier, _ in
            switch retention.scope {
            case .active: committed.active.contains(supplier)
            case .all: true
            case .inactive: !committed.active.contains(supplier)
            }
        }
        return suppliers.flatMap { supplier, keys -> [OrderKey] in
            let isActive = committed.active.contains(supplier)
            return keys.enumerated()
                .filter { index, key in
                    guard let marks = tickets[key.id]?.marks, marks.isRead || !isActive, !marks.isStarred,
                        !marks.isLater
                    else { return false }
                    return retention.oldest.map { key.time < $0 } ?? false
                        || retention.newestOfEach.map { index >= $0 } ?? false
                }
                .map(\.element)
        }
    }

    public func copies(ofPost uri: String) async throws -> [TicketID] {
        (byURI[uri] ?? []).sorted { "\($0)" < "\($1)" }
    }

    public func count(
        seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int
    ) async throws -> Int {
        var count = 0
        for key in order.older(from: order.firstIndex { $0.time < timeframe.start }) {
            guard key.time >= timeframe.end, count < limit else { break }
            count += suppliers.contains(key.id.supplier) && entry(at: key).map(view.includes) ?? false ? 1 : 0
        }
        return count
    }

    public func keys(
        of suppliers: Set<SupplierID>, in timeframe: Timeframe, towards direction: ReadDirection, limit: Int
    ) async throws -> [OrderKey] {
        func first(of keys: some Sequence<OrderKey>) -> [OrderKey] {
            let inside = keys.lazy.prefix { timeframe.contains($0.time) }
            return Array(inside.filter { suppliers.contains($0.id.supplier) }.prefix(limit))
        }
        return switch direction {
        case .older: first(of: order.older(from: order.firstIndex { $0.time < timeframe.start }))
        case .newer: first(of: order.newer(before: order.firstIndex { $0.time < timeframe.end })).reversed()
        }
    }

    public func withheld(in timeframe: Timeframe, of view: TrackView, upTo limit: Int) async throws -> Int {
        try await count(seenIn: view, of: committed.active, in: timeframe, upTo: limit)
    }

    public func knownItemsBesideTrack(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        items.reduce(into: [:]) { $0[$1] = known(TicketID(supplier: supplier, item: $1), isBeside: true) }
    }

    public func storeBesideTrack(_ entries: [TrackCommit.Entry]) async throws {
        for entry in entries {
            let id = entry.ticket.id
            guard tickets[id] == nil || beside.contains(id) else { continue }
            beside.insert(id)
            write(entry)
        }
    }

    public func removeBesideTrack(
        olderThan time: Timestamp, keeping kept: Set<TicketID>, limit: Int
    ) async throws -> Int {
        let old = beside.filter { id in
            guard !kept.contains(id), let stored = tickets[id] else { return false }
            return stored.ticket.key.time < time && !stored.marks.isStarred && !stored.marks.isLater
        }
        for id in old.prefix(limit) { removeTicket(id) }
        return min(old.count, limit)
    }

    public func commit(_ commit: TrackCommit) async throws -> TrackVersion {
        for entry in commit.inserted {
            moveIntoTrack(entry)
            write(entry)
        }
        for entry in commit.updated where tickets[entry.ticket.id] != nil { write(entry) }
        for id in commit.deleted { removeTicket(id) }
        for id in commit.removed {
            guard let stored = removeTicket(id), commit.active.contains(id.supplier) else { continue }
            removedItems[id.supplier, default: [:]][id.item] = KnownItem(
                key: stored.ticket.key, fingerprint: stored.fingerprint, isRemoved: true)
        }
        committed.supplierStates.merge(commit.supplierStates) { _, new in new }
        committed.active = commit.active
        committed.visibleRanges = commit.visibleRanges
        committed.version = committed.version.next
        return committed.version
    }

    public func neighbour(of place: TrackPlace, towards direction: ReadDirection) async throws -> OrderKey? {
        switch direction {
        case .older: order.older(from: order.firstIndex { place < .ticket($0) }).first { shows($0) }
        case .newer: order.newer(before: order.firstIndex { place <= .ticket($0) }).first { shows($0) }
        }
    }

    func shows(_ key: OrderKey) -> Bool {
        committed.active.contains(key.id.supplier) && committed.shows(key.time)
    }

    /// Gives a ticket beside the Track its place in the Track. Its marks stay.
    private func moveIntoTrack(_ entry: TrackCommit.Entry) {
        let id = entry.ticket.id
        guard removedItems[id.supplier]?[id.item] == nil, beside.remove(id) != nil else { return }
        tickets[id]?.ticket = entry.ticket
        tickets[id]?.isLate = entry.isLate
        order.insert(entry.ticket.key)
    }

    /// Removes a ticket in the Track or beside it, and returns it.
    @discardableResult
    private func removeTicket(_ id: TicketID) -> Stored? {
        guard let stored = tickets.removeValue(forKey: id) else { return nil }
        if let uri = stored.ticket.body.uri { byURI[uri]?.remove(id) }
        if beside.remove(id) == nil { order.remove(stored.ticket.key) }
        return stored
    }

    private func write(_ entry: TrackCommit.Entry) {
        let ticket = entry.ticket
        guard removedItems[ticket.supplier]?[ticket.id.item] == nil || beside.contains(ticket.id) else { return }
        if let uri = tickets[ticket.id]?.ticket.body.uri, uri != ticket.body.uri { byURI[uri]?.remove(ticket.id) }
        if var known = tickets[ticket.id] {
            known.ticket = ticket.moved(to: known.ticket.key)
            known.fingerprint = entry.fingerprint
            if entry.isRead { known.marks.isRead = true }
            tickets[ticket.id] = known
        } else {
            // A ticket of a post that the store has gets the marks of the others.
            var marks = ticket.body.uri.flatMap { byURI[$0]?.first }.flatMap { tickets[$0]?.marks } ?? Marks()
            if entry.isRead { marks.isRead = true }
            tickets[ticket.id] = Stored(
                ticket: ticket, fingerprint: entry.fingerprint, marks: marks, isLate: entry.isLate)
            if !beside.contains(ticket.id) { order.insert(ticket.key) }
        }
        if let uri = ticket.body.uri { byURI[uri, default: []].insert(ticket.id) }
        classify(ticket.id)
    }

    private func classify(_ id: TicketID) {
        guard let stored = tickets[id] else { return }
        tickets[id]?.classification = classifier?.classify(stored.facts) ?? Classification()
    }
}

extension MemoryTrackStore: LabelStore {
    /// Replaces the classifier and classifies all tickets at once.
    public func adopt(_ classifier: any TicketClassifier) async throws {
        self.classifier = classifier
        effects = Dictionary(classifier.labels.compactMap { label in label.effect.map { (label.id, $0) } }) { $1 }
        for id in tickets.keys { classify(id) }
    }

    /// Classifies tickets whose classification has expired.
    public func classify(upTo count: Int) async throws -> LabelProgress {
        guard let now = classifier?.now() else { return .nothing }
        for (id, stored) in tickets where stored.classification.holdsUntil.map({ $0 <= now }) ?? false {
            classify(id)
        }
        return .nothing
    }

    /// Returns complete progress always, because tickets never wait.
    public func labelProgress() async throws -> LabelProgress { .nothing }
}

extension MemoryTrackStore: SettingStore {
    public func settings(_ names: [String]) async throws -> [String: String] {
        settings.filter { names.contains($0.key) }
    }

    public func settings(beginningWith prefix: String) async throws -> [String: String] {
        settings.filter { $0.key.hasPrefix(prefix) }
    }

    public func setSetting(_ name: String, to value: String?) async throws { settings[name] = value }
}

extension MemoryTrackStore: MarkStore {
    public func mark(
        _ marked: [TicketID], _ change: MarkChange, _ progress: @Sendable (Int) async -> Void
    ) async throws -> [TicketID: Marks] {
        // A mark spreads to other tickets of its post: remember all marks first.
        let previous: [TicketID: Marks] = marked.reduce(into: [:]) { $0[$1] = tickets[$1]?.marks }
        for (id, marks) in previous { setMarks(of: id, to: change.applied(to: marks)) }
        return previous
    }

    public func markRead(
        downFrom place: TrackPlace?, in view: TrackView, _ progress: @Sendable (Int) async -> Void
    ) async throws -> [TicketID] {
        let start = place.map { place in order.firstIndex { place <= .ticket($0) } } ?? order.startIndex
        var marked: [TicketID] = []
        for key in order.older(from: start) where matches(key, in: view) && tickets[key.id]?.marks.isRead == false {
            marked.append(key.id)
        }
        // Marked last, because marks can change what belongs to the view.
        _ = try await mark(marked, MarkChange(read: true))
        return marked
    }

    public func restore(_ marks: [TicketID: Marks], _ progress: @Sendable (Int) async -> Void) async throws {
        for (id, marks) in marks { setMarks(of: id, to: marks) }
    }

    /// Sets the marks of a ticket, and of the others of its post.
    private func setMarks(of id: TicketID, to marks: Marks) {
        let copies = tickets[id]?.ticket.body.uri.flatMap { byURI[$0] } ?? [id]
        for copy in copies {
            tickets[copy]?.marks = marks
            if classifier?.readsMarks == true { classify(copy) }
        }
    }
}
