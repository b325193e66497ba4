import EngineConcepts

/// The part of one supplier in a Pool: its new tickets, what changed in its state, and if the fill still waits for it.
struct PoolShare: Sendable {
    /// The reason why a fill no longer waits for a supplier.
    enum Exclusion: Sendable {
        /// Its request failed.
        case failed(SupplierError, GapCause)
        /// It is slow, or was not asked because of a backoff.
        case unanswered(GapCause)
        /// It has no further page in this fill.
        case exhausted
    }

    /// The items on the pages of a supplier that signals deletion by omission, because an item missing on one page can
    /// be on another.
    struct Listing: Sendable {
        private(set) var items: Set<String> = []
        /// The bound at which the next page continues, or `nil` if there was a break.
        private var downTo: Timestamp?

        /// Adds a page that is complete down to `reached`. Returns true if nothing is missing between it and the pages before.
        mutating func add(_ page: Set<String>, to request: FetchRequest, reached: Timestamp) -> Bool {
            let isUnbroken =
                switch request.origin {
                case .newest, .time: true
                case .token, .anchor: downTo == request.edge
                }
            items.formUnion(page)
            downTo = isUnbroken || reached != request.edge ? reached : nil
            return isUnbroken
        }
    }

    /// The new tickets.
    var run = PoolRun()
    /// The changed state, and the events that led to it in order. `nil` if there were none.
    private(set) var changes: (state: SupplierState, events: [SupplierStateEvent])?
    /// The reason why the fill does not wait for it, or `nil` if it does.
    var exclusion: Exclusion?
    var listing = Listing()
    /// The items that the source filtered out.
    private(set) var filtered: [FilteredAtSource] = []
    /// The identities in ``filtered``, for those that have one.
    private var filteredIDs: Set<String> = []

    /// The reason why it did not answer normally, or `nil` if it did.
    var cause: GapCause? {
        switch exclusion {
        case .failed(_, let cause), .unanswered(let cause): cause
        case .exhausted, nil: nil
        }
    }

    /// The error of its request, or `nil` if that did not fail.
    var error: SupplierError? {
        if case .failed(let error, _) = exclusion { error } else { nil }
    }

    /// Applies an event, the first one to the state `initial`. Returns like ``EngineConcepts/SupplierState/apply(_:)``.
    mutating func apply(_ event: SupplierStateEvent, to initial: SupplierState) -> Timestamp? {
        if changes == nil { changes = (initial, []) }
        changes?.events.append(event)
        return changes?.state.apply(event)
    }

    /// Records filtered items. An item on several pages counts once; items without an identity count each time.
    mutating func add(_ items: [FilteredAtSource]) {
        for item in items where item.item.map({ filteredIDs.insert($0).inserted }) ?? true {
            filtered.append(item)
        }
    }
}
