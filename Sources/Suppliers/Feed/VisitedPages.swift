/// The pages of one walk with their numbers. Detects cycles by addresses, since items may have no dates.
struct VisitedPages {
    private var numbers: [FeedPageLocation.Addressing: Int] = [:]
    private var last: Int?

    /// Records a page. Returns false if the same walk has already visited it.
    mutating func visit(_ place: FeedPageLocation) -> Bool {
        let isAgain = numbers[place.addressing] == place.number
        if !isAgain, last.map({ $0 + 1 != place.number }) ?? true { numbers = [:] }
        last = place.number
        guard place.addressing != .numbered, let known = numbers[place.addressing] else {
            numbers[place.addressing] = place.number
            return true
        }
        return known == place.number
    }
}
