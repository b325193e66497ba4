import EngineConcepts

/// A commit with what is prepared for it outside of its transaction.
struct PreparedCommit: Sendable {
    let commit: TrackCommit
    /// The contents of the new tickets, which are encoded beside the transaction if they are many.
    let encoder: ContentEncoder
    /// The classifications of the new tickets, or `nil` if the transaction classifies them.
    let classifications: PreparedClassifications?

    init(_ commit: TrackCommit, classifications: PreparedClassifications?) {
        self.commit = commit
        self.classifications = classifications
        encoder = ContentEncoder(commit.inserted)
    }
}
