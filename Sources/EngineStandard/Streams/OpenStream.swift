import EngineConcepts

/// An open stream of a supplier, which its task keeps connected, and the progress of its present connection.
struct OpenStream {
    /// A number that distinguishes the stream from those that were open before.
    let serial: Int
    let task: Task<Void, Never>
    /// The time from which the source sends everything, or `nil` while not connected.
    var since: Timestamp?
    /// The time of the last commit of a claim, or `nil` if none was committed since the connection.
    var lastClaim: Duration?

    /// True if a claim was committed since the connection.
    var hasClaimed: Bool { lastClaim != nil }

    /// Begins a connection on which the source sends everything from `since` on.
    mutating func connect(since: Timestamp) {
        self.since = since
        lastClaim = nil
    }

    /// Makes later claims of the connection start at `now`, because something before was lost.
    mutating func restartClaims(at now: Timestamp) {
        if let since { connect(since: max(since, now)) }
    }

    /// Returns true if a further claim can wait to be committed, because another one was less than `interval` ago.
    func canDelayClaim(at elapsed: Duration, _ interval: Duration) -> Bool {
        lastClaim.map { elapsed - $0 < interval } ?? false
    }
}
