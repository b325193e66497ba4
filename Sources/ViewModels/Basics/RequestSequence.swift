/// Requests of which only the latest counts, so that a late answer does not replace a newer one.
struct RequestSequence {
    /// The number of the latest request.
    private var latest = 0
    /// The number of the latest request that was answered while it was the latest.
    private var answered = 0

    /// True while the latest request has no answer.
    var isPending: Bool { answered != latest }

    /// Begins a request, which replaces all earlier ones, and returns its number.
    mutating func begin() -> Int {
        latest += 1
        return latest
    }

    /// Drops the answers to all requests so far. None is pending then.
    mutating func cancel() {
        latest += 1
        answered = latest
    }

    func isLatest(_ request: Int) -> Bool { request == latest }

    /// Notes the answer to a request. Returns false if a later one has replaced it.
    @discardableResult
    mutating func end(_ request: Int) -> Bool {
        guard isLatest(request) else { return false }
        answered = request
        return true
    }
}
