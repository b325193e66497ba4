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
    /// The number of connections that ended early, since the last one that did not.
    private(set) var failures = 0
    /// The time at which the last connection was established, or `nil` if it was not.
    private var connectedAt: Duration?

    init(serial: Int, task: Task<Void, Never>) {
        self.serial = serial
        self.task = task
    }

    /// True if a claim was committed since the connection.
    var hasClaimed: Bool { lastClaim != nil }

    /// Begins a connection on which the source sends everything from `since` on.
    mutating func connect(since: Timestamp, at elapsed: Duration) {
        (self.since, lastClaim, connectedAt) = (since, nil, elapsed)
    }

    /// Makes later claims of the connection start at `now`, because something before was lost.
    mutating func restartClaims(at now: Timestamp) {
        if let since { (self.since, lastClaim) = (max(since, now), nil) }
    }

    /// Returns true if a further claim can wait to be committed, because another one was less than `interval` ago.
    func canDelayClaim(at elapsed: Duration, _ interval: Duration) -> Bool {
        lastClaim.map { elapsed - $0 < interval } ?? false
    }

    /// Counts the end of a connection as a failure: the first one if the connection was stable.
    mutating func countFailure(at elapsed: Duration, _ limits: StreamLimits) {
        let isStable = connectedAt.map { elapsed - $0 >= limits.stableAfter } ?? false
        failures = isStable ? 1 : failures + 1
        connectedAt = nil
    }
}
