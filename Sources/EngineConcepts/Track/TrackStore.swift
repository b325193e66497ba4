/// The Track's memory, as the engine sees it. Only the engine writes through this.
public protocol TrackStore: TrackReader {
    /// What decides about the labels of what is committed; nil where nothing does, and no ticket gets any.
    var classifier: (any TicketClassifier)? { get async }

    /// What the engine knew when it last committed.
    func record() async throws -> TrackRecord

    /// What is known of these items of a supplier; items never seen are absent from the answer.
    func known(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem]

    /// How many tickets of `suppliers` are stored in `timeframe`, counting no further than `limit`.
    func count(of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int) async throws -> Int

    /// How many tickets are stored in `timeframe` that `view` would show, did the Track show them, of `suppliers` only,
    /// counting no further than `limit`. May look at every stored ticket of the timeframe.
    func count(
        seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int
    ) async throws -> Int

    /// The places of stored tickets of `suppliers` in `timeframe`, shown or withheld, newest first. No more than `limit`
    /// of them: those nearest to the newer bound for ``FetchSide/older``, those nearest to the older bound for
    /// ``FetchSide/newer``.
    func keys(of suppliers: Set<SupplierID>, in timeframe: Timeframe, from side: FetchSide, limit: Int)
        async throws -> [OrderKey]

    /// Writes all of `commit`, or nothing, and makes it last.
    func commit(_ commit: TrackCommit) async throws -> TrackVersion

    /// The newest ticket below `place` (``FetchSide/older``) or the oldest above it (``FetchSide/newer``), among those
    /// that the Track shows; a ticket at `place` itself is neither.
    func neighbour(of place: TrackPlace, towards side: FetchSide) async throws -> OrderKey?
}

/// All that an engine remembers, tickets apart.
public struct TrackRecord: Hashable, Sendable {
    /// The version of the last commit.
    public var version: TrackVersion
    /// What the Track shows.
    public var extent: TimeframeSet
    /// What is known of each supplier, removed ones included.
    public var ledgers: [SupplierID: SupplierState]
    /// The suppliers whose tickets and gaps belong to the Track.
    public var active: Set<SupplierID>

    /// Makes a record; without arguments that of an empty Track.
    public init(
        version: TrackVersion = .empty, extent: TimeframeSet = TimeframeSet(),
        ledgers: [SupplierID: SupplierState] = [:], active: Set<SupplierID> = []
    ) {
        self.version = version
        self.extent = extent
        self.ledgers = ledgers
        self.active = active
    }

    /// The Track's gaps, newest first.
    public var gaps: [Gap] {
        GapDerivation.gaps(extent: extent, ledgers: activeLedgers)
    }

    /// What is known of the active suppliers; one that nothing is known of was never asked.
    public var activeLedgers: [SupplierID: SupplierState] {
        Dictionary(uniqueKeysWithValues: active.map { ($0, ledgers[$0] ?? SupplierState()) })
    }

    /// The gaps of a view, newest first: every full gap, since what it withholds may belong to the view, and those
    /// partial ones in which a supplier of the view is missing.
    public func gaps(in view: TrackView) -> [Gap] {
        gaps.compactMap { $0.seen(in: view) }
    }

    /// Whether the Track shows a ticket of this place, were its supplier active. Above the extent everything is shown:
    /// there is no gap above the newest refresh.
    public func shows(_ time: Timestamp) -> Bool {
        guard let top = extent.newest else { return false }
        return time >= top || extent.contains(time)
    }
}

/// What a store knows of an item that it has.
public struct KnownItem: Hashable, Sendable {
    /// Its place, frozen at first sight.
    public var key: OrderKey
    /// The fingerprint of its content.
    public var fingerprint: UInt64

    /// Makes a record of a known item.
    public init(key: OrderKey, fingerprint: UInt64) {
        self.key = key
        self.fingerprint = fingerprint
    }
}

