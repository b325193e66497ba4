/// The pages of one walk with their numbers. Detects cycles by addresses, since items may have no dates.
struct PageTrail {
    private var numbers: [FeedPlace.Way: Int] = [:]
    private var last: Int?

    /// Records a page. Returns false if the same walk has already visited it.
    mutating func enter(_ place: FeedPlace) -> Bool {
        let isAgain = numbers[place.way] == place.number
        if !isAgain, last.map({ $0 + 1 != place.number }) ?? true { numbers = [:] }
        last = place.number
        guard place.way != .numbered, let known = numbers[place.way] else {
            numbers[place.way] = place.number
            return true
        }
        return known == place.number
    }
}
