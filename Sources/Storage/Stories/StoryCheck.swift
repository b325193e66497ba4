internal import EngineConcepts
internal import GRDB

/// Checks that what is kept of stories is what would be decided about them now. Reads all of it.
struct StoryCheck {
    let db: Database

    /// What is wrong, in words.
    func problems() throws -> [String] {
        guard try StoryState(in: db).isCurrent else { return [] }
        var problems: [String] = []
        var census: [LabelSet: FoldTally] = [:]
        var lent: Set<[Int64]> = []
        for story in try numbers("SELECT DISTINCT story FROM telling", columns: 1) {
            let members = try Member.all(of: story[0], in: db)
            if members.count < 2 || members.contains(where: \.isDeleted) {
                problems.append("a story is told by one ticket, or by one that was deleted")
            }
            if Set(members.map(\.standing.key.id.supplier)).count < members.count {
                problems.append("a story is told twice by one source")
            }
            if Fold.parts(of: members.map(\.teller)) != members.map(\.before) {
                problems.append("a story is not folded as its tickets stand")
            }
            for member in members {
                add(member, to: &census)
                if member.before.lead == member.standing.number {
                    for label in member.before.lent.numbers {
                        lent.insert([label, member.before.isRead ? 1 : 0, member.standing.number])
                    }
                }
            }
        }
        if try census.filter({ $0.value != FoldTally() }) != stored() {
            problems.append("the counts of folded stories are wrong")
        }
        if try lent != Set(numbers("SELECT label, read, id FROM label_place WHERE hidden = 2", columns: 3)) {
            problems.append("the labels that stories lend are wrong")
        }
        return problems
    }

    private func add(_ member: Member, to census: inout [LabelSet: FoldTally]) {
        let part = member.before
        guard let lead = part.lead else { return }
        if lead != member.standing.number || !part.lent.isEmpty {
            census[part.labels, default: FoldTally()].count(isRead: part.isRead, -1)
        }
        if lead == member.standing.number, !part.lent.isEmpty {
            census[LabelSet(part.labels.numbers + part.lent.numbers), default: FoldTally()]
                .count(isRead: part.isRead, 1)
        }
    }

    private func stored() throws -> [LabelSet: FoldTally] {
        var query = try Command("SELECT labels, shown, unread FROM fold_census", in: db)
        var stored: [LabelSet: FoldTally] = [:]
        while try query.step() {
            stored[try LabelSet(bytes: query.blob(0))] = FoldTally(
                shown: Int(query.int64(1)), unread: Int(query.int64(2)))
        }
        return stored
    }

    private func numbers(_ sql: String, columns: CInt) throws -> [[Int64]] {
        var query = try Command(sql, in: db)
        var rows: [[Int64]] = []
        while try query.step() {
            rows.append((0..<columns).map { query.int64($0) })
        }
        return rows
    }
}
