internal import EngineConcepts
internal import GRDB

/// Compares the derived label tables with the stored tickets. Reads everything.
struct LabelCheck {
    let db: Database

    private struct Part: Hashable {
        let label: Int64
        let isHidden: Bool
        let isRead: Bool
    }

    private struct Kind: Hashable {
        let labels: LabelSet
        let supplier: String
    }

    /// A set of members, without their order.
    private struct Members: Equatable {
        var count = 0
        var checksum: Int64 = 0

        mutating func add(_ rowID: Int64) {
            count += 1
            checksum = checksum &+ rowID &* 0x9e3_779b_97f4_a7c1
        }
    }

    /// Returns the problems that were found, in words.
    func problems() throws -> [String] {
        var parts: [Part: Members] = [:]
        var kinds: [Kind: TicketCounters] = [:]
        var problems: [String] = []
        var places = try SQLStatement("SELECT \(PlaceRow.columns), shown, hidden FROM place", in: db)
        while try places.step() {
            let row = try PlaceRow(places)
            if row.isShown != places.flag(PlaceRow.count) || row.isHidden != places.flag(PlaceRow.count + 1) {
                problems.append("\(row.key.id) is hidden, and nothing hides it, or the other way round")
            }
            guard row.isInTrack else { continue }
            let isHidden = row.isHidden
            for label in row.labels.numbers + (isHidden ? [LabelPart.hiddenLabel] : []) {
                parts[Part(label: label, isHidden: isHidden, isRead: row.marks.isRead), default: Members()]
                    .add(row.rowID)
            }
            guard !row.labels.isEmpty else { continue }
            let kind = Kind(labels: row.labels, supplier: row.key.id.supplier.rawValue)
            let part: WritableKeyPath<TicketCounters, MarkCounters> = isHidden ? \.hidden : \.shown
            kinds[kind, default: TicketCounters()][keyPath: part].count(row.marks, 1)
        }
        if try parts != storedParts() {
            problems.append("the members of topics and rules are not the tickets that have their labels")
        }
        if try kinds != storedKinds() {
            problems.append("the counts of topics and rules are wrong")
        }
        return problems
    }

    private func storedParts() throws -> [Part: Members] {
        var parts: [Part: Members] = [:]
        let own = "hidden < \(LabelPart.firstLent.rawValue)"
        var query = try SQLStatement("SELECT label, hidden, read, id FROM label_place WHERE \(own)", in: db)
        while try query.step() {
            parts[Part(label: query.int64(0), isHidden: query.flag(1), isRead: query.flag(2)), default: Members()]
                .add(query.int64(3))
        }
        return parts
    }

    private func storedKinds() throws -> [Kind: TicketCounters] {
        var kinds: [Kind: TicketCounters] = [:]
        var query = try SQLStatement("SELECT labels, supplier, \(TicketCounters.columns) FROM label_set_count", in: db)
        while try query.step() {
            kinds[Kind(labels: try LabelSet(bytes: query.blob(0)), supplier: query.text(1))] = TicketCounters(
                query, from: 2)
        }
        return kinds
    }
}
