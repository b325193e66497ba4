import EngineConcepts
import GRDB

/// Checks the stored stories for an integrity report: folds them again and compares. Reads everything.
struct StoryCheck {
    let db: Database

    /// Returns the checks that failed, as sentences.
    func failures() throws -> [String] {
        guard try StoryState(in: db).isCurrent else { return [] }
        var failures: [String] = []
        var changes = FoldChanges()
        var lent: Set<[Int64]> = []
        let waiting = Set(try db.integers("SELECT id FROM story_wait"))
        for story in try db.integers("SELECT DISTINCT story FROM story_member") {
            let members = try StoryMemberRow.all(of: story, in: db)
            failures += try self.failures(of: members, waiting: waiting)
            for member in members {
                let (rowID, part) = (member.row.rowID, member.storedPart)
                changes.count(part, of: rowID, 1)
                guard part.lead == rowID else { continue }
                for label in part.lent.numbers {
                    lent.insert([label, LabelPart.lent(isHidden: part.isHidden).rawValue, part.isRead ? 1 : 0, rowID])
                }
            }
        }
        if try changes.kinds.filter({ $0.value != TicketCounters() }) != storedCounters() {
            failures.append("the counts of folded stories are wrong")
        }
        if try lent != storedLentLabels() {
            failures.append("the labels that stories lend are wrong")
        }
        return failures
    }

    /// Returns the checks of one story that failed.
    ///
    /// - Parameter waiting: The tickets that wait to be matched, whose stories may not be folded yet.
    private func failures(of members: [StoryMemberRow], waiting: Set<Int64>) throws -> [String] {
        var failures: [String] = []
        if members.count < 2 || members.contains(where: \.isDeleted) {
            failures.append("a story has only one item, or one that was deleted")
        }
        // Tickets of one post are together, whatever else their sources have in the story.
        let single = try members.filter { try PostURIs(db: db).copies(of: $0.row.rowID).isEmpty }
        if Set(single.map(\.row.key.id.supplier)).count < single.count {
            failures.append("a story has two items of one source")
        }
        let isWaiting = members.contains { waiting.contains($0.row.rowID) }
        if !isWaiting, StoryFold.parts(of: members) != members.map(\.storedPart) {
            failures.append("a story is not folded as its items require")
        }
        return failures
    }

    /// Returns the rows of lent labels: label, part, read, row ID.
    private func storedLentLabels() throws -> Set<[Int64]> {
        let areLent = "hidden >= \(LabelPart.firstLent.rawValue)"
        let rows = try db.query("SELECT label, hidden, read, id FROM label_place WHERE \(areLent)")
            .rows { [$0.int64(0), $0.int64(1), $0.int64(2), $0.int64(3)] }
        return Set(rows)
    }

    private func storedCounters() throws -> [LabelSet: TicketCounters] {
        let rows = try db.query("SELECT labels, \(TicketCounters.foldedColumns) FROM folded_count")
            .rows { (try LabelSet(bytes: $0.blob(0)), TicketCounters($0, from: 1)) }
        // A damaged store may have one twice, which the comparison then shows.
        return Dictionary(rows) { $1 }
    }
}
