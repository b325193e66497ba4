import EngineConcepts

/// The position at which a page begins: a cursor, or the time before which a search looks, or the top.
struct BlueskyPagePosition {
    var until: String?
    var cursor: String?

    var token: Token { Token("\(until ?? "") \(cursor ?? "")") }
}

extension BlueskyPagePosition {
    /// Creates the position of the newest entry of a search that is older than `time`.
    init(before time: Timestamp) {
        self.init(until: ATDate.text(time))
    }

    init?(_ token: Token) {
        let parts = token.rawValue.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(
            until: parts[0].isEmpty ? nil : String(parts[0]), cursor: parts[1].isEmpty ? nil : String(parts[1]))
    }
}
