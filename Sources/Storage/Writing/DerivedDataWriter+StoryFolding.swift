import EngineConcepts
import GRDB

/// The folding of stories. Every change of a member marks its story as changed; changed stories are folded again before the
/// transaction ends.
extension DerivedDataWriter {
    /// The limit of rounds per story and transaction: marks may change labels, labels may hide, and hiding may change the
    /// lead.
    private static let maximumRounds = 8

    /// Folds the changed stories again by the rules of ``StoryFold``.
    mutating func foldChangedStories() throws {
        guard !changedStories.isEmpty else { return }
        var rounds: [Int64: Int] = [:]
        while let story = changedStories.popFirst() {
            rounds[story, default: 0] += 1
            if rounds[story, default: 0] <= Self.maximumRounds { try fold(story) }
        }
        leavingMembers = []
        try foldChanges.write(to: db)
        foldChanges = FoldChanges()
    }

    private mutating func fold(_ story: Int64) throws {
        var staying = try StoryMemberRow.all(of: story, in: db)
        var gone: [StoryMemberRow] = []
        staying.removeAll { member in
            let isGone = member.isDeleted || leavingMembers.contains(member.row.rowID)
            if isGone { gone.append(member) }
            return isGone
        }
        if staying.count < 2 {
            gone += staying
            staying = []
        }
        for member in gone {
            try count(member.storedPart, of: member, -1)
            try member.delete(in: db)
            if member.storedPart.isDuplicate, !member.isDeleted {
                try change(member, isRead: member.row.marks.isRead, reclassifies: true)
            }
        }
        for (member, part) in zip(staying, StoryFold.parts(of: staying)) where part != member.storedPart {
            try count(member.storedPart, of: member, -1)
            try member.write(part, to: db)
            try count(part, of: member, 1)
            let isMarked = part.isRead != member.row.marks.isRead
            let reclassifies =
                part.isDuplicate != member.storedPart.isDuplicate || isMarked && labels.resolver.table.readsMarks
            if isMarked || reclassifies { try change(member, isRead: part.isRead, reclassifies: reclassifies) }
        }
    }

    /// Counts a part in (`1`) or out (`-1`).
    private mutating func count(_ part: StoryFold.Part, of member: StoryMemberRow, _ change: Int) throws {
        foldChanges.count(part, of: member.row.rowID, change)
        guard part.lead == member.row.rowID else { return }
        for label in part.lent.numbers {
            let membership = LabelMembership(label: label, part: .lent(isHidden: part.isHidden), isRead: part.isRead)
            try change > 0 ? add(membership, member.row) : remove(membership, member.row)
        }
    }

    /// Marks a member like its row and classifies it again.
    private mutating func change(_ member: StoryMemberRow, isRead: Bool, reclassifies: Bool) throws {
        let before = member.row
        var after = before
        after.marks.isRead = isRead
        if after.marks != before.marks {
            try db.run("UPDATE place SET read = ? WHERE id = ? AND read <> ?", isRead, before.rowID, isRead)
        }
        if reclassifies { after = try labels.relabel(after) }
        try change(from: before, to: after)
    }
}