/// What one fill changes, written in one transaction.
public struct TrackCommit: Hashable, Sendable {
    /// A ticket to write.
    public struct Entry: Hashable, Sendable {
        /// The ticket.
        public var ticket: Ticket
        /// The fingerprint of its content.
        public var fingerprint: UInt64
        /// Whether it came late. Not looked at for updates.
        public var isLate: Bool
        /// Whether an update brings other counts and nothing else: it is no edit.
        public var isRecount: Bool

        /// Makes an entry.
        public init(ticket: Ticket, fingerprint: UInt64, isLate: Bool = false, isRecount: Bool = false) {
            self.ticket = ticket
            self.fingerprint = fingerprint
            self.isLate = isLate
            self.isRecount = isRecount
        }
    }

    /// New tickets. One that the store has already is taken as an update.
    public var inserted: [Entry]
    /// Tickets whose content or counts changed. Places and marks stay; the former content is kept as the edit history.
    public var updated: [Entry]
    /// Tickets that were deleted at their source.
    public var deleted: [TicketID]
    /// The ledgers that changed.
    public var ledgers: [SupplierID: SupplierState]
    /// The suppliers whose tickets and gaps belong to the Track from now on.
    public var active: Set<SupplierID>
    /// What the Track shows from now on.
    public var extent: TimeframeSet

    /// Makes a commit.
    public init(
        inserted: [Entry] = [], updated: [Entry] = [], deleted: [TicketID] = [],
        ledgers: [SupplierID: SupplierState] = [:], active: Set<SupplierID>, extent: TimeframeSet
    ) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        self.ledgers = ledgers
        self.active = active
        self.extent = extent
    }
}

/// Keeps what the reader does to tickets.
public protocol MarkStore: Sendable {
    /// Changes the marks of these tickets and answers what they were before, for undo.
    ///
    /// - Parameter tell: Hears how many are marked so far, where that takes several transactions.
    func mark(
        _ tickets: [TicketID], _ change: MarkChange, _ tell: @Sendable (Int) async -> Void
    ) async throws -> [TicketID: Marks]

    /// Marks every shown ticket of the view that is not newer than `place` (or all, where that is nil) as read, and
    /// answers which ones were not read before.
    ///
    /// - Parameter tell: Hears how many are marked so far, where that takes several transactions.
    func markRead(
        downFrom place: TrackPlace?, in view: TrackView, _ tell: @Sendable (Int) async -> Void
    ) async throws -> [TicketID]

    /// Gives tickets the marks that they had.
    ///
    /// - Parameter tell: Hears how many have them so far, where that takes several transactions.
    func restore(_ marks: [TicketID: Marks], _ tell: @Sendable (Int) async -> Void) async throws
}

extension MarkStore {
    /// Changes the marks of these tickets and answers what they were before, for undo.
    public func mark(_ tickets: [TicketID], _ change: MarkChange) async throws -> [TicketID: Marks] {
        try await mark(tickets, change) { _ in }
    }

    /// Marks every shown ticket of the view that is not newer than `place` as read, and answers which were not.
    public func markRead(downFrom place: TrackPlace?, in view: TrackView) async throws -> [TicketID] {
        try await markRead(downFrom: place, in: view) { _ in }
    }

    /// Gives tickets the marks that they had.
    public func restore(_ marks: [TicketID: Marks]) async throws {
        try await restore(marks) { _ in }
    }

    /// Changes the marks of these tickets and answers what they were before, for undo.
    public func mark(_ tickets: [TicketID], read: Bool?, starred: Bool?) async throws -> [TicketID: Marks] {
        try await mark(tickets, MarkChange(read: read, starred: starred))
    }
}

/// Keeps small values by name: reading position, density, last view.
public protocol SettingStore: Sendable {
    /// The value of this name.
    func setting(_ name: String) async throws -> String?

    /// Sets the value of this name; nil forgets it.
    func setSetting(_ name: String, to value: String?) async throws
}
