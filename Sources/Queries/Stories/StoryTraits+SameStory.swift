import EngineConcepts
import WebText

/// The comparison of the traits of two tickets. In doubt they tell different stories: a wrongly folded ticket is overlooked,
/// an unfolded one is only seen twice.
extension StoryTraits {
    /// Returns true if `other` belongs to the same story. Tickets of the same post always do; otherwise tickets of one
    /// source never do, because they are a series.
    public func isSameStory(as other: StoryTraits) -> Bool {
        if let uri, uri == other.uri { return true }
        guard supplier != other.supplier, !isReply, !other.isReply else { return false }
        let apart = Self.distance(time, other.time)
        if !addresses.isDisjoint(with: other.addresses) {
            return apart <= Self.days(60) && !titlesDisagree(with: other)
        }
        if apart <= Self.days(7), passesOn(other) || other.passesOn(self) { return true }
        if isCrosspost(of: other) { return true }
        guard apart <= Self.days(3), !sharesSite(with: other) else { return false }
        return hasSameText(as: other) || hasSameTitle(as: other)
    }

    /// Returns true if one person has posted the same in both. A short text, such as a greeting, is said again another
    /// day.
    private func isCrosspost(of other: StoryTraits) -> Bool {
        guard let person, person == other.person, let crosspost, let same = other.crosspost else { return false }
        let reach = crosspost.isShort || same.isShort ? Self.hours(1) : Self.hours(12)
        return Self.distance(writtenAt, other.writtenAt) <= reach && crosspost.isSame(as: same)
    }

    private static func distance(_ one: Timestamp, _ other: Timestamp) -> Int64 {
        max(one, other).milliseconds.subtracting(saturating: min(one, other).milliseconds)
    }

    /// Returns true if two pages have titles without a common word: then one address leads to many things.
    private func titlesDisagree(with other: StoryTraits) -> Bool {
        title.count >= 3 && other.title.count >= 3 && Set(title).isDisjoint(with: other.title)
    }

    /// Returns true if this post links to the page of `other` and says little more than its title.
    private func passesOn(_ other: StoryTraits) -> Bool {
        guard let onlyLink, other.addresses.contains(onlyLink), other.title.count >= 3 else { return false }
        let said = Set(other.title)
        return 4 * said.intersection(words).count >= 3 * said.count && words.count <= 2 * said.count + 12
    }

    /// Returns true if both have an address at one site. Two of its pages with nearly the same text come from one template.
    private func sharesSite(with other: StoryTraits) -> Bool {
        !Set(addresses.map(CanonicalAddress.host)).isDisjoint(with: other.addresses.map(CanonicalAddress.host))
    }

    /// Returns true if two long texts are alike and have the same numbers.
    private func hasSameText(as other: StoryTraits) -> Bool {
        shingles.count >= Self.longText && other.shingles.count >= Self.longText && digitWords == other.digitWords
            && resemblance(to: other) >= 0.75
    }

    /// Returns true if a long title is the same and the texts, if any, are alike.
    private func hasSameTitle(as other: StoryTraits) -> Bool {
        guard title.count >= Self.longTitle, title == other.title else { return false }
        let isBrief = min(words.count, other.words.count) <= Set(title).count + 8
        return isBrief || resemblance(to: other) >= 0.4
    }

    /// Returns the share of common word triples: 1 for the same text, 0 for nothing in common.
    private func resemblance(to other: StoryTraits) -> Double {
        let common = shingles.intersection(other.shingles).count
        let all = shingles.count + other.shingles.count - common
        return all == 0 ? 0 : Double(common) / Double(all)
    }

    private static func hours(_ count: Int64) -> Int64 { count * 3_600_000 }

    private static func days(_ count: Int64) -> Int64 { count * 86_400_000 }
}
