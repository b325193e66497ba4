internal import EngineConcepts
internal import GRDB

/// Keeps true which tickets stand folded under others. Whatever changes where a ticket stands touches the story that it
/// tells, and what is touched is decided again before the transaction ends.
extension LabelIndexWriter {
    /// How often one transaction decides about a story before it lets things be: marks may change labels, labels may hide,
    /// and hiding may change who leads.
    private static let maximumRounds = 8

    /// Decides again about the stories that were touched.
    mutating func settleStories(by labels: LabelWriting) throws {
        guard !touched.isEmpty else { return }
        var folds = FoldChanges()
        var rounds: [Int64: Int] = [:]
        while let story = touched.popFirst() {
            rounds[story, default: 0] += 1
            if rounds[story, default: 0] <= Self.maximumRounds { try settle(story, by: labels, &folds) }
        }
        leaving = []
        try folds.write(to: db)
    }

    private mutating func settle(_ story: Int64, by labels: LabelWriting, _ folds: inout FoldChanges) throws {
        var staying = try Member.all(of: story, in: db)
        var gone: [Member] = []
        staying.removeAll { member in
            let isGone = member.isDeleted || leaving.contains(member.standing.number)
            if isGone { gone.append(member) }
            return isGone
        }
        if staying.count < 2 {
            gone += staying
            staying = []
        }
        for member in gone {
            try book(member.before, of: member, -1, &folds)
            try member.delete(in: db)
            if member.before.isDuplicate, !member.isDeleted {
                try change(member, isRead: member.standing.marks.isRead, decidesAgain: true, by: labels)
            }
        }
        for (member, part) in zip(staying, Fold.parts(of: staying.map(\.teller))) where part != member.before {
            try book(member.before, of: member, -1, &folds)
            try member.write(part, to: db)
            try book(part, of: member, 1, &folds)
            let isMarked = part.isRead != member.standing.marks.isRead
            let decidesAgain =
                part.isDuplicate != member.before.isDuplicate || isMarked && labels.decider.table.readsMarks
            if isMarked || decidesAgain {
                try change(member, isRead: part.isRead, decidesAgain: decidesAgain, by: labels)
            }
        }
    }

    /// Counts in (`1`) or out (`-1`) what a part means for views that fold.
    private func book(_ part: Fold.Part, of member: Member, _ change: Int, _ folds: inout FoldChanges) throws {
        folds.book(part, of: member.standing.number, change)
        guard part.lead == member.standing.number else { return }
        for label in part.lent.numbers {
            try lend(label, to: member.standing, as: part, change)
        }
    }

    private func lend(_ label: Int64, to standing: PlaceRow, as part: Fold.Part, _ change: Int) throws {
        let key = standing.key
        var command =
            change > 0
            ? try SQLStatement(
                """
                REPLACE INTO label_place (label, hidden, read, age, supplier, native, item, id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """, in: db)
            : try SQLStatement(
                """
                DELETE FROM label_place WHERE label = ? AND hidden = ? AND read = ?
                    AND age = ? AND supplier = ? AND native = ? AND item = ?
                """, in: db)
        command.bind(label)
        command.bind(LabelPart.lent(isHidden: part.isHidden).rawValue)
        command.bind(part.isRead)
        command.bind(~key.time.milliseconds)
        command.bind(key.id.supplier.rawValue)
        command.bind(key.nativeOrder)
        command.bind(name: key.id.item)
        if change > 0 { command.bind(standing.number) }
        try command.run()
    }

    /// Marks a ticket as its story is marked, and decides again about its labels.
    private mutating func change(
        _ member: Member, isRead: Bool, decidesAgain: Bool, by labels: LabelWriting
    ) throws {
        let before = member.standing
        var after = before
        after.marks.isRead = isRead
        if after.marks != before.marks {
            var update = try SQLStatement("UPDATE place SET read = ? WHERE id = ? AND read <> ?", in: db)
            update.bind(isRead)
            update.bind(before.number)
            update.bind(isRead)
            try update.run()
        }
        if decidesAgain {
            after = try labels.redecide(after)
            if after.labels != before.labels || after.rule != before.rule { try labels.store(after) }
        }
        try change(from: before, to: after)
    }
}

/// A ticket that tells a story, as the store has it.
struct Member {
    let standing: PlaceRow
    let isDeleted: Bool
    /// What was decided the last time.
    let before: Fold.Part

    /// What of it has a part in the next decision.
    var teller: Fold.Teller {
        Fold.Teller(
            number: standing.number, isInTrack: standing.isInTrack, isHidden: standing.isHidden,
            isApart: standing.marks.isApart, isRead: standing.marks.isRead, labels: standing.labels,
            before: before)
    }

    /// Those of a story, in the order in which they came.
    static func all(of story: Int64, in db: Database) throws -> [Member] {
        var query = try SQLStatement(
            "SELECT id, lead, duplicate, read, hidden, own, lent FROM telling WHERE story = ? ORDER BY turn", in: db)
        query.bind(story)
        var parts: [(number: Int64, part: Fold.Part)] = []
        while try query.step() {
            parts.append(
                (
                    query.int64(0),
                    Fold.Part(
                        lead: query.optionalInt64(1), isDuplicate: query.flag(2), isRead: query.flag(3),
                        isHidden: query.flag(4), labels: try LabelSet(bytes: query.blob(5)),
                        lent: try LabelSet(bytes: query.blob(6)))
                ))
        }
        var place = try SQLStatement("SELECT \(PlaceRow.columns), deleted FROM place WHERE id = ?", in: db)
        return try parts.map { number, part in
            place.bind(number)
            guard try place.step() else { throw DamagedContent(what: "a story is told by a ticket that is not there") }
            let member = Member(standing: try PlaceRow(place), isDeleted: place.flag(PlaceRow.count), before: part)
            place.rewind()
            return member
        }
    }

    fileprivate func write(_ part: Fold.Part, to db: Database) throws {
        var update = try SQLStatement(
            "UPDATE telling SET lead = ?, duplicate = ?, read = ?, hidden = ?, own = ?, lent = ? WHERE id = ?", in: db)
        update.bind(part.lead)
        update.bind(part.isDuplicate)
        update.bind(part.isRead)
        update.bind(part.isHidden)
        update.bind(part.labels.bytes)
        update.bind(part.lent.bytes)
        update.bind(standing.number)
        try update.run()
    }

    fileprivate func delete(in db: Database) throws {
        var delete = try SQLStatement("DELETE FROM telling WHERE id = ?", in: db)
        delete.bind(standing.number)
        try delete.run()
    }
}
