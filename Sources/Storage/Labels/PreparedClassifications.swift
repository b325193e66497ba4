import EngineConcepts

/// The classifications of a large commit's new tickets, made on all cores before its transaction begins.
struct PreparedClassifications: Sendable {
    /// The version of the labels for which the classifier was adopted.
    let version: Int64
    /// The classifications in the order of the tickets.
    let classifications: [Classification]
}

extension TicketClassifier {
    /// Classifies tickets on all cores and returns the results in their order.
    func classify(_ tickets: [TicketFacts]) async -> [Classification] {
        await parallelMap(tickets) { $0.map(classify) }
    }
}
