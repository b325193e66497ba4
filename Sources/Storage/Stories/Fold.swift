/// How the tellings of one story stand to each other. Decided from nothing but the tellings themselves, so that it can be
/// decided again at any time:
///
/// - whom a rule hides is hidden, and stands by itself: it has no part in any row but its own;
/// - of the others that the Track has, who came first leads, and the rest stand folded under it; or none does, where the
///   reader told the story apart;
/// - what stands folded together is read together.
///
/// What was decided the last time has a part in what was read alone: a rule that comes and goes leaves things as they were.
struct Fold {
    /// A ticket that tells the story.
    struct Teller {
        let number: Int64
        let isInTrack: Bool
        let isHidden: Bool
        /// Whether the reader told the story apart, as this ticket has it.
        let isApart: Bool
        let isRead: Bool
        let labels: LabelSet
        /// What was decided the last time.
        let before: Part
    }

    /// What becomes of it.
    struct Part: Equatable {
        /// The number of the one that its row is, its own where it has one; nil where it stands by itself.
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
        let row = present.filter { !tellers[$0].isHidden }
        guard let lead = row.first, !present.contains(where: { tellers[$0].isApart }) else { return parts }
        guard row.count > 1 || tellers[lead].before.lead != nil else { return parts }
        let isRead = isRead(row.map { tellers[$0] }, beside: present.map { tellers[$0] })
        for index in row {
            parts[index].isRead = isRead
        }
        guard row.count > 1 else { return parts }
        for index in row {
            parts[index].lead = tellers[lead].number
        }
        let lent = Set(row.flatMap { tellers[$0].labels.numbers }).subtracting(tellers[lead].labels.numbers)
        parts[lead].lent = LabelSet(lent)
        return parts
    }

    /// Whether what stands in a row was read: as the one that was marked since, or else once any of it was. Marking one may
    /// have it hidden, and those count that it stood with until then.
    private static func isRead(_ row: [Teller], beside present: [Teller]) -> Bool {
        let marked = present.filter { teller in
            teller.before.lead != nil && teller.before.isRead != teller.isRead
        }
        return (marked.isEmpty ? row : marked).contains(where: \.isRead)
    }
}
