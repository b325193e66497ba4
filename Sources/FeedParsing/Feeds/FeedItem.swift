public import EngineConcepts
import WebText

/// An item of a feed, as its document has it.
public struct FeedItem: Hashable, Sendable {
    /// The ID that the feed gives; otherwise the link without tracking parameters; otherwise an ID derived from the
    /// content.
    public var id = ""
    /// The shorter IDs under which the item may be stored: those that it has in documents in which fewer parts distinguish it
    /// from the others. Empty if nothing was appended.
    public var sharedIDs: [String] = []
    /// The title, without markup.
    public var title: String?
    /// The web page of the item.
    public var link: String?
    /// The page that the item is about, if it differs from ``link``.
    public var externalLink: String?
    /// The page with the comments.
    public var commentsLink: String?
    /// The number of comments.
    public var commentCount: Int?
    public var authors: [FeedAuthor] = []
    /// The time of publication.
    public var published: Timestamp?
    /// The time of the last change.
    public var updated: Timestamp?
    public var summary: FeedText?
    /// The full content.
    public var content: FeedText?
    /// The base for relative links.
    public var base: String?
    public var categories: [String] = []
    /// The attached files.
    public var enclosures: [Media] = []
    /// The item's own language, if it differs from the feed's.
    public var language: String?
    /// The title of the feed from which the item was copied.
    public var sourceTitle: String?
    /// False if the time of the last change does not stand for that of publication, since half of the items or more have
    /// neither: then only changed ones have it.
    package fileprivate(set) var isOrderedByChange = true
}

extension FeedItem {
    /// The time that a feed is sorted by, or `nil` if the item has none.
    package var orderTime: Timestamp? { published ?? (isOrderedByChange ? updated : nil) }
}

extension [FeedItem] {
    /// The times by which the engine orders the items, in document order, without items that have none.
    package var orderTimes: [Timestamp] {
        // The items are read in place: a copy of one copies whatever it consists of.
        indices.compactMap { self[$0].orderTime }
    }

    /// Takes the times of changes for times of publication, unless half of the items have neither.
    mutating func decideOrderByChanges() {
        let undatedCount = indices.count { self[$0].published == nil && self[$0].updated == nil }
        guard undatedCount * 2 >= count else { return }
        for index in indices where self[index].published == nil && self[index].updated != nil {
            self[index].isOrderedByChange = false
        }
    }
}

/// The text of an item in its original form.
public enum FeedText: Hashable, Sendable {
    case plain(String)
    case html(String)

    /// The original text, with any markup.
    public var source: String {
        switch self {
        case .plain(let text), .html(let text): text
        }
    }

    /// Returns the paragraphs of `text`, each on one line and with single spaces. Blank lines separate them.
    static func paragraphs(of text: String) -> String {
        guard text.utf8.contains(.lineFeed) else { return TextSanitizer.line(text) }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .split { $0.allSatisfy(\.isWhitespace) }
            .map { TextSanitizer.line($0.joined(separator: " ")) }.joined(separator: "\n\n")
    }
}

/// An author; at least one property is set.
public struct FeedAuthor: Hashable, Sendable {
    public var name: String?
    /// The e-mail address.
    public var email: String?
    /// The address of the author's page.
    public var link: String?
    /// The address of the author's picture.
    public var avatar: String?

    /// The text to show.
    public var shownName: String? { name ?? email ?? link }
}
