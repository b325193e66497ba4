import EngineConcepts

/// The classifications of a large commit's new tickets, made on all cores before its transaction begins.
struct PreparedClassifications: Sendable {
    /// The version of the labels for which the classifier was adopted.
    let version: Int64
    /// The classifications in the order of the tickets.
    let classifications: [Classification]

    /// Below this number of tickets the transaction classifies them itself.
    private static let threshold = 256

    /// Classifies the tickets of `entries`, or returns `nil` if they are few or there are no labels.
    init?(_ entries: [TrackCommit.Entry], by classifier: any TicketClassifier, version: Int64) async {
        guard entries.count >= PreparedClassifications.threshold, !classifier.labels.isEmpty else { return nil }
        self.version = version
        classifications = await classifier.classify(entries.map { TicketFacts($0.ticket, isLate: $0.isLate) })
    }
}

extension TicketClassifier {
    /// Classifies tickets on all cores and returns the results in their order.
    func classify(_ tickets: [TicketFacts]) async -> [Classification] {
        await concurrentMap(tickets) { $0.map(classify) }
    }
}
