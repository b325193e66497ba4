/// The pages of one walk with their numbers. Detects cycles by addresses, since items may have no dates.
struct VisitedPages {
    private var pageNumbers: [FeedPageLocation.Addressing: Int] = [:]
    private var last: Int?

    /// Records a page. Returns false if the same walk has already visited it.
    mutating func visit(_ page: FeedPageLocation) -> Bool {
        let isAgain = pageNumbers[page.addressing] == page.number
        if !isAgain, last.map({ $0 + 1 != page.number }) ?? true { pageNumbers = [:] }
        last = page.number
        guard page.addressing != .numbered, let known = pageNumbers[page.addressing] else {
            pageNumbers[page.addressing] = page.number
            return true
        }
        return known == page.number
    }
}
