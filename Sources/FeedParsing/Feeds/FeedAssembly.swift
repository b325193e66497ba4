import EngineConcepts
import WebText

/// The feed and the item that are being assembled: gives elements their roles and takes their texts.
struct FeedAssembly {
    /// The values that open elements inherit.
    var scopes: ElementScopes
    var document = FeedDocument(format: .rss2)
    /// True if the root element is that of a feed.
    var isFeed = false
    /// The name of a root element that is not that of a feed.
    var otherRoot: String?
    var feedParts = FeedParts()
    var item = FeedItem()
    var itemParts = ItemParts()
    var author = FeedAuthor()
    var enclosure: Media?
    private let maximumItems: Int

    init(base: String?, maximumItems: Int) {
        scopes = ElementScopes(base: base)
        self.maximumItems = maximumItems
    }

    /// Adds the finished item to the document, unless the limit is reached.
    mutating func addItem() {
        var finished = FeedItem()
        swap(&finished, &item)
        if document.items.count < maximumItems { document.items.append(finished) } else { document.omittedItems += 1 }
    }

    /// Returns the address that a reference in an element with this scope means, or `nil` if it means none.
    func resolved(_ reference: String?, _ scope: Int) -> String? {
        reference.flatMap { WebAddress.resolve($0, base: scopes[scope].base) }
    }

    /// Ends the document.
    mutating func finish(isTruncated: Bool, error: MarkupError?) throws(FeedError) -> FeedDocument {
        guard isFeed else {
            if let otherRoot { throw .otherXML(root: otherRoot) }
            if let error { throw .broken(error) }
            throw .empty
        }
        feedParts.complete(&document)
        document.completeItems()
        document.isTruncated = isTruncated
        document.syntaxError = error
        return document
    }
}
