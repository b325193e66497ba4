/// The dates of a page's items. They decide by which rules the page is judged.
enum PageDates: Sendable {
    /// The page has no items.
    case empty
    /// Some items have dates that count.
    case dated
    /// No item has a date. Their places are the times at which they were first seen.
    case undated
    /// All items of the newest page that have dates are dated ahead, or most have no date, so that the dates say nothing: the
    /// items have places like undated ones.
    case ahead
}
