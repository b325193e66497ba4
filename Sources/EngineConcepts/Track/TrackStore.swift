/// Stores the Track for the engine. Only the engine writes through this protocol.
public protocol TrackStore: TrackReader {
    /// Assigns labels to committed tickets; `nil` if tickets get no labels.
    var classifier: (any TicketClassifier)? { get async }

    /// Returns the state of the last commit.
    func record() async throws -> TrackRecord

    /// Returns what is stored about these items of a supplier. Unknown items are absent.
    func known(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem]

    /// Returns the stored tickets of the post with this canonical URI (``TicketBody/uri``), in any order.
    func copies(ofPost uri: String) async throws -> [TicketID]

    /// Returns how many stored tickets of `suppliers` in `timeframe` match `view`, visible or withheld, counted up to
    /// `limit`. May scan every stored ticket of the timeframe.
    func count(
        seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int
    ) async throws -> Int

    /// Returns the places of stored tickets of `suppliers` in `timeframe`, visible or withheld, newest first. Returns
    /// at most `limit`: those nearest to the newer bound for ``ReadDirection/older``, those nearest to the older bound
    /// for ``ReadDirection/newer``.
    func keys(of suppliers: Set<SupplierID>, in timeframe: Timeframe, towards direction: ReadDirection, limit: Int)
        async throws -> [OrderKey]

    /// Returns the places of items of a supplier in `timeframe`, newest first and at most `limit`: those of stored
    /// tickets, and those of tickets that a retention removed.
    func knownKeys(of supplier: SupplierID, in timeframe: Timeframe, limit: Int) async throws -> [OrderKey]

    /// Returns the places of up to `limit` tickets that `retention` removes, in any order. See ``TrackCommit/removed``.
    ///
    /// - Parameter kept: Tickets that stay all the same.
    func removable(by retention: Retention, keeping kept: Set<TicketID>, limit: Int) async throws -> [OrderKey]

    /// Returns the number of tickets of each supplier that `retention` removes.
    func removableCounts(by retention: Retention) async throws -> [SupplierID: Int]

    /// Returns what is stored about these items of a supplier beside the Track, see ``keepAside(_:)``. Unknown items are
    /// absent.
    func aside(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem]

    /// Stores tickets beside the Track: posts of threads and profiles that the supplier's own stream has not delivered.
    /// They can be read by their identity, marked and acted on; no window, count or claim includes them, except that
    /// views of starred tickets and of those to read later show them. One that is stored beside the Track gets the new
    /// content. One that the Track has, or that its source deleted, is unchanged. When the stream delivers one, a commit
    /// moves it into the Track with its marks.
    ///
    /// Needs no right to change the Track: the Track's state stays the same.
    func keepAside(_ entries: [TrackCommit.Entry]) async throws

    /// Removes up to `limit` tickets beside the Track that are older than `time` and neither starred nor to be read later,
    /// and returns their number. They are unknown afterwards.
    ///
    /// - Parameter kept: Tickets that stay all the same.
    func removeAside(olderThan time: Timestamp, keeping kept: Set<TicketID>, limit: Int) async throws -> Int

    /// Writes `commit` durably in one transaction: all of it or nothing.
    func commit(_ commit: TrackCommit) async throws -> TrackVersion

    /// Returns the newest visible ticket below `place` (``ReadDirection/older``) or the oldest above it
    /// (``ReadDirection/newer``). A ticket at `place` itself is excluded.
    func neighbour(of place: TrackPlace, towards direction: ReadDirection) async throws -> OrderKey?
}

extension TrackStore {
    /// Returns no ticket, as a store that does not know canonical URIs.
    public func copies(ofPost uri: String) async throws -> [TicketID] { [] }

    /// Returns no item, as a store of the Track alone.
    public func aside(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] { [:] }

    /// Stores nothing, as a store of the Track alone.
    public func keepAside(_ entries: [TrackCommit.Entry]) async throws {}

    /// Removes nothing, as a store of the Track alone.
    public func removeAside(olderThan time: Timestamp, keeping kept: Set<TicketID>, limit: Int) async throws -> Int {
        0
    }
}

