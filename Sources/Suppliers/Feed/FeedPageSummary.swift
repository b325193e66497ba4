import EngineConcepts
import FeedParsing

/// A page of a feed that was read, for comparison with the page after it.
struct FeedPageSummary {
    /// The IDs of its items.
    let ids: Set<String>
    let mark: PageMark
    /// True for the feed's own document.
    let isFirst: Bool
    /// The time of the newest item, or `nil` if the page is not sorted from new to old or has none but those that stand on
    /// many pages.
    let newest: Timestamp?
    /// The address of the page that it leads to, or `nil` if there is none.
    let next: String?
    /// True if that is an archive.
    let leadsToArchive: Bool
    /// The address of the page after redirects.
    let address: String

    init(_ page: FeedPage) {
        let (document, window) = (page.document, page.window)
        address = page.address
        isFirst = page.location == nil
        ids = Set(document.items.lazy.map(\.id))
        mark = PageMark(of: ids)
        newest = window.endsWithOldest && !window.isEmptyButForStrays ? document.items.orderTimes.max() : nil
        next = document.next
        leadsToArchive = document.nextIsArchive
    }
}
