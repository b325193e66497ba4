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
    private static let part = 512

    /// Decides about the tickets of `entries`; nil where they are few.
    init?(_ entries: [TrackCommit.Entry], by classifier: any TicketClassifier, version: Int64) async {
        guard entries.count >= PreparedDecisions.threshold else { return nil }
        self.version = version
        decisions = await withTaskGroup(of: (Int, [Classification]).self) { group in
            for start in stride(from: 0, to: entries.count, by: PreparedDecisions.part) {
                group.addTask {
                    let part = entries[start..<min(start + PreparedDecisions.part, entries.count)]
                    return (start, part.map { classifier.classify(TicketFacts($0.ticket, isLate: $0.isLate)) })
                }
            }
            var parts: [(Int, [Classification])] = []
            for await part in group {
                parts.append(part)
            }
            return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
        }
    }
}
