import EngineConcepts
import FeedParsing
import WebText

/// The direction of a feed's pages, starting with the one at its address. Stored as text.
enum PageDirection: Hashable {
    /// To older items, the usual direction.
    case down
    /// To newer items: the page at the feed's address has the oldest ones. The newest were at this address when the
    /// feed was last read.
    case up(newest: String)
}

extension PageDirection: RawRepresentable, Codable {
    /// Parses the output of ``rawValue``.
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
    /// Returns the `next` link of this page, which is at `address`, or `nil` if it is not a web address or leads to
    /// the page itself.
    func following(at address: String) -> String? {
        next.flatMap { WebAddress.isWeb($0) && $0 != address && $0 != selfLink ? $0 : nil }
    }

    /// Returns true if the feed that begins with this document may lead to newer items: the document is sorted with
    /// the newest last, and a page follows.
    func mayLeadUpwards(at address: String) -> Bool {
        guard !isArchive, !nextIsArchive, !isComplete, following(at: address) != nil else { return false }
        if case .oldestFirst = FeedWindow(self).order.kind { return true }
        return false
    }

    /// Returns true if no item is older than the newest of `items`, and at least one is not among them.
    ///
    /// - Parameter isCertain: True if pages are known to lead to newer items. Otherwise one item must be newer: below a
    ///   pinned item, a document that leads to older ones can hold a single day, as does the page behind it.
    func continues(_ items: [FeedItem], isCertain: Bool) -> Bool {
        guard let newest = items.orderTimes.max(),
            let oldest = self.items.orderTimes.min(), oldest >= newest
        else { return false }
        if !isCertain { return self.items.contains { $0.orderTime.map { $0 > newest } ?? false } }
        let known = Set(items.lazy.filter { $0.orderTime == newest }.map(\.id))
        return self.items.contains { !known.contains($0.id) }
    }

    /// Returns true if all items have the time of the newest of `items`.
    func isLevel(with items: [FeedItem]) -> Bool {
        guard let newest = items.orderTimes.max() else { return false }
        return !self.items.isEmpty && self.items.allSatisfy { $0.orderTime == newest }
    }
}
