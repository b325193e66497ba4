internal import EngineConcepts

/// What was decided about the new tickets of a large commit before its transaction began: on all cores, while others
/// may still write.
struct PreparedDecisions: Sendable {
    /// The version of the labels that the classifier was taken up with.
    let version: Int64
    /// A decision for each new ticket.
    let decisions: [Classification]

    /// Below this many tickets the transaction decides itself.
    private static let threshold = 256

    /// Decides about the tickets of `entries`; nil where they are few.
    init?(_ entries: [TrackCommit.Entry], by classifier: any TicketClassifier, version: Int64) async {
        guard entries.count >= PreparedDecisions.threshold else { return nil }
        self.version = version
        decisions = await classifier.classify(entries.map { TicketFacts($0.ticket, isLate: $0.isLate) })
    }
}

extension TicketClassifier {
    /// Decides about tickets on all cores; the decisions in the order of the tickets.
    func classify(_ tickets: [TicketFacts]) async -> [Classification] {
        let part = 128
        guard tickets.count > part else { return tickets.map(classify) }
        return await withTaskGroup(of: (Int, [Classification]).self) { group in
            for start in stride(from: 0, to: tickets.count, by: part) {
                group.addTask { (start, tickets[start..<min(start + part, tickets.count)].map(classify)) }
            }
            var parts: [(Int, [Classification])] = []
            for await part in group {
                parts.append(part)
            }
            return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }
}