/// The engine's persistent state without tickets.
public struct TrackRecord: Hashable, Sendable {
    /// The version of the last commit.
    public var version: TrackVersion
    /// The ranges that the Track shows.
    public var visibleRanges: TimeframeSet
    /// The state of each supplier, removed ones included.
    public var supplierStates: [SupplierID: SupplierState]
    /// The suppliers whose tickets and gaps belong to the Track.
    public var active: Set<SupplierID>

    /// Creates a record; without arguments, that of an empty Track.
    public init(
        version: TrackVersion = .empty, visibleRanges: TimeframeSet = TimeframeSet(),
        supplierStates: [SupplierID: SupplierState] = [:], active: Set<SupplierID> = []
    ) {
        self.version = version
        self.visibleRanges = visibleRanges
        self.supplierStates = supplierStates
        self.active = active
    }

    /// The Track's gaps, newest first.
    public var gaps: [Gap] {
        GapDerivation.gaps(visibleRanges: visibleRanges, supplierStates: activeStates)
    }

    /// The states of the active suppliers. A supplier without a stored state was never asked.
    public var activeStates: [SupplierID: SupplierState] {
        Dictionary(uniqueKeysWithValues: active.map { ($0, supplierStates[$0] ?? SupplierState()) })
    }

    /// Returns the gaps of a view, newest first: every full gap, because what it withholds may belong to the view,
    /// and the partial gaps in which a supplier of the view is missing. A view of one supplier has only the gaps of that
    /// supplier.
    public func gaps(in view: TrackView) -> [Gap] {
        view.gaps(of: view.onlySupplier.flatMap(gaps(ofOnly:)) ?? gaps)
    }

    /// Returns the gaps of a view of one supplier (``TrackView/onlySupplier``), newest first, or `nil` if the Track shows
    /// nothing yet or lacks the supplier.
    public func gaps(ofOnly supplier: SupplierID) -> [Gap]? {
        guard active.contains(supplier), let below = visibleRanges.newest.flatMap(Timeframe.everythingBefore) else {
            return nil
        }
        return GapDerivation.gaps(
            visibleRanges: TimeframeSet(CollectionOfOne(below)),
            supplierStates: [supplier: supplierStates[supplier] ?? SupplierState()])
    }

    /// Returns true if the Track shows tickets of active suppliers at `time`. Everything above the visible ranges is shown,
    /// because there is no gap above the latest refresh.
    public func shows(_ time: Timestamp) -> Bool {
        guard let top = visibleRanges.newest else { return false }
        return time >= top || visibleRanges.contains(time)
    }
}

/// A store's record of a known item.
public struct KnownItem: Hashable, Sendable {
    /// The item's place, fixed when it was first stored.
    public var key: OrderKey
    public var fingerprint: UInt64
    /// True if a retention removed the ticket. The item stays known, so that it neither comes back as new nor opens a
    /// gap.
    public var isRemoved: Bool

    public init(key: OrderKey, fingerprint: UInt64, isRemoved: Bool = false) {
        self.key = key
        self.fingerprint = fingerprint
        self.isRemoved = isRemoved
    }
}

/// The changes of one fill, written in one transaction.
public struct TrackCommit: Hashable, Sendable {
    /// A ticket to write.
    public struct Entry: Hashable, Sendable {
        public var ticket: Ticket
        /// A hash of the ticket's content.
        public var fingerprint: UInt64
        /// True if the ticket arrived in a range that was already complete. Ignored for updates.
        public var isLate: Bool
        /// True if an update changes only counts, so that it is not an edit.
        public var isRecount: Bool
        /// The time at which the source first delivered the ticket, or `nil` if it is not known. Ignored for updates.
        public var firstSeen: Timestamp?

        public init(
            ticket: Ticket, fingerprint: UInt64, isLate: Bool = false, isRecount: Bool = false,
            firstSeen: Timestamp? = nil
        ) {
            self.ticket = ticket
            self.fingerprint = fingerprint
            self.isLate = isLate
            self.isRecount = isRecount
            self.firstSeen = firstSeen
        }

