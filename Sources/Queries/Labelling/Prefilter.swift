/// A quick check that excludes most topics and rules for a ticket: one of these queries must match.
struct Prefilter: Sendable {
    /// The indices of the queries, or -1 for none.
    var query = -1
    var other = -1
    /// True if no query decides.
    var isOpen = false

    func canPass(_ verdicts: [Verdict]) -> Bool {
        isOpen || query >= 0 && verdicts[query] == .yes || other >= 0 && verdicts[other] == .yes
    }
}
