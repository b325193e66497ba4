import EngineConcepts

/// The position at which a page begins: a cursor, or the time before which a search looks.
struct BlueskyPagePosition {
    var until: String?
    var cursor: String?
}

extension BlueskyPagePosition {
    var token: Token? { cursor.map { Token("\(until ?? "") \($0)") } }

    init?(_ token: Token) {
        let parts = token.rawValue.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        self.init(until: parts[0].isEmpty ? nil : String(parts[0]), cursor: String(parts[1]))
    }
}
