import EngineConcepts
import GRDB

/// Compares the derived label tables with the stored tickets. Reads everything.
struct LabelCheck {
    let db: Database

    /// A set of members, without their order.
    private struct Members: Equatable {
        var count = 0
        var checksum: Int64 = 0

        mutating func add(_ rowID: Int64) {
            count += 1
            checksum = checksum &+ rowID &* 0x9e3_779b_97f4_a7c1
        }
    }

    /// Returns the checks that failed, as sentences.
    func failures() throws -> [String] {
        var members: [LabelMembership: Members] = [:]
        var counters = CounterChanges()
        var failures: [String] = []
        var places = try SQLStatement("SELECT \(PlaceRow.columns), shown, hidden FROM place", in: db)
        while try places.step() {
            let row = try PlaceRow(places)
            if row.isShown != places.flag(PlaceRow.columnCount) || row.isHidden != places.flag(PlaceRow.columnCount + 1)
            {
                failures.append("\(row.key.id) is hidden, and nothing hides it, or the other way round")
            }
            for membership in row.memberships { members[membership, default: Members()].add(row.rowID) }
            counters.count(row, 1)
        }
        if try members != storedMembers() {
            failures.append("the members of topics and rules are not the items that have their labels")
        }
        if try counters.kinds != storedCounters() {
            failures.append("the counts of topics and rules are wrong")
        }
        return failures
    }

    private func storedMembers() throws -> [LabelMembership: Members] {
        var members: [LabelMembership: Members] = [:]
        let own = "hidden < \(LabelPart.firstLent.rawValue)"
        var query = try SQLStatement("SELECT label, hidden, read, id FROM label_place WHERE \(own)", in: db)
        while try query.step() {
            let membership = LabelMembership(
                label: query.int64(0), part: query.flag(1) ? .hidden : .shown, isRead: query.flag(2))
            members[membership, default: Members()].add(query.int64(3))
        }
        return members
    }

    private func storedCounters() throws -> [CounterChanges.Kind: TicketCounters] {
        let rows = try db.query("SELECT labels, supplier, \(TicketCounters.columns) FROM label_set_count")
            .rows {
                let kind = CounterChanges.Kind(
                    labels: try LabelSet(bytes: $0.blob(0)), supplier: SupplierID($0.text(1)))
                return (kind, TicketCounters($0, from: 2))
            }
        // A damaged store may have one twice, which the comparison then shows.
        return Dictionary(rows) { $1 }
    }
}
