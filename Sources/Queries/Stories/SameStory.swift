internal import EngineConcepts

/// Whether two tickets tell one story. Judged so that a doubt is a no: what is folded wrongly is overlooked, what is not
/// folded is only seen twice.
extension StoryTraits {
    /// Whether `other` tells the same story. One source never tells a story twice: what looks like it is a series.
    public func tellsSameStory(as other: StoryTraits) -> Bool {
        guard supplier != other.supplier, !isReply, !other.isReply else { return false }
        let apart = abs(time.milliseconds - other.time.milliseconds)
        if !addresses.isDisjoint(with: other.addresses) {
            return apart <= Self.days(60) && !titlesDisagree(with: other)
        }
        if apart <= Self.days(7), passesOn(other) || other.passesOn(self) { return true }
        guard apart <= Self.days(3), !areOfOneSite(other) else { return false }
        return hasText(of: other) || hasTitle(of: other)
    }

    /// Whether two pages have titles that have no word in common: then one address leads to many things.
    private func titlesDisagree(with other: StoryTraits) -> Bool {
        title.count >= 3 && other.title.count >= 3 && Set(title).isDisjoint(with: other.title)
    }

    /// Whether this is a post that leads to the page of `other` and says little more than its title.
    private func passesOn(_ other: StoryTraits) -> Bool {
        guard let mention, other.addresses.contains(mention), other.title.count >= 3 else { return false }
        let said = Set(other.title)
        return 4 * said.intersection(words).count >= 3 * said.count && words.count <= 2 * said.count + 12
    }

    /// Two pages of one site with nearly the same text are made after one pattern.
    private func areOfOneSite(_ other: StoryTraits) -> Bool {
        !Set(addresses.map(CanonicalAddress.host)).isDisjoint(with: other.addresses.map(CanonicalAddress.host))
    }

    private func hasText(of other: StoryTraits) -> Bool {
        shingles.count >= Self.longText && other.shingles.count >= Self.longText && numbers == other.numbers
            && resemblance(to: other) >= 0.75
    }

    /// Whether a long title is the same, and the texts, where there are any, are alike as well.
    private func hasTitle(of other: StoryTraits) -> Bool {
        guard title.count >= Self.longTitle, title == other.title else { return false }
        let isBrief = min(words.count, other.words.count) <= Set(title).count + 8
        return isBrief || resemblance(to: other) >= 0.4
    }

    /// The share of threes of words that both have: 1 for the same text, 0 for texts that have nothing in common.
    private func resemblance(to other: StoryTraits) -> Double {
        let common = shingles.intersection(other.shingles).count
        let all = shingles.count + other.shingles.count - common
        return all == 0 ? 0 : Double(common) / Double(all)
    }

    private static func days(_ count: Int64) -> Int64 { count * 86_400_000 }
}