        /// Creates the entry of an item that was first seen at `seen`.
        @inlinable
        public init(_ item: SourceItem, of supplier: SupplierID, fingerprint: UInt64, seen: Timestamp) {
            self.init(
                ticket: Ticket(item, of: supplier, seen: seen), fingerprint: fingerprint, firstSeen: seen)
        }
    }

    /// New tickets. A ticket that the store already has is treated as an update.
    public var inserted: [Entry]
    /// Tickets with changed content or counts. Their places and marks stay, and the former content goes to the edit
    /// history.
    public var updated: [Entry]
    /// Tickets deleted at their source.
    public var deleted: [TicketID]
    /// Tickets to forget but for their identities and places. Later commits cannot bring them back.
    public var removed: [TicketID]
    /// The changed supplier states.
    public var supplierStates: [SupplierID: SupplierState]
    /// The active suppliers after the commit.
    public var active: Set<SupplierID>
    /// The ranges that the Track shows after the commit.
    public var visibleRanges: TimeframeSet

    public init(
        inserted: [Entry] = [], updated: [Entry] = [], deleted: [TicketID] = [],
        removed: [TicketID] = [], supplierStates: [SupplierID: SupplierState] = [:], active: Set<SupplierID>,
        visibleRanges: TimeframeSet
    ) {
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        self.removed = removed
        self.supplierStates = supplierStates
        self.active = active
        self.visibleRanges = visibleRanges
    }
}

/// Stores the reader's marks.
public protocol MarkStore: Sendable {
    /// Changes the marks of these tickets and returns their previous marks for undo.
    ///
    /// - Parameter progress: Called with the number of tickets marked so far if the work takes several transactions.
    func mark(
        _ tickets: [TicketID], _ change: MarkChange, _ progress: @Sendable (Int) async -> Void
    ) async throws -> [TicketID: Marks]

    /// Marks every visible ticket of the view at or below `place` as read, or all if `place` is `nil`. Returns the
    /// tickets that were unread before.
    ///
    /// - Parameter progress: Called with the number of tickets marked so far if the work takes several transactions.
    func markRead(
        downFrom place: TrackPlace?, in view: TrackView, _ progress: @Sendable (Int) async -> Void
    ) async throws -> [TicketID]

    /// Restores previous marks.
    ///
    /// - Parameter progress: Called with the number of tickets restored so far if the work takes several transactions.
    func restore(_ marks: [TicketID: Marks], _ progress: @Sendable (Int) async -> Void) async throws
}

extension MarkStore {
    /// Changes the marks of these tickets and returns their previous marks for undo.
    public func mark(_ tickets: [TicketID], _ change: MarkChange) async throws -> [TicketID: Marks] {
        try await mark(tickets, change) { _ in }
    }

    /// Marks every visible ticket of the view at or below `place` as read and returns those that were unread before.
    public func markRead(downFrom place: TrackPlace?, in view: TrackView) async throws -> [TicketID] {
        try await markRead(downFrom: place, in: view) { _ in }
    }

    /// Restores previous marks.
    public func restore(_ marks: [TicketID: Marks]) async throws {
        try await restore(marks) { _ in }
    }
}

/// Stores small values by name: reading position, density, last view.
public protocol SettingStore: Sendable {
    /// Returns the values of those of `names` that have one, all of one moment.
    func settings(_ names: [String]) async throws -> [String: String]

    /// Returns the values of all names that begin with `prefix`.
    func settings(beginningWith prefix: String) async throws -> [String: String]

    /// Sets the value for `name`; `nil` removes it.
    func setSetting(_ name: String, to value: String?) async throws
}

extension SettingStore {
    /// Returns the value for `name`, or `nil` if there is none.
    public func setting(_ name: String) async throws -> String? {
        try await settings([name])[name]
    }
}

/// A new value for a setting. An outbox writes it in the transaction that stores an action.
public struct SettingChange: Hashable, Sendable {
    public let name: String
    /// The new value, or `nil` to remove the setting.
    public let value: String?

    public init(_ name: String, to value: String?) {
        self.name = name
        self.value = value
    }
}
