/// The pages that were read one after another, each with its number. Pages that lead in a circle show it by their addresses alone:
/// what stands on them may have no dates.
struct PageTrail {
    private var numbers: [FeedPlace.Way: Int] = [:]
    private var last: Int?

    /// Takes note of a page that is to be used; answers false where it stood higher up on the same way.
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
