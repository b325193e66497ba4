import EngineConcepts

/// The bounds within which the stored tickets let a page prove something.
struct PageBounds {
    /// The place in a page below which its items do not continue those above.
    struct Jump {
        /// The time of the last item above it. The page is complete down to the second above.
        let time: Timestamp
        /// The identities of the items below it.
        let itemsBelow: Set<String>
    }

    /// The time of the first item if the page is out of date, or `nil` otherwise. Nothing is known about the time above. If
    /// a page that is all that the source has is empty, this is the beginning of time.
    var top: Timestamp?
    /// The place below which the items prove nothing, or `nil` if all do.
    var jump: Jump?
    /// The time above which the page's claims hold, or `nil` if all do: it seems to be the end of a log, but tickets are
    /// stored below.
    var contradictedEnd: Timestamp?
    /// The record of a newest page that looks out of date, or `nil` for any other page.
    var outdatedPage: OutdatedPage?
}
