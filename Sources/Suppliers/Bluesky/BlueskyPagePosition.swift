import EngineConcepts

/// The position at which a page begins: a cursor, or the time before which a search looks, or the top.
struct BlueskyPagePosition {
    var until: String?
    var cursor: String?
    /// The entries of the last page above that had some, in short, or `nil` if there is none.
    private(set) var markAbove: PageMark?
}

extension BlueskyPagePosition {
    /// Creates the position of the newest entry of a search that is older than `time`.
    init(before time: Timestamp) {
        self.init(until: ATDate.text(time))
    }

    /// Moves on to the page below `page`.
    mutating func advance(to cursor: String, below page: BlueskyItemPage) {
        self.cursor = cursor
        markAbove = page.mark ?? markAbove
    }

    /// Moves to the newest entry of a search that is older than `time`, below the same page.
    mutating func begin(before time: Timestamp) {
        until = ATDate.text(time)
        cursor = nil
    }

    // MARK: Tokens

    init?(_ token: Token) {
        let parts = token.rawValue.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        self.init(
            until: parts[0].isEmpty ? nil : String(parts[0]), cursor: parts[2].isEmpty ? nil : String(parts[2]),
            markAbove: PageMark(parts[1]))
    }

    var token: Token { Token("\(until ?? "") \(markAbove?.text ?? "") \(cursor ?? "")") }
}
