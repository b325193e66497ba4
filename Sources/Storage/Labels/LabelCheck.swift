internal import EngineConcepts
internal import GRDB

/// Checks that what is kept of labels apart from tickets agrees with what the tickets say. Reads all of it.
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

    /// Some members, without regard to their order.
    private struct Members: Equatable {
        var count = 0
        var mix: Int64 = 0

        mutating func add(_ number: Int64) {
            count += 1
            mix = mix &+ number &* 0x9e3_779b_97f4_a7c1
        }
    }

    /// What is wrong, in words.
    func problems() throws -> [String] {
        var parts: [Part: Members] = [:]
        var kinds: [Kind: TicketCounters] = [:]
        var problems: [String] = []
        var places = try SQLStatement("SELECT \(PlaceRow.columns), shown, hidden FROM place", in: db)
        while try places.step() {
            let standing = try PlaceRow(places)
            if standing.isShown != places.flag(PlaceRow.count) || standing.isHidden != places.flag(PlaceRow.count + 1) {
                problems.append("\(standing.key.id) is hidden, and nothing hides it, or the other way round")
            }
            guard standing.isInTrack else { continue }
            let isHidden = standing.isHidden
            for label in standing.labels.numbers + (isHidden ? [LabelIndexWriter.hiddenLabel] : []) {
                parts[Part(label: label, isHidden: isHidden, isRead: standing.marks.isRead), default: Members()]
                    .add(standing.number)
            }
            guard !standing.labels.isEmpty else { continue }
            let kind = Kind(labels: standing.labels, supplier: standing.key.id.supplier.rawValue)
            let part: WritableKeyPath<TicketCounters, MarkCounters> = isHidden ? \.hidden : \.shown
            kinds[kind, default: TicketCounters()][keyPath: part].count(standing.marks, 1)
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
        var query = try SQLStatement("SELECT labels, supplier, \(TicketCounters.columns) FROM census", in: db)
        while try query.step() {
            kinds[Kind(labels: try LabelSet(bytes: query.blob(0)), supplier: query.text(1))] = TicketCounters(query, from: 2)
        }
        return kinds
    }
}
