import EngineConcepts

/// A commit with what is prepared for it outside of its transaction.
struct PreparedCommit: Sendable {
    let commit: TrackCommit
    /// The contents of the new tickets, which are encoded beside the transaction if they are many.
    let encoder: ContentEncoder
    /// The classifications of the new tickets, or `nil` if the transaction classifies them.
    var classifications: PreparedClassifications?
    /// The contents that are written already, or `nil` if the transaction writes all.
    var staged: StagedContents?

    init(_ commit: TrackCommit) {
        self.commit = commit
        encoder = ContentEncoder(commit.inserted)
    }
}
