import EngineConcepts

/// The position at which a page begins: a cursor, or the time before which a search looks, or the top.
struct BlueskyPagePosition: Equatable {
    /// The time before which a search looks, or `nil` to begin at the newest entry.
    private(set) var until: String?
    /// The server's name of the position, or `nil` to begin at ``until``.
    private(set) var cursor: String?
    /// The entries of the last page above that had some, in short, or `nil` if there is none.
    private(set) var markAbove: PageMark?
    /// True if that page had as many entries as were asked for.
    private(set) var isBelowFullPage = false
    /// The time down to which the pages above are claimed, or `nil` if that is the bound of coverage at which the page is
    /// requested. Pages that are read from the top reach the bound only after some requests.
    var claimedDownTo: Timestamp?

    /// True at the newest entry of the list.
    var isTop: Bool { until == nil && cursor == nil }
}

extension BlueskyPagePosition {
    /// Creates the position of the newest entry of a search that is older than `time`.
    init(before time: Timestamp) {
        self.init(until: ATDate.text(time))
    }

    /// Moves on to the page below `page`.
    mutating func advance(to cursor: String, below page: BlueskyItemPage) {
        self.cursor = cursor
        guard !page.isEmpty else { return }
        markAbove = page.mark
        isBelowFullPage = page.isFull
    }

    /// Moves to the newest entry of a search that is older than `time`, below the same page.
    mutating func begin(before time: Timestamp) {
        until = ATDate.text(time)
        cursor = nil
    }

    // MARK: Tokens

    /// Parses a token. Those of former versions hold no page above.
    init?(_ token: Token) {
        let parts = token.rawValue.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count == 4 || parts.count == 2 && !last.isEmpty
        else { return nil }
        self.init(until: first.isEmpty ? nil : String(first), cursor: last.isEmpty ? nil : String(last))
        guard parts.count == 4 else { return }
        markAbove = PageMark(parts[1])
        let notes = parts[2].split(separator: ",")
        isBelowFullPage = notes.contains { $0 == Self.fullWord }
        claimedDownTo = notes.compactMap { Int64($0) }.first.map { Timestamp(seconds: $0) }
    }

    var token: Token {
        let notes: [String?] = [isBelowFullPage ? Self.fullWord : nil, claimedDownTo.map { String($0.seconds) }]
        let note = notes.compactMap(\.self).joined(separator: ",")
        let parts: [String?] = [until, markAbove?.text, note, cursor]
        return Token(parts.map { $0 ?? "" }.joined(separator: " "))
    }

    /// The word for ``isBelowFullPage``.
    private static let fullWord = "full"
}
