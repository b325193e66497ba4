/// The mode in which a store is opened: what a command does with it, and how it obtains the writer lease.
package enum OpeningMode {
    /// Changes nothing, and needs no store, nor one that can be written: see ``StoreCopy``. Otherwise like ``changing``.
    case reading
    /// Lists the outbox and changes nothing else. Holds the lease if it is free, so that an action whose sender has ended
    /// is uncertain. Needs no store that can be written.
    case readingOutbox
    /// Does not fetch; holds the lease only while opening, so that the Track follows the library.
    case changing
    /// Fetches; waits up to this time for the lease, then fails.
    case fetching(waiting: Duration)
    /// Fetches, or follows the lease holder's commits if the lease is taken.
    case fetchingOrFollowing

    /// True if the process keeps the lease until its end.
    var keepsLease: Bool {
        switch self {
        case .reading, .changing: false
        case .readingOutbox, .fetching, .fetchingOrFollowing: true
        }
    }

    /// True if the command may remove the causes of the warnings about the library, so that they are reported at its end.
    var mayFixWarnings: Bool { if case .changing = self { true } else { false } }

    /// True if nothing of the user's is changed, so that a copy of the store serves too.
    package var onlyReads: Bool {
        switch self {
        case .reading, .readingOutbox: true
        case .changing, .fetching, .fetchingOrFollowing: false
        }
    }
}
