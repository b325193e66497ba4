import EngineConcepts
import FeedParsing
import WebText

/// Where the pages of a feed lead, from the one at its address on. Stored as text.
enum PageDirection: Hashable {
    /// To older items, as they should.
    case down
    /// To newer ones: at its address stands what is oldest. When it was last read, its newest items stood here.
    case up(newest: String)
}

extension PageDirection: RawRepresentable, Codable {
    /// Reads what ``rawValue`` wrote.
    init?(rawValue: String) {
        let words = rawValue.split(separator: " ", maxSplits: 1)
        switch (words.first, words.count) {
        case ("down", 1): self = .down
        case ("up", 2): self = .up(newest: String(words[1]))
        default: return nil
        }
    }

    /// The direction, and the address of the newest page.
    var rawValue: String {
        switch self {
        case .down: "down"
        case .up(let newest): "up \(newest)"
        }
    }
}

extension FeedDocument {
    /// The page that follows this one, which was found at `address`, as the document itself says; nil where that is no address
    /// of the web, or leads back to the page itself.
    func following(at address: String) -> String? {
        next.flatMap { WebAddress.isWeb($0) && $0 != address && $0 != selfLink ? $0 : nil }
    }

    /// Whether the pages of a feed that begins with this document may lead to newer items: the document runs by time with the
    /// newest last, and another page follows it.
    func mayLeadUpwards(at address: String) -> Bool {
        guard !isArchive, !nextIsArchive, !isComplete, following(at: address) != nil else { return false }
        if case .rising = FeedWindow(self).order { return true }
        return false
    }

    /// Whether nothing in this document is older than the newest of these items, and something is none of them.
    func continues(_ items: [FeedItem]) -> Bool {
        guard let newest = items.lazy.compactMap(\.orderTime).max(),
            let oldest = self.items.lazy.compactMap(\.orderTime).min(), oldest >= newest
        else { return false }
        let known = Set(items.lazy.filter { $0.orderTime == newest }.map(\.id))
        return self.items.contains { !known.contains($0.id) }
    }
}
