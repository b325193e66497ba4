/// How the tellings of one story stand to each other. Decided from nothing but the tellings themselves, so that it can be
/// decided again at any time:
///
/// - the lead is who came first of those that the Track has and no rule hides, or else, where rules hide all of them, who
///   came first: so the story is hidden where all its tellers are, by the rule that hides its lead, and nothing that comes
///   takes a row away under which others stand;
/// - the others stand folded under it, hidden or not, but for those that the reader took out;
/// - what stands folded together is read together.
///
/// What was decided the last time has a part in what was read alone: a rule that comes and goes leaves things as they were.
struct Fold {
    /// A ticket that tells the story.
    struct Teller {
        let number: Int64
        let isInTrack: Bool
        let isHidden: Bool
        /// Whether the reader wants it to have a row of its own.
        let standsAlone: Bool
        let isRead: Bool
        let labels: LabelSet
        /// What was decided the last time.
        let before: Part
    }

    /// What becomes of it.
    struct Part: Equatable {
        /// The number of the one that its row is, its own where it has one; nil where the story has only one row anyway.
        var lead: Int64?
        var isDuplicate = false
        var isRead = false
        /// Whether a rule hides it.
        var isHidden = false
        /// Its own labels.
        var labels = LabelSet.empty
        /// Those that the others lend it.
        var lent = LabelSet.empty
    }

    /// Decides; the tellers in the order in which they came, the parts in the same.
    static func parts(of tellers: [Teller]) -> [Part] {
        var parts = tellers.map { Part(isRead: $0.isRead, isHidden: $0.isHidden, labels: $0.labels) }
        let present = tellers.indices.filter { tellers[$0].isInTrack }
        for index in present.dropFirst() {
            parts[index].isDuplicate = true
        }
        guard present.count > 1, let first = present.first else { return parts }
        let lead = present.first { !tellers[$0].isHidden } ?? first
        let folded = present.filter { $0 != lead && !tellers[$0].standsAlone }
        let isRead = isRead(([lead] + folded).map { tellers[$0] })
        for index in [lead] + folded {
            parts[index].lead = tellers[lead].number
            parts[index].isRead = isRead
        }
        let lent = Set(folded.flatMap { tellers[$0].labels.numbers }).subtracting(tellers[lead].labels.numbers)
        parts[lead].lent = LabelSet(lent)
        return parts
    }

    /// Whether what stands together was read: as the one that was marked since, or else once any of them was.
    private static func isRead(_ group: [Teller]) -> Bool {
        let marked = group.filter { teller in
            teller.before.lead != nil && teller.before.isRead != teller.isRead
        }
        return (marked.isEmpty ? group : marked).contains(where: \.isRead)
    }
}
