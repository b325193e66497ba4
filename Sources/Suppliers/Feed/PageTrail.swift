/// The pages without dates that were read one after another, by which number. Where they have dates, those tell that pages lead
/// in a circle; here only their addresses do.
struct PageTrail {
    private var numbers: [FeedPlace.Way: Int] = [:]

    /// Takes note of a page that is to be used; answers false where it was used as another one already.
    mutating func enter(_ place: FeedPlace) -> Bool {
        if place.number <= 2 { numbers = [:] }
        if let known = numbers[place.way] { return known == place.number }
        numbers[place.way] = place.number
        return true
    }
}
