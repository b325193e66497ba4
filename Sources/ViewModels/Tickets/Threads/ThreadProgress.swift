import EngineConcepts

/// The progress of the requests for the posts of a thread: of the first one, and of those in gaps.
struct ThreadProgress {
    /// The progress of the first request.
    enum Phase: Equatable {
        case loading
        case loaded
        /// Failed for this reason, in words.
        case failed(String)
    }

    private(set) var phase = Phase.loading
    /// The gaps that are being filled.
    private(set) var filling: Set<ThreadGap> = []
    /// The reasons why gaps could not be filled, in words.
    private(set) var failures: [ThreadGap: String] = [:]

    /// True while posts are requested.
    var isBusy: Bool { phase == .loading || !filling.isEmpty }

    mutating func beginLoading() {
        phase = .loading
    }

    mutating func endLoading() {
        phase = .loaded
        failures = [:]
    }

    mutating func failLoading(_ reason: String) {
        phase = .failed(reason)
    }

    /// Begins to fill a gap. Returns false if it is being filled already.
    mutating func beginFilling(_ gap: ThreadGap) -> Bool {
        guard filling.insert(gap).inserted else { return false }
        failures[gap] = nil
        return true
    }

    /// Ends the fill of a gap.
    ///
    /// - Parameter failure: The reason why it failed, in words, or `nil` if it did not.
    mutating func endFilling(_ gap: ThreadGap, failure: String? = nil) {
        filling.remove(gap)
        failures[gap] = failure
    }
}
