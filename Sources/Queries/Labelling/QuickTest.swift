/// Indices of queries of which one must match; -1 for none.
struct QuickTest: Sendable {
    var query = -1
    var other = -1
    /// True if no query decides.
    var isOpen = false

    func canPass(_ verdicts: [Verdict]) -> Bool {
        isOpen || query >= 0 && verdicts[query] == .yes || other >= 0 && verdicts[other] == .yes
    }
}
